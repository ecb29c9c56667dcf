// The last choice of a search of a game with plain spawns and rows, such as 2048, where nearly all of its time goes:
// chance has put a 2 or a 4 on any empty cell, and the network values what each move leads to. A tile changes one row and
// one column, so all four moves of all spawns come from two rows' entries each and from what the board without the tile
// moves to. Tiles that appear in one gap of a row are the same after the row has moved: those boards come one after the
// other and are kept once. What is then left is valued in two steps, first where all the weights are, then what they
// hold, so that many reads are under way at once. No branch waits for a weight. Remembering sums of weights by two rows
// or columns was refused: reading the weights costs less than finding out that they were read before.

import { LAST_PLY, LOCATED_BYTES, ROWS } from '../layout';
import { empties, transpose } from '../board';
import { evaluate, scoreWeight } from '../heuristics';
import { isNarrow, locatable, locate, locatedBytes, value, valueAt } from '../network/network';
import { stageAfter } from '../network/stages';
import { block } from '../thread';
import * as game from '../game';
import { countLeaves } from './clock';
import { four, two } from './outcomes';
import * as table from './table';

// For every cell two spawns of 32 bytes: u32 × 4 where the values of up, down, left and right are, f32 the gain of up and
// down, f32 that of left and right.
const SPAWNS: usize = LAST_PLY;
const NO_MOVE: usize = LAST_PLY + 0x400;
/** u64 each: the boards to be valued, at most 4 · 2 · 15 of them; f32 each: their values. */
const BOARDS: usize = LAST_PLY + 0x800;
const VALUES: usize = LAST_PLY + 0x1000;
/** Boards whose weights must be read: u64 cells, u32 where the value goes, u32 where it is remembered, u32 its tag there, u32 its stage. */
const WANTED: usize = LAST_PLY + 0x1800;
const WANT: usize = 24;
/** The addresses of their weights. */
const LOCATED: usize = LAST_PLY + 0x3000;
const LOCATED_END: usize = LAST_PLY + 0x40000;

let byNetwork: bool = true;

export function openLastChance(network: bool): void {
  byNetwork = network;
  store<f32>(block + NO_MOVE, -Infinity);
}

let nextBoard: usize = 0, nextValue: u32 = 0;

/**
 * The mean over all spawns of the best move; `stage` is the afterstate's. It has no tiles past 32768. Not a number where two
 * tiles of 32768 may meet: what that makes does not fit a row's entry. `again` says whether to look for leaves valued before:
 * where one layer of chance is all that is searched, that was measured to cost more than it saves.
 */
export function lastChance(after: u64, stage: u32, again: bool): f32 {
  const t = transpose(after);
  const a0 = load<u64>(ROWS + ((<u32>after & 0xffff) << 3)), a1 = load<u64>(ROWS + ((<u32>after >> 16) << 3));
  const a2 = load<u64>(ROWS + ((<u32>(after >> 32) & 0xffff) << 3)), a3 = load<u64>(ROWS + (<u32>(after >> 48) << 3));
  const b0 = load<u64>(ROWS + ((<u32>t & 0xffff) << 3)), b1 = load<u64>(ROWS + ((<u32>t >> 16) << 3));
  const b2 = load<u64>(ROWS + ((<u32>(t >> 32) & 0xffff) << 3)), b3 = load<u64>(ROWS + (<u32>(t >> 48) << 3));
  const across = <u32>(a0 >> 32) + <u32>(a1 >> 32) + <u32>(a2 >> 32) + <u32>(a3 >> 32);
  const along = <u32>(b0 >> 32) + <u32>(b1 >> 32) + <u32>(b2 >> 32) + <u32>(b3 >> 32);
  const open = empties(after);
  // A new tile may keep two 32768s apart, but it never brings two together.
  if ((across | along) >= game.MEET) return NaN;
  const l = (a0 & 0xffff) | ((a1 & 0xffff) << 16) | ((a2 & 0xffff) << 32) | (a3 << 48);
  const r = ((a0 >> 16) & 0xffff) | (a1 & 0xffff0000) | ((a2 & 0xffff0000) << 16) | ((a3 & 0xffff0000) << 32);
  const u = (b0 & 0xffff) | ((b1 & 0xffff) << 16) | ((b2 & 0xffff) << 32) | (b3 << 48);
  const d = ((b0 >> 16) & 0xffff) | (b1 & 0xffff0000) | ((b2 & 0xffff0000) << 16) | ((b3 & 0xffff0000) << 32);
  nextBoard = block + BOARDS;
  nextValue = <u32>(block + VALUES);
  alongRows(t, u, d, along, true);
  alongRows(after, l, r, across, false);
  if (!byNetwork) evaluateBoards();
  else if (!locatable) valueBoards(stage);
  else if (again && table.on) {
    if (isNarrow()) readBoards(stage, true);
    else readBoards(stage, false);
  } else if (isNarrow()) readAllBoards(stage, true);
  else readAllBoards(stage, false);
  let twos: f32 = 0, fours: f32 = 0;
  for (let left = open; left; left &= left - 1) {
    const at = block + SPAWNS + (<usize>ctz(left) << 4);
    twos += best(at);
    fours += best(at + 32);
  }
  return (two * twos + four * fours) / <f32>popcnt(open);
}

