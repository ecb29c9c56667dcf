// The values of boards that differ in one cell, for a game with hints: a tile enters and merges with nothing, and which tile it
// is does not matter to the rest of the board. The board without the tile is located once. Lookups that do not read the cell
// are summed once for all tiles; those that do find four tiles' weights at a time, since a tile moves an index by a
// fixed amount. Which lookups read a cell is listed when the network changes. Values have a lane for each hint, as only patterns
// with a hint tell them apart. Sums are in another order than in `value`: the last digit may differ.

import { LAST_PLY } from '../layout';
import { spread } from '../board';
import { bytesTo, configured, entry, folded, locatable, locate, plain, slot, sliced, stageBytes } from '../network/network';
import { hasFeatures } from '../network/features';
import { block } from '../thread';
import { countLeaves } from './clock';

// From LAST_PLY; what is below belongs to last-ply-hinted.ts.
/** 16 bytes of zeros, and a u32 with their address: what fills a list up. */
const NOTHING: usize = LAST_PLY + 0x2000;
const STAMP: usize = LAST_PLY + 0x2020;
/** By cell 32 bytes: u32 where its lists begin and where each of the six ends. */
const HEADERS: usize = LAST_PLY + 0x2200;
/** The addresses of the board without the tile; of folded groups also both indices, v128 each; those of another board. */
const BASE: usize = LAST_PLY + 0x2400;
const PAIRS: usize = LAST_PLY + 0x2c00;
const OTHER: usize = LAST_PLY + 0x3c00;
/** By plain group and place in its pattern: u32 × 16, by how many bytes a tile there moves an address. */
const MOVES: usize = LAST_PLY + 0x4400;
/** The lists of all cells, up to the end of what the last ply may use. */
const LISTS: usize = LAST_PLY + 0x14400;

const STAMPED: u32 = 0x6f6e6531;
let listedFor: u32 = 0;

/** Bytes of addresses of a board: of plain groups without and with a hint, of folded ones without and with. */
let plainBytes: usize = 0, plainHintBytes: usize = 0, foldedBytes: usize = 0, foldedHintBytes: usize = 0;

/** Lists the lookups of each cell if the network is new; false where it cannot be valued by the addresses of patterns alone. */
export function openOneCell(): bool {
  based = false;
  if (!locatable || hasFeatures) return false;
  if (listedFor == configured && load<u32>(block + STAMP) == STAMPED) return true;
  plainBytes = bytesBeforeHints(plain, folded, 2);
  plainHintBytes = ((folded - plain) >> 2) - plainBytes;
  foldedBytes = bytesBeforeHints(folded, sliced, 3);
  foldedHintBytes = ((sliced - folded) >> 3) - foldedBytes;
  v128.store(block + NOTHING, i32x4.splat(0));
  store<u32>(block + NOTHING, <u32>(block + NOTHING), 16);
  listMoves();
  let at = block + LISTS;
  for (let cell: u32 = 0; cell < 16; cell++) at = listCell(cell, at);
  store<u32>(block + STAMP, STAMPED);
  listedFor = configured;
  return true;
}

/** Bytes of addresses of the groups up to the first whose pattern has a hint. */
function bytesBeforeHints(from: usize, to: usize, shift: usize): usize {
  let g = from;
  while (g < to && load<u32>(g, 48) == 0) g += 128;
  return (g - from) >> shift;
}

// ── lists ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** How far a tile at each place of a plain group's pattern moves an address. No tile counts as a 1: it is never asked for, and its weight is near. */
function listMoves(): void {
  let to = block + MOVES;
  for (let g = plain; g < folded; g += 64) {
    for (let place: u32 = 0; place < 8; place++) {
      for (let tile: u32 = 0; tile < 16; tile++, to += 4) {
        store<u32>(to, i32x4.extract_lane(bytesTo(slot(i32x4.splat(max<u32>(tile, 1) << (place << 2)), g), g, false), 0));
      }
    }
  }
}

/** Where a lane of a line reads a cell: the place in the pattern, or 8 for nowhere. */
function placeOf(cell: u32, line: usize, lane: usize): u32 {
  for (let place: u32 = 0; place < 8; place++) {
    if (<u32>load<u8>(line + (lane << 2) + (<usize>(place & 1) << 4) + (place >> 1)) == cell) return place;
  }
  return 8;
}

/**
 * Writes a cell's lists: of the lookups that do not read it, u32 where the address is, first of one weight and then of one for
 * each hint; of those that do, u32 where the address is and u32 how tiles move it, for plain groups in the same order; and
 * u32 where the indices are, u32 the group, u32 the table, u8 × 2 how far left a tile is in either index, for folded ones.
 */
