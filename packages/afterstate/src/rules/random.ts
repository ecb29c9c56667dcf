// Random numbers: xoshiro256**, seeded by splitmix64, one stream per game. The kernel has the same generator and
// draws from it in the same order, so that game i of seed s is the same game here and there.
// The 64-bit words are kept as two u32 halves: BigInt would read better but is an order of magnitude slower.

const U32 = 4294967296;

/** One 64-bit output as its two halves, each 0 … 2^32 − 1. */
export interface RandomBits {
  readonly hi: number;
  readonly lo: number;
}

/** Chance (spawns, hints) draws from stream 0, the player's own randomness from stream 1. */
export type Stream = 0 | 1;

/** The contract by which a u32 half picks one of n: floor(half · n / 2^32). */
export function pick(half: number, n: number): number {
  return Math.floor((half * n) / U32);
}

/** The u32 below which a half is taken to mean "yes" with this probability; 1 gives 2^32, so always. */
export function threshold(probability: number): number {
  return Math.round(probability * U32);
}

/** The outputs of splitmix64 started at a state, one per call. Used only for seeding. */
export function splitmix64(state: bigint): () => bigint {
  let s = BigInt.asUintN(64, state);
  return () => {
    s = BigInt.asUintN(64, s + 0x9e3779b97f4a7c15n);
    let z = s;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  };
}

export class Random {
  /** s0 lo, s0 hi, s1 lo, s1 hi, … s3 hi. */
  private readonly words = new Uint32Array(8);

  /** Four 64-bit words, not all zero. */
  constructor(state: readonly bigint[]) {
    if (state.length !== 4 || state.every((word) => BigInt.asUintN(64, word) === 0n)) {
      throw new RangeError('the state of a random generator is four 64-bit words that are not all zero');
    }
    state.forEach((word, i) => {
      this.words[2 * i] = Number(BigInt.asUintN(32, word));
      this.words[2 * i + 1] = Number(BigInt.asUintN(32, word >> 32n));
    });
  }

  /**
   * The generator of one game. With mix(a) the first output of splitmix64 started at a, all modulo 2^64:
   * x = mix(seed), y = mix(x + 2·game + stream), and the state is the first four outputs of splitmix64 started at y.
   * Mixing twice keeps neighbouring seeds, games and streams apart.
   */
  static forGame(seed: number | bigint, game: number | bigint, stream: Stream = 0): Random {
    const x = splitmix64(BigInt(seed))();
    const y = splitmix64(x + 2n * BigInt(game) + BigInt(stream))();
    const next = splitmix64(y);
    return new Random([next(), next(), next(), next()]);
  }

  /** The four words, from which an equal generator can be made. */
  get state(): bigint[] {
    return [0, 2, 4, 6].map((i) => (BigInt(this.words[i + 1]!) << 32n) | BigInt(this.words[i]!));
  }

  next(): RandomBits {
    const w = this.words;
    const [s0lo, s0hi, s1lo, s1hi] = [w[0]!, w[1]!, w[2]!, w[3]!];
    const [s2lo, s2hi, s3lo, s3hi] = [w[4]!, w[5]!, w[6]!, w[7]!];

    // rotl(s1 · 5, 7) · 9. A u32 times 9 and a carry stay far below 2^53, so plain numbers are exact.
    const fiveLo = s1lo * 5;
    const fiveHi = s1hi * 5 + Math.floor(fiveLo / U32);
    const rotatedLo = ((fiveLo << 7) | ((fiveHi >>> 0) >>> 25)) >>> 0;
    const rotatedHi = ((fiveHi << 7) | ((fiveLo >>> 0) >>> 25)) >>> 0;
    const nineLo = rotatedLo * 9;
    const nineHi = rotatedHi * 9 + Math.floor(nineLo / U32);

    // The new words in the order of the reference: s2 ^= s0, s3 ^= s1, s1 ^= s2, s0 ^= s3, s2 ^= s1 << 17, rotl(s3, 45).
    const c2lo = s2lo ^ s0lo;
    const c2hi = s2hi ^ s0hi;
    const c3lo = s3lo ^ s1lo;
    const c3hi = s3hi ^ s1hi;
    w[0] = s0lo ^ c3lo;
    w[1] = s0hi ^ c3hi;
    w[2] = s1lo ^ c2lo;
    w[3] = s1hi ^ c2hi;
    w[4] = c2lo ^ (s1lo << 17);
    w[5] = c2hi ^ ((s1hi << 17) | (s1lo >>> 15));
    // A rotation by 45 is one by 32, which swaps the halves, and one by 13.
    w[6] = (c3hi << 13) | (c3lo >>> 19);
    w[7] = (c3lo << 13) | (c3hi >>> 19);

    return { hi: nineHi >>> 0, lo: nineLo >>> 0 };
  }

  /** One of 0 … n − 1, from the low half of one output. */
  below(n: number): number {
    return pick(this.next().lo, n);
  }
}
