// An endgame solved exactly. The largest tiles lie still on some cells, the locked ones; on the free cells a tile of exponent
// `target` is to be made. A move is allowed if no locked tile moves, so what the locked cells hold does not matter: they
// are walls. The chance of success under best play, for each way to fill the free cells with smaller tiles:
//
//   chance(state) = max over allowed moves of: 1 if the move makes the target, otherwise the mean over all spawns of chance(next)
//
// A move keeps the sum of the tiles and a spawn adds to it, so states are solved by falling sums, each from larger ones. All
// states of a sum are independent: threads share them. The index of a state is its exponents as digits to the base
// `target`; rows have tables of what they add to it. Only chances of states are kept: those of afterstates, kept beside
// them, would save work and take twice the memory.

import { ENDGAME_CHANCES, FOUR_THRESHOLD, ROWS, SETTINGS } from './layout';
import { empties, transpose } from './board';
import { stopped } from './thread';

// A table, from its start: u32 what a cell's exponent counts in the index, by cell, 0 for locked ones; u64 the locked cells, 15
// each; u32 target; u32 free cells; u8 each the free cells. Then u32 by row and its 65,536 contents: what it adds to the index.
// Then, from ENDGAME_CHANCES on, f32 by index: the chance.
const LOCKED: usize = 64;
const TARGET: usize = 72;
const FREE: usize = 76;
const FREE_CELLS: usize = 80;
const ROW_INDEX: usize = 4096;
/** Of a row's share of the index: it holds the target. */
const MADE: u32 = 0x80000000;

let table: usize = 0;
let locked: u64 = 0;
let target: u32 = 0, free: u32 = 0;
let two: f32 = 0, four: f32 = 0;

/** Begins a table: `mask` has bit i where cell i is locked. */
export function openEndgame(at: usize, mask: u32, exponent: u32): void {
  let cells: u64 = 0;
  let count: u32 = 0, power: u32 = 1;
  for (let cell: u32 = 0; cell < 16; cell++) {
    const isLocked = (mask >> cell) & 1;
    store<u32>(at + (cell << 2), isLocked ? 0 : power);
    if (isLocked) { cells |= <u64>15 << (cell << 2); continue; }
    store<u8>(at + count, <u8>cell, FREE_CELLS);
    count++;
    power *= exponent;
  }
  store<u64>(at, cells, LOCKED);
  store<u32>(at, exponent, TARGET);
  store<u32>(at, count, FREE);
  for (let y: u32 = 0; y < 4; y++) {
    for (let row: u32 = 0; row < 65536; row++) {
      let share: u32 = 0;
      for (let x: u32 = 0; x < 4; x++) {
        const e = (row >> (x << 2)) & 15, weight = load<u32>(at + (((y << 2) | x) << 2));
        if (weight == 0) continue;
        if (e >= exponent) share |= MADE;
        else share += e * weight;
      }
      store<u32>(at + (<usize>((y << 16) | row) << 2), share, ROW_INDEX);
    }
  }
}

function read(at: usize): void {
  table = at;
  locked = load<u64>(at, LOCKED);
  target = load<u32>(at, TARGET);
  free = load<u32>(at, FREE);
  four = <f32>(<f64>load<u64>(SETTINGS + FOUR_THRESHOLD) / 4294967296.0);
  two = 1 - four;
}

/** Part `part` of `parts` of the states whose free tiles have this sum, larger sums being solved; returns how many, -1 if it was stopped. */
export function solveSum(at: usize, sum: u32, part: u32, parts: u32): i32 {
  read(at);
  lot = 0; mine = part; lots = parts; solved = 0;
  fill(0, sum, locked, 0);
  return stopped() ? -1 : <i32>solved;
}

let lot: u32 = 0, mine: u32 = 0, lots: u32 = 1, solved: u32 = 0;

/** Fills the free cells from number `n` on with tiles whose sum is `rest`, in all ways. */
function fill(n: u32, rest: u32, cells: u64, index: u32): void {
  const cell = load<u8>(table + n, FREE_CELLS), shift = <u64>cell << 2, weight = load<u32>(table + (<usize>cell << 2));
  const left = free - n - 1;
  if (left == 0) {
    const e = rest ? <u32>ctz(rest) : 0;
    solve(cells | (<u64>e << shift), index + e * weight);
    return;
  }
  const most = left << (target - 1);
  for (let e: u32 = 0; e < target; e++) {
    const tile: u32 = e ? 1 << e : 0;
    if (tile > rest) break;
    // What is left must be a sum of so many tiles: no fewer than its bits, and the cells full of the largest at most.
    if (rest - tile > most || <u32>popcnt(rest - tile) > left) continue;
    if (n == 1) {
      if (lot++ % lots != mine) continue;
      if (stopped()) return;
    }
    fill(n + 1, rest - tile, cells | (<u64>e << shift), index + e * weight);
  }
}