function listCell(cell: u32, at: usize): usize {
  const header = block + HEADERS + (<usize>cell << 5);
  store<u32>(header, <u32>at);
  at = listOthers(cell, at, false);
  store<u32>(header, <u32>at, 4);
  at = listOthers(cell, at, true);
  store<u32>(header, <u32>at, 8);
  at = listPlain(cell, at, false);
  store<u32>(header, <u32>at, 12);
  at = listFolded(cell, at, false);
  store<u32>(header, <u32>at, 16);
  at = listPlain(cell, at, true);
  store<u32>(header, <u32>at, 20);
  at = listFolded(cell, at, true);
  store<u32>(header, <u32>at, 24);
  return at;
}
function listOthers(cell: u32, at: usize, hints: bool): usize {
  const first = at;
  let address = block + BASE;
  for (let g = plain; g < sliced; g += g < folded ? 64 : 128) {
    for (let lane: usize = 0; lane < 4; lane++, address += 4) {
      if ((load<u32>(g, 48) != 0) != hints || placeOf(cell, g, lane) < 8) continue;
      store<u32>(at, <u32>address);
      at += 4;
    }
  }
  for (; (at - first) & 15; at += 4) store<u32>(at, <u32>(block + NOTHING + 16));
  return at;
}
function listPlain(cell: u32, at: usize, hints: bool): usize {
  let address = block + BASE, moves = block + MOVES;
  for (let g = plain; g < folded; g += 64, moves += 512) {
    for (let lane: usize = 0; lane < 4; lane++, address += 4) {
      const place = placeOf(cell, g, lane);
      if ((load<u32>(g, 48) != 0) != hints || place == 8) continue;
      store<u32>(at, <u32>address);
      store<u32>(at, <u32>moves + (place << 6), 4);
      at += 8;
    }
  }
  return at;
}
function listFolded(cell: u32, at: usize, hints: bool): usize {
  let pair = block + PAIRS;
  for (let g = folded; g < sliced; g += 128, pair += 32) {
    for (let lane: usize = 0; lane < 4; lane++) {
      const place = placeOf(cell, g, lane);
      if ((load<u32>(g, 48) != 0) != hints || place == 8) continue;
      store<u32>(at, <u32>(pair + (lane << 2)));
      store<u32>(at, <u32>g, 4);
      store<u32>(at, load<u32>(g + (lane << 2), 32), 8);
      store<u8>(at, <u8>(place << 2), 12);
      store<u8>(at, <u8>(placeOf(cell, g + 64, lane) << 2), 13);
      at += 16;
    }
  }
  return at;
}

// ── values ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** The board that BASE and PAIRS are of, and how far its stage's weights are from the first. */
let based: bool = false;
let baseCells: u64 = 0;
let baseOffset: u32 = 0;

function locateBase(cells: u64, stage: u32): void {
  const offset = stage * stageBytes;
  if (based && cells == baseCells && offset == baseOffset) return;
  based = true;
  baseCells = cells;
  baseOffset = offset;
  locate(cells, 0, stage, block + BASE, false);
  const c = spread(cells);
  let pair = block + PAIRS;
  for (let g = folded; g < sliced; g += 128, pair += 32) {
    v128.store(pair, entry(c, g));
    v128.store(pair, entry(c, g + 64), 16);
  }
}

/**
 * A board with each of the tiles (bit by exponent, below 12) on its cell, which is empty: `gain` and the value, by hint, go to
 * u128 `best` + 16 · exponent where they are larger.
 */
export function valueTiles(cells: u64, cell: u32, tiles: u32, stage: u32, gain: f32, best: usize): void {
  locateBase(cells, stage);
  const header = block + HEADERS + (<usize>cell << 5);
  let at = <usize>load<u32>(header), sum: f32 = 0, sums = f32x4.splat(gain);
  for (const end = <usize>load<u32>(header, 4); at < end; at += 16) sum += sumAt(at);
  for (const end = <usize>load<u32>(header, 8); at < end; at += 16) sums = f32x4.add(sums, sumsAt(at));
  for (let four: u32 = 0; tiles >> four; four += 4) {
    if ((tiles >> four) & 15) valueFour(header, at, four, tiles >> four, sum, sums, best + (<usize>four << 4));
  }
  countLeaves(<u32>popcnt(tiles));
}

// @ts-ignore: decorator
@inline function addressOf(list: usize, nth: usize): usize { return load<u32>(load<u32>(list + (nth << 2))); }
// @ts-ignore: decorator
@inline function sumAt(list: usize): f32 {
  return (load<f32>(addressOf(list, 0)) + load<f32>(addressOf(list, 1))) + (load<f32>(addressOf(list, 2)) + load<f32>(addressOf(list, 3)));
}
// @ts-ignore: decorator
@inline function sumsAt(list: usize): v128 {
  return f32x4.add(
    f32x4.add(v128.load(addressOf(list, 0)), v128.load(addressOf(list, 1))),
    f32x4.add(v128.load(addressOf(list, 2)), v128.load(addressOf(list, 3))),
  );
}

