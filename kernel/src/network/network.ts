// The value of an afterstate: the sum of the weights that its patterns look up, under all eight symmetries.
//
// A pattern's index is the exponents of its cells, four bits each, the first cell lowest. Cells are spread to sixteen
// bytes; two byte swizzles and an or give the index under four symmetries at once, for any pattern of up to eight cells,
// so no network is special. The weight of an index lies at its slot: the low two bits of the last cells change places
// with the high two bits of the first, so that boards that differ in small tiles share pages and cache lines (a fifth
// more moves per second). A group is four symmetries of one pattern, a line of 64 bytes in GROUPS:
//   v128 even cells, v128 odd cells, u32 × 4 the lanes' tables, u32 bytes from one hint's weight to the next (4, or 0
//   where the pattern has no hint), u32 first entry, u32 entries (sliced groups only), u16 the bits that change places, u16 how far (0 in slices)
// A lane has its own table where symmetries do not share weights (Q-learning); otherwise the four are equal.
// Plain groups: two make a pattern. Folded groups: where a symmetry of the board maps a pattern onto itself, its eight
// lookups are four pairs with equal weights; two lines then give both indices, and the smaller one is looked up once,
// for both (its weight is the pair's sum). Sliced groups: a table too big for one memory; each memory has a slice.
//
// A network that only plays may have weights of 16 bits, multiples of a step: half the memory, more of it in the caches.

import { CHAINED, COHERENT, GROUP_BOUNDS, LOCATED_BYTES, NARROW_STEP, PROMOTE, SETTINGS, STAGE_BYTES } from '../layout';
import { spread } from '../board';
import { HAS_HINT, hintOf } from '../game';
import { adjustFeatures, adjustFeaturesAt, configureFeatures, featureBytes, featureValue, featureValueAt, hasFeatures, locateFeatures } from './features';
import { configureStages } from './stages';
import { add, add4, coherent4, configureWeights } from './weights';

/** The rest of a network that is spread over several memories. */
// @ts-ignore: decorator
@external('env', 'restValue') declare function restValue(cells: u64, aux: u32, stage: u32): f32;
// @ts-ignore: decorator
@external('env', 'restAdjust') declare function restAdjust(cells: u64, aux: u32, stage: u32, step: f32, error: f32): void;

/** Where the plain, folded and sliced groups begin. */
export let plain: usize = 0, folded: usize = 0, sliced: usize = 0;
let end: usize = 0;
export let stageBytes: u32 = 0;
/** How often the settings were read: who keeps something about the network knows when to make it again. */
export let configured: u32 = 0;
let plainBytes: usize = 0, foldedBytes: usize = 0;
let promote: bool = false, chained: bool = false, coherent: bool = false;
/** What weights of 16 bits are multiples of. */
let step: f32 = 0, narrow: bool = false;
/**
 * Whether weights have 16 bits. Who locates or reads many of them asks once and hands the answer down as a constant (`thin`), so
 * that no weight waits for the question and shifts are by constants.
 */
// @ts-ignore: decorator
@inline export function isNarrow(): bool { return !HAS_HINT && narrow; }

/** Reads the network's settings; every thread calls it after they change. */
export function configureNetwork(): void {
  configured++;
  plain = load<u32>(SETTINGS + GROUP_BOUNDS);
  folded = load<u32>(SETTINGS + GROUP_BOUNDS, 4);
  sliced = load<u32>(SETTINGS + GROUP_BOUNDS, 8);
  end = load<u32>(SETTINGS + GROUP_BOUNDS, 12);
  stageBytes = load<u32>(SETTINGS + STAGE_BYTES);
  promote = load<i32>(SETTINGS + PROMOTE) != 0;
  chained = load<i32>(SETTINGS + CHAINED) != 0;
  coherent = load<i32>(SETTINGS + COHERENT) != 0;
  step = load<f32>(SETTINGS + NARROW_STEP);
  narrow = step > 0;
  configureStages();
  configureWeights();
  configureFeatures();
  plainBytes = (folded - plain) >> 2;
  foldedBytes = (sliced - folded) >> 3;
  locatedBytes = plainBytes + foldedBytes + featureBytes;
  locatable = !promote && !chained && sliced == end && <i32>locatedBytes <= LOCATED_BYTES;
}