function solve(cells: u64, index: u32): void {
  solved++;
  const t = transpose(cells);
  const a0 = load<u32>(ROWS + ((<u32>cells & 0xffff) << 3)), a1 = load<u32>(ROWS + ((<u32>cells >> 16) << 3));
  const a2 = load<u32>(ROWS + ((<u32>(cells >> 32) & 0xffff) << 3)), a3 = load<u32>(ROWS + (<u32>(cells >> 48) << 3));
  const b0 = load<u32>(ROWS + ((<u32>t & 0xffff) << 3)), b1 = load<u32>(ROWS + ((<u32>t >> 16) << 3));
  const b2 = load<u32>(ROWS + ((<u32>(t >> 32) & 0xffff) << 3)), b3 = load<u32>(ROWS + (<u32>(t >> 48) << 3));
  let best = chanceAfter(cells, lows(a0, a1, a2, a3));
  best = max(best, chanceAfter(cells, highs(a0, a1, a2, a3)));
  best = max(best, chanceAfter(cells, transpose(lows(b0, b1, b2, b3))));
  best = max(best, chanceAfter(cells, transpose(highs(b0, b1, b2, b3))));
  store<f32>(table + (<usize>index << 2), best, ENDGAME_CHANCES);
}
// @ts-ignore: decorator
@inline function lows(a: u32, b: u32, c: u32, d: u32): u64 {
  return <u64>((a & 0xffff) | (b << 16)) | (<u64>((c & 0xffff) | (d << 16)) << 32);
}
// @ts-ignore: decorator
@inline function highs(a: u32, b: u32, c: u32, d: u32): u64 {
  return <u64>((a >> 16) | (b & 0xffff0000)) | (<u64>((c >> 16) | (d & 0xffff0000)) << 32);
}

/** The chance after a move; 0 where it is not allowed. */
// @ts-ignore: decorator
@inline function chanceAfter(before: u64, after: u64): f32 {
  if (after == before || (after & locked) != locked) return 0;
  const s0 = load<u32>(table + ((<usize>after & 0xffff) << 2), ROW_INDEX);
  const s1 = load<u32>(table + ((<usize>(after >> 16) & 0xffff) << 2), ROW_INDEX + 0x40000);
  const s2 = load<u32>(table + ((<usize>(after >> 32) & 0xffff) << 2), ROW_INDEX + 0x80000);
  const s3 = load<u32>(table + (<usize>(after >> 48) << 2), ROW_INDEX + 0xc0000);
  if ((s0 | s1 | s2 | s3) & MADE) return 1;
  const at = table + (<usize>(s0 + s1 + s2 + s3) << 2);
  const open = empties(after);
  let twos: f32 = 0, fours: f32 = 0;
  for (let rest = open; rest; rest &= rest - 1) {
    // A cell's bit is at four times its number, which is where its weight lies.
    const step = <usize>load<u32>(table + <usize>ctz(rest)) << 2;
    twos += load<f32>(at + step, ENDGAME_CHANCES);
    fours += load<f32>(at + (step << 1), ENDGAME_CHANCES);
  }
  return (two * twos + four * fours) / <f32>popcnt(open);
}

/** The locked cells of a table's endgame, 15 each, and its target. */
export function lockedCells(at: usize): u64 { return load<u64>(at, LOCKED); }
export function targetOf(at: usize): u32 { return load<u32>(at, TARGET); }

/** The chance after a move, from a table that is solved, on a board whose locked cells are 15; -1 where the move is not allowed. */
export function endgameChance(at: usize, cells: u64, move: u32): f32 {
  read(at);
  const lies = move & 1 ? cells : transpose(cells);
  const a = load<u32>(ROWS + ((<u32>lies & 0xffff) << 3)), b = load<u32>(ROWS + ((<u32>lies >> 16) << 3));
  const c = load<u32>(ROWS + ((<u32>(lies >> 32) & 0xffff) << 3)), d = load<u32>(ROWS + (<u32>(lies >> 48) << 3));
  const moved = move == 0 || move == 3 ? lows(a, b, c, d) : highs(a, b, c, d);
  const after = move & 1 ? moved : transpose(moved);
  return after == cells || (after & locked) != locked ? -1 : chanceAfter(cells, after);
}
