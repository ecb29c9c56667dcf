// Features that are not patterns (Yeh et al., IV.A and IV.E): a table each, looked up once a board.
//   0  large tiles: how many there are of each of the five largest kinds (2048 … 32768; in Threes 384 … 6144), up to 7 each
//   1  empty cells    2  distinct tiles    3  pairs of neighbours that merge    4  pairs of neighbours v, 2v
// The counts come from the rows: COUNTS has, for every row, fields of five bits that add up over the board:
//   empties, merging pairs, v–2v pairs, then the five large kinds.

import { COUNTS, FEATURES, SETTINGS } from '../layout';
import { presence, transpose } from '../board';
import { DOUBLES_FROM, MAX_EXPONENT, merges } from '../game';
import { add, addCoherently } from './weights';

/** The largest exponent that four bits tell apart. */
const LARGEST_KIND: u32 = MAX_EXPONENT < 15 ? MAX_EXPONENT : 15;

export let hasFeatures: bool = false;
/** Bytes of the addresses that `locateFeatures` writes. */
export let featureBytes: usize = 0;
let largeTiles: u32 = 0, emptyCells: u32 = 0, distinct: u32 = 0, merging: u32 = 0, doubles: u32 = 0;

export function configureFeatures(): void {
  largeTiles = load<u32>(SETTINGS + FEATURES);
  emptyCells = load<u32>(SETTINGS + FEATURES, 4);
  distinct = load<u32>(SETTINGS + FEATURES, 8);
  merging = load<u32>(SETTINGS + FEATURES, 12);
  doubles = load<u32>(SETTINGS + FEATURES, 16);
  hasFeatures = (largeTiles | emptyCells | distinct | merging | doubles) != 0;
  featureBytes = (<usize>(largeTiles != 0) + <usize>(emptyCells != 0) + <usize>(distinct != 0) + <usize>(merging != 0) + <usize>(doubles != 0)) << 2;
}

/** Whether one tile is twice the other. */
function doubled(a: u32, b: u32): bool {
  return (a + 1 == b || b + 1 == a) && a >= DOUBLES_FROM && b >= DOUBLES_FROM;
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

/** Both directions of neighbours where they are asked for, and the rest once. */
// @ts-ignore: decorator
@inline function counts(cells: u64): u64 {
  const n = countsOf(cells);
  return merging | doubles ? n + (countsOf(transpose(cells)) & 0x7fe0) : n;
}

/** Of each of the five large kinds how many there are, up to 7, three bits each. */
// @ts-ignore: decorator
@inline function largeIndex(n: u64): u32 {
  const kinds = n >> 15;
  // Hardly any board has eight of a kind.
  if (kinds & 0x18c6318) return crowdedIndex(n);
  return (<u32>kinds & 7) | (<u32>(kinds >> 2) & 0x38) | (<u32>(kinds >> 4) & 0x1c0) | (<u32>(kinds >> 6) & 0xe00) | (<u32>(kinds >> 8) & 0x7000);
}
// @ts-ignore: decorator
@inline function upTo7(counts: u64, field: u32): u32 { return min<u32>(<u32>(counts >> field) & 31, 7); }
function crowdedIndex(n: u64): u32 {
  return upTo7(n, 15) | (upTo7(n, 20) << 3) | (upTo7(n, 25) << 6) | (upTo7(n, 30) << 9) | (upTo7(n, 35) << 12);
}

/** The address of a feature's weight. */
// @ts-ignore: decorator
@inline function largeAt(n: u64, offset: u32): u32 { return largeTiles + offset + (largeIndex(n) << 2); }
// @ts-ignore: decorator
@inline function emptyAt(n: u64, offset: u32): u32 { return emptyCells + offset + ((<u32>n & 31) << 2); }
// @ts-ignore: decorator
@inline function distinctAt(cells: u64, offset: u32): u32 { return distinct + offset + (<u32>popcnt(presence(cells) & 0xfffe) << 2); }
// @ts-ignore: decorator
@inline function mergingAt(n: u64, offset: u32): u32 { return merging + offset + ((<u32>(n >> 5) & 31) << 2); }
// @ts-ignore: decorator
@inline function doublesAt(n: u64, offset: u32): u32 { return doubles + offset + ((<u32>(n >> 10) & 31) << 2); }

export function featureValue(cells: u64, offset: u32): f32 {
  const n = counts(cells);
  let sum: f32 = 0;
  if (largeTiles) sum += load<f32>(largeAt(n, offset));
  if (emptyCells) sum += load<f32>(emptyAt(n, offset));
  if (distinct) sum += load<f32>(distinctAt(cells, offset));
  if (merging) sum += load<f32>(mergingAt(n, offset));
  if (doubles) sum += load<f32>(doublesAt(n, offset));
  return sum;
}

/** Adjusts the features' weights; `size` is the size of the error with temporal coherence, 0 without. */
export function adjustFeatures(cells: u64, offset: u32, step: f32, error: f32, size: f32): void {
  const n = counts(cells);
  if (largeTiles) adjustOne(largeAt(n, offset), step, error, size);
  if (emptyCells) adjustOne(emptyAt(n, offset), step, error, size);
  if (distinct) adjustOne(distinctAt(cells, offset), step, error, size);
  if (merging) adjustOne(mergingAt(n, offset), step, error, size);
  if (doubles) adjustOne(doublesAt(n, offset), step, error, size);
}
// @ts-ignore: decorator
@inline function adjustOne(at: usize, step: f32, error: f32, size: f32): void {
  if (size > 0) addCoherently(at, step, error, size);
  else add(at, step);
}

// ── in two steps, as network.ts does it ──

/** Writes the addresses of the features' weights, four bytes each. */
export function locateFeatures(cells: u64, offset: u32, to: usize): void {
  const n = counts(cells);
  if (largeTiles) { store<u32>(to, largeAt(n, offset)); to += 4; }
  if (emptyCells) { store<u32>(to, emptyAt(n, offset)); to += 4; }
  if (distinct) { store<u32>(to, distinctAt(cells, offset)); to += 4; }
  if (merging) { store<u32>(to, mergingAt(n, offset)); to += 4; }
  if (doubles) store<u32>(to, doublesAt(n, offset));
}

/** The sum of the weights at addresses that `locateFeatures` wrote. */
// @ts-ignore: decorator
@inline export function featureValueAt(at: usize): f32 {
  let sum: f32 = 0;
  for (const end = at + featureBytes; at < end; at += 4) sum += load<f32>(load<u32>(at));
  return sum;
}

/** As `adjustFeatures`, for the weights at such addresses. */
// @ts-ignore: decorator
@inline export function adjustFeaturesAt(at: usize, step: f32, error: f32, size: f32): void {
  for (const end = at + featureBytes; at < end; at += 4) adjustOne(load<u32>(at), step, error, size);
}
