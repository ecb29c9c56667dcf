// How weights move: all by the same step, or with temporal coherence each at a rate of its own.

import { COHERENCE, SETTINGS } from '../layout';

let coherence: u32 = 0;

/** Reads the settings. */
export function configureWeights(): void { coherence = load<u32>(SETTINGS + COHERENCE); }

// @ts-ignore: decorator
@inline export function add(at: usize, d: f32): void { store<f32>(at, load<f32>(at) + d); }
// @ts-ignore: decorator
@inline export function add4(x: v128, d: f32): void {
  const p = i64x2.extract_lane(x, 0), q = i64x2.extract_lane(x, 1);
  add(<u32>p, d); add(<u32>(<u64>p >> 32), d); add(<u32>q, d); add(<u32>(<u64>q >> 32), d);
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
@inline export function coherent4(x: v128, step: f32, error: f32, size: f32): void {
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
