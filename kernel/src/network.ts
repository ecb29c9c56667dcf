// The value of an afterstate: the sum of the weights that its patterns look up, under all eight symmetries.
//
// A pattern's index is the exponents of its cells, four bits each, the first cell lowest. Cells are spread to sixteen
// bytes; two byte swizzles and an or give the index under four symmetries at once, for any pattern of up to eight cells,
// so no network is special. The weight of an index lies at its slot: the low two bits of the last cells change places
// with the high two bits of the first, so that boards that differ in small tiles share pages and cache lines (a fifth
// more moves a second). A group is four symmetries of one pattern, a line of 64 bytes in GROUPS:
//   v128 even cells, v128 odd cells, u32 × 4 the lanes' tables, u32 bytes from one hint's table to the next,
//   u32 first entry, u32 entries (sliced groups only), u16 the bits that change places, u16 how far (0 in slices)
// A lane has its own table where symmetries do not share weights (Q-learning); otherwise the four are equal.
// Plain groups: two make a pattern. Folded groups: where a symmetry of the board maps a pattern onto itself, its eight
// lookups are four pairs with equal weights; two lines then give both indices, and the smaller one is looked up once,
// for both (its weight is the pair's sum). Sliced groups: a table too big for one memory; each memory has a slice.

import {
  CHAINED, COHERENCE, COHERENT, GROUP_BOUNDS, LOCATED_BYTES, PROMOTE, SETTINGS, STAGE_BYTES, STAGE_MASKS, STAGE_MODE, STAGE_OF, STAGES,
} from './layout';
import { presence, spread } from './board';
import { HAS_HINT, hintOf } from './game';
import { adjustFeatures, configureFeatures, featureValue, hasFeatures } from './features';

/** The rest of a network that is spread over several memories. */
// @ts-ignore: decorator
@external('env', 'restValue') declare function restValue(cells: u64, aux: u32, stage: u32): f32;
// @ts-ignore: decorator
@external('env', 'restAdjust') declare function restAdjust(cells: u64, aux: u32, stage: u32, step: f32, error: f32): void;

let plain: usize = 0, folded: usize = 0, sliced: usize = 0, end: usize = 0;
let stageBytes: u32 = 0, coherence: u32 = 0;
let plainBytes: usize = 0, foldedBytes: usize = 0;
export let stages: u32 = 1;
let byReach: bool = false, fixed: bool = false, promote: bool = false, chained: bool = false, coherent: bool = false;

/** Reads the network's settings; every thread calls it after they change. */
export function configureNetwork(): void {
  plain = load<u32>(SETTINGS + GROUP_BOUNDS);
  folded = load<u32>(SETTINGS + GROUP_BOUNDS, 4);
  sliced = load<u32>(SETTINGS + GROUP_BOUNDS, 8);
  end = load<u32>(SETTINGS + GROUP_BOUNDS, 12);
  stageBytes = load<u32>(SETTINGS + STAGE_BYTES);
  coherence = load<u32>(SETTINGS + COHERENCE);
  stages = load<u32>(SETTINGS + STAGES);
  byReach = load<i32>(SETTINGS + STAGE_MODE) == 1;
  fixed = load<i32>(SETTINGS + STAGE_MODE) == 2;
  promote = load<i32>(SETTINGS + PROMOTE) != 0;
  chained = load<i32>(SETTINGS + CHAINED) != 0;
  coherent = load<i32>(SETTINGS + COHERENT) != 0;
  configureFeatures();
  plainBytes = (folded - plain) >> 2;
  foldedBytes = (sliced - folded) >> 3;
  locatable = !promote && !chained && !hasFeatures && sliced == end && <i32>(plainBytes + foldedBytes) <= LOCATED_BYTES;
}

/** The stage of an afterstate that follows a state of stage `before`. */
// @ts-ignore: decorator
@inline export function stageAfter(cells: u64, before: u32): u32 {
  return stages == 1 ? 0 : fixed ? before : stageOf(cells, before);
}

function stageOf(cells: u64, before: u32): u32 {
  const present = presence(cells);
  if (!byReach) return load<u8>(STAGE_OF + present);
  let stage = before;
  while (stage + 1 < stages) {
    const needed = <u32>load<u16>(SETTINGS + STAGE_MASKS + (stage << 1));
    if ((present & needed) != needed) break;
    stage++;
  }
  return stage;
}