/** Both moves along the rows of a board with a 2 or a 4 on each empty cell; l and r are what it moves to without. */
// @ts-ignore: decorator
@inline function alongRows(board: u64, l: u64, r: u64, gain: u32, transposed: bool): void {
  const none = <u32>(block + NO_MOVE);
  let to = nextBoard, ref = nextValue;
  // The last board of each kind: the next differs where the tile is in another gap.
  let l2: u64 = 0, r2: u64 = 0, l4: u64 = 0, r4: u64 = 0;
  let refL2 = none, refR2 = none, refL4 = none, refR4 = none;
  for (let left = empties(board); left; left &= left - 1) {
    const bit = ctz(left), rowAt = bit & 48, inRow = <u32>bit & 12;
    const row = <u32>(board >> rowAt) & 0xffff;
    const a = load<u64>(ROWS + (row << 3)), x = load<u64>(ROWS + ((row | (1 << inRow)) << 3)), y = load<u64>(ROWS + ((row | (2 << inRow)) << 3));
    const at = block + SPAWNS + <usize>(transposed ? ((bit & 12) << 6) + (rowAt << 2) : (bit << 4) + 8);
    const two = board | (<u64>1 << bit), four = board | (<u64>2 << bit);
    let b = l ^ (((a ^ x) & 0xffff) << rowAt);
    let legal = <u32>(b != two), fresh = legal & <u32>(b != l2);
    store<u64>(to, b);
    refL2 = select<u32>(ref, refL2, fresh); l2 = select<u64>(b, l2, fresh);
    to += fresh << 3; ref += fresh << 2;
    store<u32>(at, select<u32>(refL2, none, legal));
    b = r ^ ((((a ^ x) >> 16) & 0xffff) << rowAt);
    legal = <u32>(b != two); fresh = legal & <u32>(b != r2);
    store<u64>(to, b);
    refR2 = select<u32>(ref, refR2, fresh); r2 = select<u64>(b, r2, fresh);
    to += fresh << 3; ref += fresh << 2;
    store<u32>(at, select<u32>(refR2, none, legal), 4);
    b = l ^ (((a ^ y) & 0xffff) << rowAt);
    legal = <u32>(b != four); fresh = legal & <u32>(b != l4);
    store<u64>(to, b);
    refL4 = select<u32>(ref, refL4, fresh); l4 = select<u64>(b, l4, fresh);
    to += fresh << 3; ref += fresh << 2;
    store<u32>(at, select<u32>(refL4, none, legal), 32);
    b = r ^ ((((a ^ y) >> 16) & 0xffff) << rowAt);
    legal = <u32>(b != four); fresh = legal & <u32>(b != r4);
    store<u64>(to, b);
    refR4 = select<u32>(ref, refR4, fresh); r4 = select<u64>(b, r4, fresh);
    to += fresh << 3; ref += fresh << 2;
    store<u32>(at, select<u32>(refR4, none, legal), 36);
    const rest = gain - <u32>(a >> 32);
    store<f32>(at - (transposed ? 0 : 4), <f32>(rest + <u32>(x >> 32)) * scoreWeight, 16);
    store<f32>(at - (transposed ? 0 : 4), <f32>(rest + <u32>(y >> 32)) * scoreWeight, 48);
  }
  nextBoard = to;
  nextValue = ref;
}

