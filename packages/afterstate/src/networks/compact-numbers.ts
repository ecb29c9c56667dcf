// The numbers of a block, none of them 0, in the order of their entries: how often 2 divides each, then the rest of it. A weight
// that was met seldom is shipped as a multiple of a larger power of two (rounding.ts), and so are its neighbours in the table,
// so what divides them foretells what divides it, and the bits that rounding made 0 cost next to nothing. Numbers that nobody
// rounded so take as many bits as without. Coding the step of each weight by itself was refused: a file that is read and
// written again would lose it. So was the difference to the stage before, which has the same entry: it saved 6% of a file and
// took the memory of another stage to read.
//
// The form: u32 bytes of the twos, u32 bytes of the rests; the twos and the rests (symbols.ts); then the bits of large rests.
//   A number v is ± (m · 2^t), where m is odd, or t is 7. t is its symbol among the twos.
//   k is (m − 1) / 2, or m − 1 where t is 7; z is 2k, and one more where v is negative. Below 64, z is its symbol among the
//   rests; from there on, with its highest bit at e, the symbol is 64 + 4 (e − 6) + the two bits after it, and e − 2 bits more
//   stand among the bits.
//   A neighbour (compact-neighbours.ts) with |u| = n · 2^f, f its highest bit, has the size 2f + the bit after it. The context
//   of t is 0 without neighbours, else 1 + the mean of their t, doubled and rounded. The context of the rest is
//   6a + 2s + (1 where t is 7): a is 0 without neighbours, else 2 + their mean size, rounded, − 2t, from 1 to 42; s is 0 where
//   as many neighbours are negative as positive, 1 where fewer, 2 where more are.

import { BitReader, BitWriter } from './bit-stream.ts';
import type { Distances } from './compact-neighbours.ts';
import { distances, sumOfNeighbours } from './compact-neighbours.ts';
import type { Alphabet } from './symbols.ts';
import { SymbolReader, SymbolWriter } from './symbols.ts';

const TWOS: Alphabet = { symbols: 8, contexts: 16, bits: 8 };
const RESTS: Alphabet = { symbols: 144, contexts: 258, bits: 10 };
const MOST_TWOS = 7;

export function encodeNumbers(numbers: Int32Array): Uint8Array {
  const twos = new SymbolWriter(TWOS);
  const rests = new SymbolWriter(RESTS);
  const bits = new BitWriter();
  const met = new Int32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const v = numbers[i]!;
    if (v === 0) continue;
    const near = sumOfNeighbours(met, i, distances(i));
    const t = twosOf(v);
    twos.push(contextOfTwos(near), t);
    const odd = Math.abs(v) >> t;
    const z = (t < MOST_TWOS ? odd - 1 : 2 * odd - 2) + (v < 0 ? 1 : 0);
    const context = contextOfRest(near, t);
    if (z < 64) rests.push(context, z);
    else {
      const e = 31 - Math.clz32(z);
      rests.push(context, 64 + 4 * (e - 6) + ((z >> (e - 2)) & 3));
      bits.push(z & ((1 << (e - 2)) - 1), e - 2);
    }
    met[i] = packed(v, t);
  }
  const parts = [twos.finish(), rests.finish(), bits.finish()];
  const bytes = new Uint8Array(8 + parts.reduce((sum, { length }) => sum + length, 0));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, parts[0]!.length, true);
  view.setUint32(4, parts[1]!.length, true);
  let at = 8;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Reads what `encodeNumbers` wrote. Bytes that cannot be right throw a RangeError, at the latest in `isFinished`'s caller. */
export class NumberReader {
  private readonly twos: SymbolReader;
  private readonly rests: SymbolReader;
  private readonly bits: BitReader;

  constructor(bytes: Uint8Array) {
    if (bytes.length < 8) throw new RangeError('the numbers of a block are too short');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const twosEnd = 8 + view.getUint32(0, true);
    const restsEnd = twosEnd + view.getUint32(4, true);
    if (restsEnd > bytes.length) throw new RangeError('the parts of a block are longer than it is');
    this.twos = new SymbolReader(bytes.subarray(8, twosEnd), TWOS);
    this.rests = new SymbolReader(bytes.subarray(twosEnd, restsEnd), RESTS);
    this.bits = new BitReader(bytes.subarray(restsEnd));
  }

  /** The number of entry i of a slice; `met` is the reader's, 0 where nothing was met in this slice. */
  next(met: Int32Array, i: number, apart: Distances): number {
    const near = sumOfNeighbours(met, i, apart);
    const t = this.twos.next(contextOfTwos(near));
    let z = this.rests.next(contextOfRest(near, t));
    if (z >= 64) {
      const more = ((z - 64) >> 2) + 4;
      z = ((4 | (z & 3)) << more) | this.bits.next(more);
    }
    // Twice k where t is below 7, else k; and one more.
    const odd = ((z >> 1) << ((t - MOST_TWOS) >>> 31)) + 1;
    const sign = -(z & 1);
    const v = ((odd << t) ^ sign) - sign;
    met[i] = packed(v, t);
    return v;
  }

  isFinished(): boolean {
    return this.twos.isFinished() && this.rests.isFinished() && this.bits.isFinished();
  }
}

/** How often 2 divides a number, at most 7 times. */
function twosOf(v: number): number {
  return Math.min(MOST_TWOS, 31 - Math.clz32(v & -v));
}

/** A number so that neighbours add up at once: bits 0–2 count, 3–10 add the sizes, 11–13 count the negative, 14–19 add t. */
function packed(v: number, t: number): number {
  const size = Math.abs(v);
  const f = 31 - Math.clz32(size);
  return 1 + ((2 * f + (((2 * size) >>> f) & 1)) << 3) + ((v >>> 31) << 11) + (t << 14);
}

// What only few bits of the sum decide is looked up: a division and branches per number would take longer.

/** By the sum of t and the count, 6 and 3 bits. */
const TWOS_CONTEXTS = Uint8Array.from({ length: 512 }, (_, i) => {
  const count = i & 7;
  return count === 0 ? 0 : Math.min(15, 1 + Math.floor((2 * (i >> 3) + (count >> 1)) / count));
});

/** The mean size, by the sum of the sizes and the count, 8 and 3 bits. */
const MEAN_SIZES = Uint8Array.from({ length: 2048 }, (_, i) => {
  const count = i & 7;
  return count === 0 ? 0 : Math.min(48, Math.floor(((i >> 3) + (count >> 1)) / count));
});

/** 2s, by the number of negative neighbours and the count, 3 bits each. */
const SIGNS = Uint8Array.from({ length: 64 }, (_, i) => {
  const balance = 2 * (i >> 3) - (i & 7);
  return balance === 0 ? 0 : balance < 0 ? 2 : 4;
});

function contextOfTwos(near: number): number {
  return TWOS_CONTEXTS[((near >> 11) & 504) | (near & 7)]!;
}

function contextOfRest(near: number, t: number): number {
  const count = near & 7;
  const a = Math.min(42, Math.max(1, 2 + MEAN_SIZES[near & 2047]! - 2 * t)) & (-count >> 31);
  return 6 * a + SIGNS[((near >> 8) & 56) | count]! + ((6 - t) >>> 31);
}
