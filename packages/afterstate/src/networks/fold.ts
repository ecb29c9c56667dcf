// Folded patterns: if a symmetry of the board maps a pattern onto itself, index i and its image are looked up together,
// and a folded table has one weight for both, their sum, at the smaller index; the other entry is 0 and never read.

import type { Pattern } from './pattern.ts';
import { selfSymmetry, symmetry } from './pattern.ts';

/**
 * The image of an index under the pattern's own symmetry, or undefined if it has none. An image's image is the index
 * itself. The bits above the cells' (the hint's) stay.
 */
export function imageOf(pattern: Pattern): ((index: number) => number) | undefined {
  const self = selfSymmetry(pattern);
  if (self === undefined) return undefined;
  const own = symmetry(self);
  const from = pattern.cells.map((cell) => 4 * pattern.cells.indexOf(own(cell)));
  // By table, three digits at a time: an index has up to eight digits, and whole tables are mapped.
  const groups = [0, 12, 24].filter((shift) => shift < 4 * from.length);
  const tables = groups.map((shift) =>
    Uint32Array.from({ length: 4096 }, (_, digits) =>
      from.reduce((image, at, i) => {
        const digit = at >= shift && at < shift + 12 ? (digits >> (at - shift)) & 15 : 0;
        return (image | (digit << (4 * i))) >>> 0;
      }, 0),
    ),
  );
  const [low, middle, high] = [tables[0]!, tables[1], tables[2]];
  const size = 16 ** from.length;
  return (index) => {
    const digits = index % size;
    let image = low[digits & 4095]!;
    if (middle) image += middle[(digits >>> 12) & 4095]!;
    if (high) image += high[digits >>> 24]!;
    return index - digits + image;
  };
}

/** Folds a whole table in place: the sum of a pair at the smaller index, 0 at the other. */
export function fold(weights: Float32Array, image: (index: number) => number): void {
  for (let i = 0; i < weights.length; i++) {
    const other = image(i);
    if (other < i) continue;
    weights[i] = weights[i]! + weights[other]!;
    if (other > i) weights[other] = 0;
  }
}

/** Undoes `fold` in place: half of a pair's weight at both indices. */
export function unfold(weights: Float32Array, image: (index: number) => number): void {
  for (let i = 0; i < weights.length; i++) {
    const other = image(i);
    if (other < i) continue;
    weights[i] = weights[i]! / 2;
    weights[other] = weights[i]!;
  }
}
