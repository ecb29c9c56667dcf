// Reads the numbers of a block in files of form 1, which knew nothing of rounding to powers of two (compact-numbers.ts).
//
// The form: the numbers' symbols (symbols.ts); then bits, lowest first in each byte, that belong to large numbers.
//   A number v is z = 2v − 2 if it is positive, −2v − 1 if it is negative. Below 64, z is its symbol; from 64 up, with its
//   highest bit at e, the symbol is 64 + 4 (e − 6) + the two bits after it, and e − 2 more bits are among the bits. The
//   neighbours (compact-neighbours.ts) are those that are not 0, each clamped to −511 … 511. The context is 3m + s: s = 0, 1, 2
//   for a sum of neighbours that is 0, positive, negative; m = 0 without neighbours, else, for the sum x of their sizes with
//   its highest bit at f and the bit after it h, 2f + h + 2 − (0, 2, 3, 4, 4 for 1 … 5 neighbours), at most 22.

import { BitReader } from './bit-stream.ts';
import type { Distances } from './compact-neighbours.ts';
import { sumOfNeighbours } from './compact-neighbours.ts';
import type { Alphabet } from './symbols.ts';
import { SymbolReader } from './symbols.ts';

const NUMBERS: Alphabet = { symbols: 144, contexts: 69, bits: 11 };

export class NumberReader {
  private readonly coded: SymbolReader;
  private readonly bits: BitReader;

  /** `length` is that of the symbols. */
  constructor(bytes: Uint8Array, length: number) {
    if (length > bytes.length) throw new RangeError('the parts of a block are longer than it is');
    this.coded = new SymbolReader(bytes.subarray(0, length), NUMBERS);
    this.bits = new BitReader(bytes.subarray(length));
  }

  /** The number of entry i of a slice; `met` is the reader's, 0 where this slice has met nothing. */
  next(met: Int32Array, i: number, apart: Distances): number {
    let z = this.coded.next(contextOf(sumOfNeighbours(met, i, apart)));
    if (z >= 64) {
      const more = ((z - 64) >> 2) + 4;
      z = ((4 | (z & 3)) << more) | this.bits.next(more);
    }
    // z / 2 + 1 if z is even, −(z + 1) / 2 if it is odd.
    const sign = z & 1;
    const v = (((z >> 1) + 1) ^ -sign) + sign;
    met[i] = packed(v);
    return v;
  }

  isFinished(): boolean {
    return this.coded.isFinished() && this.bits.isFinished();
  }
}

/** A number packed so that neighbours add up at once: bits 0–3 count, 4–15 add the sizes, 16–31 the numbers themselves. */
function packed(v: number): number {
  const size = Math.min(Math.abs(v), 511);
  const negative = v >> 31;
  return (((size ^ negative) - negative) << 16) + (size << 4) + 1;
}

/** What the number of neighbours takes off the logarithm of their size: about 2 log2(count). */
const LOG_COUNT = Uint8Array.of(0, 0, 2, 3, 4, 4);

function contextOf(near: number): number {
  const count = near & 15;
  const size = (near >> 4) & 0xfff;
  const sum = near >> 16;
  // −1 without neighbours, which makes m 0.
  const bit = 31 - Math.clz32(size);
  const m = 2 * bit + (((2 * size) >> bit) & 1) + 2 - LOG_COUNT[count]!;
  return 3 * Math.min(m, 22) + (-sum >>> 31) + 2 * (sum >>> 31);
}
