// Boards as 64 bits: cell i (0 the upper-left corner, row by row) is bits 4i … 4i+3. What is true of both games.

import { PRESENCE } from './layout';

// @ts-ignore: decorator
@inline export function transpose(x: u64): u64 {
  const a = (x & 0xf0f00f0ff0f00f0f) | ((x & 0x0000f0f00000f0f0) << 12) | ((x & 0x0f0f00000f0f0000) >> 12);
  return (a & 0xff00ff0000ff00ff) | ((a & 0x00ff00ff00000000) >> 24) | ((a & 0x00000000ff00ff00) << 24);
}

/** Left and right exchanged. */
// @ts-ignore: decorator
@inline export function mirror(x: u64): u64 {
  return ((x & 0x000f000f000f000f) << 12) | ((x & 0x00f000f000f000f0) << 4) | ((x & 0x0f000f000f000f00) >> 4) | ((x & 0xf000f000f000f000) >> 12);
}

/** Top and bottom exchanged. */
// @ts-ignore: decorator
@inline export function flip(x: u64): u64 {
  return (x << 48) | ((x & 0xffff0000) << 16) | ((x >> 16) & 0xffff0000) | (x >> 48);
}

/** A bit (the lowest of its four) for every empty cell. */
// @ts-ignore: decorator
@inline export function empties(x: u64): u64 {
  let y = x | (x >> 2);
  y |= y >> 1;
  return ~y & 0x1111111111111111;
}

/** The cells as sixteen bytes. */
// @ts-ignore: decorator
@inline export function spread(x: u64): v128 {
  const even = i64x2.splat(<i64>(x & 0x0f0f0f0f0f0f0f0f)), odd = i64x2.splat(<i64>((x >> 4) & 0x0f0f0f0f0f0f0f0f));
  return i8x16.shuffle(even, odd, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

/** The cell of bit number k (from 0) of a mask made like `empties`: without a branch, by counting the bits up to each cell. */
// @ts-ignore: decorator
@inline export function cellOf(mask: u64, k: u32): u32 {
  const upTo = mask * 0x1111111111111111;
  // Sixteen bits overflow the last count; that cell is then the only one left to take.
  return <u32>ctz(i8x16.bitmask(i8x16.gt_s(spread(upTo), i8x16.splat(<i8>k))) | 0x8000);
}

/** The smallest of the eight symmetric boards. */
export function canonical(x: u64): u64 {
  const m = mirror(x), f = flip(x), t = transpose(x), a = mirror(f), b = mirror(t), c = flip(t), d = mirror(c);
  return min<u64>(min<u64>(min<u64>(x, m), min<u64>(f, t)), min<u64>(min<u64>(a, b), min<u64>(c, d)));
}

export function symmetric(x: u64, which: i32): u64 {
  if (which & 4) x = transpose(x);
  if (which & 1) x = mirror(x);
  if (which & 2) x = flip(x);
  return x;
}

/** A row backwards. */
// @ts-ignore: decorator
@inline export function reverse(r: u32): u32 { return ((r >> 12) & 15) | ((r >> 4) & 0xf0) | ((r << 4) & 0xf00) | ((r << 12) & 0xf000); }

export function buildPresence(): void {
  for (let r: u32 = 0; r < 65536; r++) {
    const present: u32 = (<u32>1 << (r & 15)) | (<u32>1 << ((r >> 4) & 15)) | (<u32>1 << ((r >> 8) & 15)) | (<u32>1 << (r >> 12));
    store<u16>(PRESENCE + (r << 1), <u16>present);
  }
}

/** Bit e is set where the board holds exponent e (bit 0: an empty cell). */
// @ts-ignore: decorator
@inline export function presence(x: u64): u32 {
  return <u32>load<u16>(PRESENCE + ((<u32>x & 0xffff) << 1)) | <u32>load<u16>(PRESENCE + ((<u32>x >> 16) << 1)) |
    <u32>load<u16>(PRESENCE + ((<u32>(x >> 32) & 0xffff) << 1)) | <u32>load<u16>(PRESENCE + (<u32>(x >> 48) << 1));
}