/** Four indices into tables. */
// @ts-ignore: decorator
@inline export function entry(c: v128, g: usize): v128 {
  return v128.or(i8x16.swizzle(c, v128.load(g)), i32x4.shl(i8x16.swizzle(c, v128.load(g, 16)), 4));
}

/** The slots of four indices. */
// @ts-ignore: decorator
@inline export function slot(x: v128, g: usize): v128 {
  const far = <i32>load<u16>(g, 62);
  const t = v128.and(v128.xor(x, i32x4.shr_u(x, far)), i32x4.splat(load<u16>(g, 60)));
  return v128.xor(v128.xor(x, t), i32x4.shl(t, far));
}

/** The addresses of four weights, but for the stage and the hint, which `shift` adds. */
// @ts-ignore: decorator
@inline function plainAt(c: v128, g: usize, shift: v128, thin: bool): v128 {
  return i32x4.add(bytesTo(slot(entry(c, g), g), g, thin), i32x4.add(v128.load(g, 32), shift));
}
// @ts-ignore: decorator
@inline function foldedAt(c: v128, g: usize, shift: v128, thin: bool): v128 {
  return i32x4.add(bytesTo(slot(i32x4.min_u(entry(c, g), entry(c, g + 64)), g), g, thin), i32x4.add(v128.load(g, 32), shift));
}

/** A slot has one weight, or one per hint side by side: a search that needs them all reads them at once. */
// @ts-ignore: decorator
@inline export function bytesTo(slots: v128, g: usize, thin: bool): v128 {
  if (HAS_HINT) return i32x4.shl(slots, 2 + (load<i32>(g, 48) >> 1));
  return i32x4.shl(slots, thin ? 1 : 2);
}

/** How far the weights of this stage and hint are from the first. */
// @ts-ignore: decorator
@inline function shiftOf(g: usize, aux: u32, offset: u32): v128 {
  if (HAS_HINT) return i32x4.splat(offset + hintOf(aux) * load<u32>(g, 48));
  return i32x4.splat(offset);
}

// @ts-ignore: decorator
@inline function sum4(x: v128): f32 {
  const p = i64x2.extract_lane(x, 0), q = i64x2.extract_lane(x, 1);
  return (load<f32>(<u32>p) + load<f32>(<u32>(<u64>p >> 32))) + (load<f32>(<u32>q) + load<f32>(<u32>(<u64>q >> 32)));
}

export function value(cells: u64, aux: u32, stage: u32): f32 {
  if (isNarrow()) return narrowValue(cells, stage);
  if (promote && stage > 0) promoteTo(cells, aux, stage);
  const c = spread(cells), offset = stage * stageBytes;
  let a: f32 = 0, b: f32 = 0;
  for (let g = plain; g < folded; g += 128) {
    const shift = shiftOf(g, aux, offset);
    a += sum4(plainAt(c, g, shift, false));
    b += sum4(plainAt(c, g + 64, shift, false));
  }
  for (let g = folded; g < sliced; g += 128) a += sum4(foldedAt(c, g, shiftOf(g, aux, offset), false));
  a += b;
  if (sliced < end) a += slicedValue(c, offset);
  if (hasFeatures) a += featureValue(cells, offset);
  if (chained) a += restValue(cells, aux, stage);
  return a;
}

/** As `value`, of a network of plain and folded groups alone. */
function narrowValue(cells: u64, stage: u32): f32 {
  const c = spread(cells), shift = i32x4.splat(stage * stageBytes);
  let sum: i32 = 0;
  for (let g = plain; g < folded; g += 64) sum += narrowSum4(plainAt(c, g, shift, true));
  for (let g = folded; g < sliced; g += 128) sum += narrowSum4(foldedAt(c, g, shift, true));
  return <f32>sum * step;
}
// @ts-ignore: decorator
@inline function narrowSum4(x: v128): i32 {
  const p = i64x2.extract_lane(x, 0), q = i64x2.extract_lane(x, 1);
  return <i32>load<i16>(<u32>p) + <i32>load<i16>(<u32>(<u64>p >> 32)) + <i32>load<i16>(<u32>q) + <i32>load<i16>(<u32>(<u64>q >> 32));
}