/** The best move of a spawn; 0 where there is none. */
// @ts-ignore: decorator
@inline function best(at: usize): f32 {
  const vertical = load<f32>(at, 16), horizontal = load<f32>(at, 20);
  const a = f32x4.pmax(f32x4.splat(vertical + load<f32>(load<u32>(at))), f32x4.splat(vertical + load<f32>(load<u32>(at, 4))));
  const b = f32x4.pmax(f32x4.splat(horizontal + load<f32>(load<u32>(at, 8))), f32x4.splat(horizontal + load<f32>(load<u32>(at, 12))));
  const m = f32x4.pmax(a, b);
  return f32x4.extract_lane(v128.and(m, f32x4.gt(m, f32x4.splat(-Infinity))), 0);
}

/**
 * Reads the values of the boards. All are looked up among the leaves first, without a branch, since no processor can foresee which
 * of them are remembered (a third are); the others are listed, then located, then read.
 */
// @ts-ignore: decorator
@inline function readBoards(stage: u32, thin: bool): void {
  let want = block + WANTED;
  for (let from = block + BOARDS, to = block + VALUES; from < nextBoard; from += 8, to += 4) {
    const cells = load<u64>(from), own = stageAfter(cells, stage);
    const kept = table.leafAt(cells), tag = table.leafTagOf(own, 0);
    store<f32>(to, load<f32>(kept, 8));
    store<u64>(want, cells);
    store<u32>(want, <u32>to, 8);
    store<u32>(want, <u32>kept, 12);
    store<u32>(want, tag, 16);
    store<u32>(want, own, 20);
    want += select<usize>(0, WANT, table.isLeaf(kept, cells, tag));
  }
  const end = want;
  want = block + WANTED;
  while (want < end) {
    const first = want;
    let at = block + LOCATED;
    for (; want < end && at + LOCATED_BYTES <= block + LOCATED_END; want += WANT, at += locatedBytes) {
      locate(load<u64>(want), 0, load<u32>(want, 20), at, thin);
    }
    const last = want;
    at = block + LOCATED;
    for (want = first; want < last; want += WANT, at += locatedBytes) {
      const v = valueAt(at, thin);
      store<f32>(load<u32>(want, 8), v);
      table.keepLeaf(load<u32>(want, 12), load<u64>(want), load<u32>(want, 16), v);
    }
  }
  countLeaves(<u32>((end - block - WANTED) / WANT));
}

/** The same without looking among the leaves, and without remembering any. */
// @ts-ignore: decorator
@inline function readAllBoards(stage: u32, thin: bool): void {
  for (let from = block + BOARDS, to = block + VALUES; from < nextBoard;) {
    let at = block + LOCATED;
    for (; from < nextBoard && at + LOCATED_BYTES <= block + LOCATED_END; from += 8, at += locatedBytes) {
      const cells = load<u64>(from);
      locate(cells, 0, stageAfter(cells, stage), at, thin);
    }
    const end = at;
    for (at = block + LOCATED; at < end; at += locatedBytes, to += 4) store<f32>(to, valueAt(at, thin));
  }
  countLeaves(<u32>(nextBoard - block - BOARDS) >> 3);
}

/** The same for networks that are not a matter of addresses alone. */
function valueBoards(stage: u32): void {
  const remembers = table.on;
  for (let from = block + BOARDS, to = block + VALUES; from < nextBoard; from += 8, to += 4) {
    const cells = load<u64>(from), own = stageAfter(cells, stage);
    const kept = table.leafAt(cells), tag = table.leafTagOf(own, 0);
    if (remembers && table.isLeaf(kept, cells, tag)) {
      store<f32>(to, load<f32>(kept, 8));
      continue;
    }
    const v = value(cells, 0, own);
    store<f32>(to, v);
    if (remembers) table.keepLeaf(kept, cells, tag, v);
    countLeaves(1);
  }
}

function evaluateBoards(): void {
  for (let from = block + BOARDS, to = block + VALUES; from < nextBoard; from += 8, to += 4) store<f32>(to, evaluate(load<u64>(from), 0));
  countLeaves(<u32>(nextBoard - block - BOARDS) >> 3);
}
