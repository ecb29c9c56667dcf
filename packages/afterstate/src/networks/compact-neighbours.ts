// Where the neighbours of an entry are: the entries with one exponent smaller by one, i − 16^k for each digit k that is not 0,
// k = 0 … 4. (So each 16^5 entries, a slice, can be read with little memory.) Boards that are alike have been met, or not,
// alike, and have weights of like size: neighbours are the contexts in which trees and numbers are coded.

/** How far the neighbours are in the digits that sixteen siblings share; 0 where there is none. */
export interface Distances {
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
}

export function distances(i: number): Distances {
  return {
    b: 0x10 & (-(i & 0xf0) >> 31),
    c: 0x100 & (-(i & 0xf00) >> 31),
    d: 0x1000 & (-(i & 0xf000) >> 31),
    e: 0x10000 & (-(i & 0xf0000) >> 31),
  };
}

/**
 * The sum of what the neighbours have in `met`, all fields of packed numbers at once. A neighbour that does not exist is read
 * at the entry's own place, which is 0 until the entry has been met. This runs once per number: branches would be unpredictable.
 */
export function sumOfNeighbours(met: Int32Array, i: number, apart: Distances): number {
  return (
    (met[i - (1 & (-(i & 0xf) >> 31))]! +
      met[i - apart.b]! +
      met[i - apart.c]! +
      met[i - apart.d]! +
      met[i - apart.e]!) |
    0
  );
}