// ── in two steps: first where the weights are, then what they hold. The addresses of all moves are known before any weight
// is read, so more reads are under way at once; and the update of the move that was made need not find them again. ──

/** Whether the network can be valued and adjusted by addresses alone. */
export let locatable: bool = false;
/** Bytes of addresses of an afterstate. */
export let locatedBytes: usize = 0;

/** Writes the addresses of the weights of an afterstate, 16 bytes per group of four, then those of the features. */
// @ts-ignore: decorator
@inline export function locate(cells: u64, aux: u32, stage: u32, to: usize, thin: bool): void {
  const c = spread(cells), offset = stage * stageBytes;
  for (let g = plain; g < folded; g += 128, to += 32) {
    const shift = shiftOf(g, aux, offset);
    v128.store(to, plainAt(c, g, shift, thin));
    v128.store(to, plainAt(c, g + 64, shift, thin), 16);
  }
  for (let g = folded; g < sliced; g += 128, to += 16) v128.store(to, foldedAt(c, g, shiftOf(g, aux, offset), thin));
  if (hasFeatures) locateFeatures(cells, offset, to);
}

/** The sum of the weights at addresses that `locate` wrote. */
// @ts-ignore: decorator
@inline export function valueAt(at: usize, thin: bool): f32 {
  if (thin) return narrowValueAt(at);
  let a: f32 = 0, b: f32 = 0;
  const end = at + plainBytes;
  for (; at < end; at += 32) {
    a += sum4At(at);
    b += sum4At(at + 16);
  }
  for (const last = end + foldedBytes; at < last; at += 16) a += sum4At(at);
  a += b;
  return hasFeatures ? a + featureValueAt(at) : a;
}
// @ts-ignore: decorator
@inline function sum4At(at: usize): f32 {
  return (load<f32>(load<u32>(at)) + load<f32>(load<u32>(at, 4))) + (load<f32>(load<u32>(at, 8)) + load<f32>(load<u32>(at, 12)));
}

/** The same where weights have 16 bits: whole numbers, so no order of sums rounds differently. */
// @ts-ignore: decorator
@inline function narrowValueAt(at: usize): f32 {
  let a: i32 = 0, b: i32 = 0;
  for (const last = at + plainBytes + foldedBytes; at < last; at += 16) {
    a += <i32>load<i16>(load<u32>(at)) + <i32>load<i16>(load<u32>(at, 4));
    b += <i32>load<i16>(load<u32>(at, 8)) + <i32>load<i16>(load<u32>(at, 12));
  }
  return <f32>(a + b) * step;
}

/** As `adjust`, for the weights at addresses that `locate` wrote. */
export function adjustAt(at: usize, step: f32, error: f32): void {
  const end = at + plainBytes, last = end + foldedBytes, d = step * error;
  if (coherent) {
    const size = abs<f32>(error);
    for (; at < end; at += 16) coherent4(v128.load(at), d, error, size);
    for (; at < last; at += 16) coherent4(v128.load(at), 2 * d, error, size);
  } else {
    for (; at < end; at += 16) {
      add(load<u32>(at), d); add(load<u32>(at, 4), d); add(load<u32>(at, 8), d); add(load<u32>(at, 12), d);
    }
    for (; at < last; at += 16) {
      add(load<u32>(at), 2 * d); add(load<u32>(at, 4), 2 * d); add(load<u32>(at, 8), 2 * d); add(load<u32>(at, 12), 2 * d);
    }
  }
  if (hasFeatures) adjustFeaturesAt(at, d, error, coherent ? abs<f32>(error) : 0);
}