/** Four tiles from `four` on; `at` is where the lists of the lookups that read the cell begin. */
// @ts-ignore: decorator
@inline function valueFour(header: usize, at: usize, four: u32, tiles: u32, sum: f32, sums: v128, best: usize): void {
  const shift = <usize>four << 2;
  let each = f32x4.splat(sum);
  for (const end = <usize>load<u32>(header, 12); at < end; at += 8) each = f32x4.add(each, weights(plainFour(at, shift)));
  const exponents = four ? i32x4.add(i32x4(0, 1, 2, 3), i32x4.splat(four)) : i32x4(1, 1, 2, 3);
  for (const end = <usize>load<u32>(header, 16); at < end; at += 16) each = f32x4.add(each, weights(foldedFour(at, exponents)));
  let a = f32x4.add(sums, v128.shuffle<f32>(each, each, 0, 0, 0, 0)), b = f32x4.add(sums, v128.shuffle<f32>(each, each, 1, 1, 1, 1));
  let c = f32x4.add(sums, v128.shuffle<f32>(each, each, 2, 2, 2, 2)), d = f32x4.add(sums, v128.shuffle<f32>(each, each, 3, 3, 3, 3));
  for (const end = <usize>load<u32>(header, 20); at < end; at += 8) {
    const x = plainFour(at, shift), p = i64x2.extract_lane(x, 0), q = i64x2.extract_lane(x, 1);
    a = f32x4.add(a, v128.load(<u32>p)); b = f32x4.add(b, v128.load(<u32>(<u64>p >> 32)));
    c = f32x4.add(c, v128.load(<u32>q)); d = f32x4.add(d, v128.load(<u32>(<u64>q >> 32)));
  }
  for (const end = <usize>load<u32>(header, 24); at < end; at += 16) {
    const x = foldedFour(at, exponents), p = i64x2.extract_lane(x, 0), q = i64x2.extract_lane(x, 1);
    a = f32x4.add(a, v128.load(<u32>p)); b = f32x4.add(b, v128.load(<u32>(<u64>p >> 32)));
    c = f32x4.add(c, v128.load(<u32>q)); d = f32x4.add(d, v128.load(<u32>(<u64>q >> 32)));
  }
  if (tiles & 1) v128.store(best, f32x4.max(v128.load(best), a));
  if (tiles & 2) v128.store(best, f32x4.max(v128.load(best, 16), b), 16);
  if (tiles & 4) v128.store(best, f32x4.max(v128.load(best, 32), c), 32);
  if (tiles & 8) v128.store(best, f32x4.max(v128.load(best, 48), d), 48);
}

/** The addresses of a lookup's weights for four tiles. */
// @ts-ignore: decorator
@inline function plainFour(at: usize, shift: usize): v128 {
  return i32x4.add(i32x4.splat(load<u32>(load<u32>(at))), v128.load(load<u32>(at, 4) + shift));
}
// @ts-ignore: decorator
@inline function foldedFour(at: usize, exponents: v128): v128 {
  const pair = <usize>load<u32>(at), g = <usize>load<u32>(at, 4);
  const one = i32x4.add(i32x4.splat(load<u32>(pair)), i32x4.shl(exponents, <i32>load<u8>(at, 12)));
  const other = i32x4.add(i32x4.splat(load<u32>(pair, 16)), i32x4.shl(exponents, <i32>load<u8>(at, 13)));
  return i32x4.add(bytesTo(slot(i32x4.min_u(one, other), g), g, false), i32x4.splat(load<u32>(at, 8) + baseOffset));
}
// @ts-ignore: decorator
@inline function weights(x: v128): v128 {
  const p = i64x2.extract_lane(x, 0), q = i64x2.extract_lane(x, 1);
  let w = v128.load32_zero(<u32>p);
  w = v128.load_lane<u32>(<u32>(<u64>p >> 32), w, 1);
  w = v128.load_lane<u32>(<u32>q, w, 2);
  return v128.load_lane<u32>(<u32>(<u64>q >> 32), w, 3);
}

/** The values of one board for the four hints; the sum is in the order of `value`. */
export function valueHints(cells: u64, stage: u32): v128 {
  locate(cells, 0, stage, block + OTHER, false);
  countLeaves(1);
  let at = block + OTHER, a: f32 = 0, b: f32 = 0;
  for (const end = at + plainBytes; at < end; at += 32) {
    a += ownSum(at);
    b += ownSum(at + 16);
  }
  let as = f32x4.splat(a), bs = f32x4.splat(b);
  for (const end = at + plainHintBytes; at < end; at += 32) {
    as = f32x4.add(as, ownSums(at));
    bs = f32x4.add(bs, ownSums(at + 16));
  }
  for (const end = at + foldedBytes; at < end; at += 16) as = f32x4.add(as, f32x4.splat(ownSum(at)));
  for (const end = at + foldedHintBytes; at < end; at += 16) as = f32x4.add(as, ownSums(at));
  return f32x4.add(as, bs);
}
// @ts-ignore: decorator
@inline function ownSum(at: usize): f32 {
  return (load<f32>(load<u32>(at)) + load<f32>(load<u32>(at, 4))) + (load<f32>(load<u32>(at, 8)) + load<f32>(load<u32>(at, 12)));
}
// @ts-ignore: decorator
@inline function ownSums(at: usize): v128 {
  return f32x4.add(
    f32x4.add(v128.load(load<u32>(at)), v128.load(load<u32>(at, 4))),
    f32x4.add(v128.load(load<u32>(at, 8)), v128.load(load<u32>(at, 12))),
  );
}
