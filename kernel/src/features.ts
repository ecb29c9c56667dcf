// Features that are not patterns (Yeh et al., IV.A and IV.E): a table each, looked up once a board.
//   0  large tiles: how many there are of each of the five largest kinds (2048 … 32768; in Threes 384 … 6144), up to 7 each
//   1  empty cells    2  distinct tiles    3  pairs of neighbours that merge    4  pairs of neighbours v, 2v
// The counts come from the rows: COUNTS has, for every row, fields of five bits that add up over the board:
//   empties, merging pairs, v–2v pairs, then the five large kinds.

import { COUNTS, FEATURES, SETTINGS } from './layout';
import { presence, transpose } from './board';
import { LARGEST_KIND, merges } from './game';
import { add, addCoherently } from './network';

export let hasFeatures: bool = false;
let largeTiles: u32 = 0, emptyCells: u32 = 0, distinct: u32 = 0, merging: u32 = 0, doubles: u32 = 0;

export function configureFeatures(): void {
  largeTiles = load<u32>(SETTINGS + FEATURES);
  emptyCells = load<u32>(SETTINGS + FEATURES, 4);
  distinct = load<u32>(SETTINGS + FEATURES, 8);
  merging = load<u32>(SETTINGS + FEATURES, 12);
  doubles = load<u32>(SETTINGS + FEATURES, 16);
  hasFeatures = (largeTiles | emptyCells | distinct | merging | doubles) != 0;
}

/** Whether one tile is twice the other. */
function doubled(a: u32, b: u32): bool {
  if (a < 1 || b < 1) return false;
  return (a + 1 == b || b + 1 == a) && (LARGEST_KIND == 15 || (a >= 3 && b >= 3));
}

export function buildCounts(): void {
  for (let r: u32 = 0; r < 65536; r++) {
    let counts: u64 = 0;
    for (let i: u32 = 0; i < 4; i++) {
      const e = (r >> (i << 2)) & 15;
      if (e == 0) counts += 1;
      if (e + 4 >= LARGEST_KIND && e <= LARGEST_KIND) counts += <u64>1 << (15 + 5 * (e + 4 - LARGEST_KIND));
      if (i == 3) break;
      const f = (r >> ((i + 1) << 2)) & 15;
      if (merges(e, f)) counts += 1 << 5;
      if (doubled(e, f)) counts += 1 << 10;
    }
    store<u64>(COUNTS + (r << 3), counts);
  }
}

// @ts-ignore: decorator
@inline function countsOf(x: u64): u64 {
  return load<u64>(COUNTS + ((<u32>x & 0xffff) << 3)) + load<u64>(COUNTS + ((<u32>x >> 16) << 3)) +
    load<u64>(COUNTS + ((<u32>(x >> 32) & 0xffff) << 3)) + load<u64>(COUNTS + (<u32>(x >> 48) << 3));
}

/** Both directions of neighbours, and the rest once. */
export function counts(cells: u64): u64 { return countsOf(cells) + (countsOf(transpose(cells)) & 0x7fe0); }

// @ts-ignore: decorator
@inline function upTo7(counts: u64, field: u32): u32 { return min<u32>(<u32>(counts >> field) & 31, 7); }

/** The address of a feature's weight; 0 where the network does not have it. */
function addressOf(feature: u32, n: u64, present: u32, offset: u32): usize {
  if (feature == 0 && largeTiles) {
    return largeTiles + offset + ((upTo7(n, 15) | (upTo7(n, 20) << 3) | (upTo7(n, 25) << 6) | (upTo7(n, 30) << 9) | (upTo7(n, 35) << 12)) << 2);
  }
  if (feature == 1 && emptyCells) return emptyCells + offset + ((<u32>n & 31) << 2);
  if (feature == 2 && distinct) return distinct + offset + (<u32>popcnt(present & 0xfffe) << 2);
  if (feature == 3 && merging) return merging + offset + ((<u32>(n >> 5) & 31) << 2);
  if (feature == 4 && doubles) return doubles + offset + ((<u32>(n >> 10) & 31) << 2);
  return 0;
}

export function featureValue(cells: u64, offset: u32): f32 {
  const n = counts(cells), present = presence(cells);
  let sum: f32 = 0;
  for (let f: u32 = 0; f < 5; f++) {
    const at = addressOf(f, n, present, offset);
    if (at) sum += load<f32>(at);
  }
  return sum;
}

/** Adjusts the features' weights; `size` is the size of the error with temporal coherence, 0 without. */
export function adjustFeatures(cells: u64, offset: u32, step: f32, error: f32, size: f32): void {
  const n = counts(cells), present = presence(cells);
  for (let f: u32 = 0; f < 5; f++) {
    const at = addressOf(f, n, present, offset);
    if (!at) continue;
    if (size > 0) addCoherently(at, step, error, size);
    else add(at, step);
  }
}