/** Adds `step` to every weight that the afterstate looks up (to a folded one, that stands for two, twice that). */
function adjustEvenly(cells: u64, aux: u32, stage: u32, step: f32): void {
  const c = spread(cells), offset = stage * stageBytes;
  for (let g = plain; g < folded; g += 64) add4(plainAt(c, g, shiftOf(g, aux, offset), false), step);
  for (let g = folded; g < sliced; g += 128) add4(foldedAt(c, g, shiftOf(g, aux, offset), false), 2 * step);
  if (sliced < end) adjustSliced(c, offset, step);
  if (hasFeatures) adjustFeatures(cells, offset, step, 0, 0);
}

function adjustCoherently(cells: u64, aux: u32, stage: u32, step: f32, error: f32): void {
  const c = spread(cells), offset = stage * stageBytes, size = abs<f32>(error);
  for (let g = plain; g < folded; g += 64) coherent4(plainAt(c, g, shiftOf(g, aux, offset), false), step, error, size);
  for (let g = folded; g < sliced; g += 128) coherent4(foldedAt(c, g, shiftOf(g, aux, offset), false), 2 * step, error, size);
  if (hasFeatures) adjustFeatures(cells, offset, step, error, size);
}

/** Moves the value of an afterstate against its error: every weight by `step` · error, or with coherence at its own rate. */
export function adjust(cells: u64, aux: u32, stage: u32, step: f32, error: f32): void {
  if (coherent) adjustCoherently(cells, aux, stage, step * error, error);
  else adjustEvenly(cells, aux, stage, step * error);
  if (chained) restAdjust(cells, aux, stage, step, error);
}

// ── the rare cases ───────────────────────────────────────────────────────────────────────────────────────────────

/** A weight of a slice, or 0 where another memory has it. */
// @ts-ignore: decorator
@inline function inSlice(i: u32, g: usize, offset: u32): usize {
  const k = i - load<u32>(g, 52);
  return k < load<u32>(g, 56) ? <usize>(load<u32>(g, 32) + offset) + (<usize>k << 2) : <usize>0;
}
function slicedValue(c: v128, offset: u32): f32 {
  let sum: f32 = 0;
  for (let g = sliced; g < end; g += 64) {
    const x = entry(c, g);
    const p = inSlice(i32x4.extract_lane(x, 0), g, offset), q = inSlice(i32x4.extract_lane(x, 1), g, offset);
    const r = inSlice(i32x4.extract_lane(x, 2), g, offset), s = inSlice(i32x4.extract_lane(x, 3), g, offset);
    if (p) sum += load<f32>(p);
    if (q) sum += load<f32>(q);
    if (r) sum += load<f32>(r);
    if (s) sum += load<f32>(s);
  }
  return sum;
}
function adjustSliced(c: v128, offset: u32, step: f32): void {
  for (let g = sliced; g < end; g += 64) {
    const x = entry(c, g);
    const p = inSlice(i32x4.extract_lane(x, 0), g, offset), q = inSlice(i32x4.extract_lane(x, 1), g, offset);
    const r = inSlice(i32x4.extract_lane(x, 2), g, offset), s = inSlice(i32x4.extract_lane(x, 3), g, offset);
    if (p) add(p, step);
    if (q) add(q, step);
    if (r) add(r, step);
    if (s) add(s, step);
  }
}

/** Gives weights of a later stage that were never written the value they have in the stage before. */
function promoteTo(cells: u64, aux: u32, stage: u32): void {
  const c = spread(cells), offset = stage * stageBytes;
  for (let g = plain; g < folded; g += 64) promote4(plainAt(c, g, shiftOf(g, aux, offset), false), offset);
  for (let g = folded; g < sliced; g += 128) promote4(foldedAt(c, g, shiftOf(g, aux, offset), false), offset);
}
function promote4(x: v128, offset: u32): void {
  promoteOne(i32x4.extract_lane(x, 0), offset);
  promoteOne(i32x4.extract_lane(x, 1), offset);
  promoteOne(i32x4.extract_lane(x, 2), offset);
  promoteOne(i32x4.extract_lane(x, 3), offset);
}
function promoteOne(at: usize, offset: u32): void {
  for (let back = stageBytes; back <= offset && load<f32>(at) == 0; back += stageBytes) {
    const earlier = load<f32>(at - back);
    if (earlier != 0) store<f32>(at, earlier);
  }
}