/** Four indices into tables. */
// @ts-ignore: decorator
@inline function entry(c: v128, g: usize): v128 {
  return v128.or(i8x16.swizzle(c, v128.load(g)), i32x4.shl(i8x16.swizzle(c, v128.load(g, 16)), 4));
}

/** The slots of four indices. */
// @ts-ignore: decorator
@inline function slot(x: v128, g: usize): v128 {
  const far = <i32>load<u16>(g, 62);
  const t = v128.and(v128.xor(x, i32x4.shr_u(x, far)), i32x4.splat(load<u16>(g, 60)));
  return v128.xor(v128.xor(x, t), i32x4.shl(t, far));
}

/** The addresses of four weights of f32, but for the stage and the hint, which `shift` adds. */
// @ts-ignore: decorator
@inline function plainAt(c: v128, g: usize, shift: v128): v128 {
  return i32x4.add(i32x4.shl(slot(entry(c, g), g), 2), i32x4.add(v128.load(g, 32), shift));
}
// @ts-ignore: decorator
@inline function foldedAt(c: v128, g: usize, shift: v128): v128 {
  return i32x4.add(i32x4.shl(slot(i32x4.min_u(entry(c, g), entry(c, g + 64)), g), 2), i32x4.add(v128.load(g, 32), shift));
}

/** How far the tables of this stage and hint are from the first. */
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
  if (promote && stage > 0) promoteTo(cells, aux, stage);
  const c = spread(cells), offset = stage * stageBytes;
  let a: f32 = 0, b: f32 = 0;
  for (let g = plain; g < folded; g += 128) {
    const shift = shiftOf(g, aux, offset);
    a += sum4(plainAt(c, g, shift));
    b += sum4(plainAt(c, g + 64, shift));
  }
  for (let g = folded; g < sliced; g += 128) a += sum4(foldedAt(c, g, shiftOf(g, aux, offset)));
  a += b;
  if (sliced < end) a += slicedValue(c, offset);
  if (hasFeatures) a += featureValue(cells, offset);
  if (chained) a += restValue(cells, aux, stage);
  return a;
}

// ── in two steps: first where the weights are, then what they hold. The addresses of all moves are known before any weight
// is read, so more reads are under way at once; and the update of the move that was made need not find them again. ──

/** Whether the network can be valued and adjusted by addresses alone. */
export let locatable: bool = false;

/** Writes the addresses of the weights of an afterstate, 16 bytes a group of four. */
// @ts-ignore: decorator
@inline export function locate(cells: u64, aux: u32, stage: u32, to: usize): void {
  const c = spread(cells), offset = stage * stageBytes;
  for (let g = plain; g < folded; g += 128, to += 32) {
    const shift = shiftOf(g, aux, offset);
    v128.store(to, plainAt(c, g, shift));
    v128.store(to, plainAt(c, g + 64, shift), 16);
  }
  for (let g = folded; g < sliced; g += 128, to += 16) v128.store(to, foldedAt(c, g, shiftOf(g, aux, offset)));
}

/** The sum of the weights at addresses that `locate` wrote. */
// @ts-ignore: decorator
@inline export function valueAt(at: usize): f32 {
  let a: f32 = 0, b: f32 = 0;
  const end = at + plainBytes;
  for (; at < end; at += 32) {
    a += sum4At(at);
    b += sum4At(at + 16);
  }
  for (const last = end + foldedBytes; at < last; at += 16) a += sum4At(at);
  return a + b;
}
// @ts-ignore: decorator
@inline function sum4At(at: usize): f32 {
  return (load<f32>(load<u32>(at)) + load<f32>(load<u32>(at, 4))) + (load<f32>(load<u32>(at, 8)) + load<f32>(load<u32>(at, 12)));
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
}

// @ts-ignore: decorator
@inline export function add(at: usize, d: f32): void { store<f32>(at, load<f32>(at) + d); }
// @ts-ignore: decorator
@inline function add4(x: v128, d: f32): void {
  const p = i64x2.extract_lane(x, 0), q = i64x2.extract_lane(x, 1);
  add(<u32>p, d); add(<u32>(<u64>p >> 32), d); add(<u32>q, d); add(<u32>(<u64>q >> 32), d);
}

/** Adds `step` to every weight that the afterstate looks up (to a folded one, that stands for two, twice that). */
function adjustEvenly(cells: u64, aux: u32, stage: u32, step: f32): void {
  const c = spread(cells), offset = stage * stageBytes;
  for (let g = plain; g < folded; g += 64) add4(plainAt(c, g, shiftOf(g, aux, offset)), step);
  for (let g = folded; g < sliced; g += 128) add4(foldedAt(c, g, shiftOf(g, aux, offset)), 2 * step);
  if (sliced < end) adjustSliced(c, offset, step);
  if (hasFeatures) adjustFeatures(cells, offset, step, 0, 0);
}

/**
 * Temporal coherence: a weight's own rate is |E| / A, the sum of its errors by the sum of their sizes (1 before any);
 * the rate is read first, then the error is counted in.
 */
// @ts-ignore: decorator
@inline export function addCoherently(at: usize, step: f32, error: f32, size: f32): void {
  const ea = <usize>coherence + 2 * at;
  const e = load<f32>(ea), a = load<f32>(ea, 4);
  const rate: f32 = a > 0 ? abs<f32>(e) / a : 1;
  store<f32>(ea, e + error);
  store<f32>(ea, a + size, 4);
  store<f32>(at, load<f32>(at) + step * rate);
}
/** Four weights at once; where two of them are the same weight, one after the other, so that both errors count. */
// @ts-ignore: decorator
@inline function coherent4(x: v128, step: f32, error: f32, size: f32): void {
  const p = i64x2.extract_lane(x, 0), q = i64x2.extract_lane(x, 1);
  const w0 = <usize>(<u32>p), w1 = <usize>(<u32>(<u64>p >> 32)), w2 = <usize>(<u32>q), w3 = <usize>(<u32>(<u64>q >> 32));
  const again = v128.or(i32x4.eq(x, v128.shuffle<i32>(x, x, 1, 2, 3, 0)), i32x4.eq(x, v128.shuffle<i32>(x, x, 2, 3, 0, 1)));
  if (v128.any_true(again)) {
    addCoherently(w0, step, error, size); addCoherently(w1, step, error, size);
    addCoherently(w2, step, error, size); addCoherently(w3, step, error, size);
    return;
  }
  const s0 = <usize>coherence + 2 * w0, s1 = <usize>coherence + 2 * w1, s2 = <usize>coherence + 2 * w2, s3 = <usize>coherence + 2 * w3;
  const low = v128.load_lane<u64>(s1, v128.load64_zero(s0), 1), high = v128.load_lane<u64>(s3, v128.load64_zero(s2), 1);
  const e = v128.shuffle<f32>(low, high, 0, 2, 4, 6), a = v128.shuffle<f32>(low, high, 1, 3, 5, 7);
  const rate = v128.bitselect(f32x4.div(f32x4.abs(e), a), f32x4.splat(1), f32x4.gt(a, f32x4.splat(0)));
  const move = f32x4.mul(f32x4.splat(step), rate);
  const e2 = f32x4.add(e, f32x4.splat(error)), a2 = f32x4.add(a, f32x4.splat(size));
  const low2 = v128.shuffle<f32>(e2, a2, 0, 4, 1, 5), high2 = v128.shuffle<f32>(e2, a2, 2, 6, 3, 7);
  v128.store_lane<u64>(s0, low2, 0); v128.store_lane<u64>(s1, low2, 1);
  v128.store_lane<u64>(s2, high2, 0); v128.store_lane<u64>(s3, high2, 1);
  add(w0, f32x4.extract_lane(move, 0)); add(w1, f32x4.extract_lane(move, 1));
  add(w2, f32x4.extract_lane(move, 2)); add(w3, f32x4.extract_lane(move, 3));
}
function adjustCoherently(cells: u64, aux: u32, stage: u32, step: f32, error: f32): void {
  const c = spread(cells), offset = stage * stageBytes, size = abs<f32>(error);
  for (let g = plain; g < folded; g += 64) coherent4(plainAt(c, g, shiftOf(g, aux, offset)), step, error, size);
  for (let g = folded; g < sliced; g += 128) coherent4(foldedAt(c, g, shiftOf(g, aux, offset)), 2 * step, error, size);
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
  for (let g = plain; g < folded; g += 64) promote4(plainAt(c, g, shiftOf(g, aux, offset)), offset);
  for (let g = folded; g < sliced; g += 128) promote4(foldedAt(c, g, shiftOf(g, aux, offset)), offset);
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
