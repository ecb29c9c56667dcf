// The root of a search: how many plies, for how long, on which board. Under a time limit the plies grow one by one, and the
// last number that was searched to its end counts. One ply more takes ten times as long and more, so none is begun for
// which the time that is left is less than twice what the last one took.

import { DOWNGRADE, SEARCH_LEAST, SEARCH_BY, SEARCH_MS, SEARCH_PLY, SETTINGS, VALUES } from './layout';
import { empties, presence } from './board';
import { scoreWeight } from './heuristics';
import { stageAfter } from './network';
import { block, take, takenAux, takenCells, takenEntries, takenGain } from './play';
import { forgetNodes } from './table';
import * as tree from './tree';
import * as game from './game';

/** As many plies as the tables of a search have room for. */
const MOST: u32 = 12;

let most: u32 = 1, least: u32 = 1, by: i32 = 0;
let milliseconds: f64 = 0;
/** The plies that the last search reached. */
let reached: u32 = 0;

export function pliesReached(): u32 { return reached; }
export function nodesSearched(): f64 { return <f64>tree.nodes; }
export function leavesValued(): f64 { return <f64>tree.leaves; }

/** Reads the settings; forgets what was remembered. */
export function openSearch(): void {
  most = min<u32>(load<u32>(SETTINGS + SEARCH_PLY), MOST);
  least = load<u32>(SETTINGS + SEARCH_LEAST);
  by = load<i32>(SETTINGS + SEARCH_BY);
  milliseconds = load<f64>(SETTINGS + SEARCH_MS);
  tree.openTree();
}

/** Whether moves are searched; by one ply the network chooses greedily. */
// @ts-ignore: decorator
@inline export function searches(): bool { return most > 1 || milliseconds > 0; }

/** The plies for a board: more where few cells are empty, or where many different tiles are on it. */
function pliesFor(cells: u64): u32 {
  const distinct = popcnt(presence(cells) & 0xfffe);
  // nneonneo's rule; its depth does not count the root's choice.
  if (most == 0) return min<u32>(MOST, 1 + max<i32>(3, distinct - 2));
  if (least == most) return most;
  let ease: u32;
  if (by == 0) ease = min<u32>(max<u32>(<u32>popcnt(empties(cells)), 2), 8) - 2;
  else ease = 12 - min<u32>(max<u32>(distinct, 6), 12);
  return most - ((most - least) * ease + 3) / 6;
}

/** Searches a state: writes the value of each legal move to the block and returns the best, -1 for none. Leaves nothing expanded. */
export function searchRoot(cells: u64, aux: u32, stage: u32): i32 {
  const began = milliseconds > 0 ? tree.clock() : 0, until = began + milliseconds;
  game.expand(block, cells, aux);
  const legal = game.legal;
  reached = 0;
  if (legal == 0) return -1;
  let best = ctz(legal);
  if (milliseconds == 0) {
    const ply = pliesFor(cells);
    forgetNodes(block, ply);
    tree.openClock(0);
    tree.choice(cells, aux, stage, ply, 1, 0);
    if (tree.interrupted) return best;
    reached = ply;
    return writeBest();
  }
  forgetNodes(block, MOST);
  // The first ply takes microseconds and is always done.
  tree.openClock(0);
  for (let ply: u32 = 1, last = began; ply <= most; ply++) {
    tree.choice(cells, aux, stage, ply, 1, 0);
    if (tree.interrupted) break;
    best = writeBest();
    reached = ply;
    const now = tree.clock();
    if ((legal & (legal - 1)) == 0 || until - now < 2 * (now - last)) break;
    last = now;
    tree.openClock(until);
  }
  return best;
}

/**
 * The value of one legal move of a state by so many plies, 0 for what the settings say: several threads may each look at a
 * move of the same position. Not a number where it was not done within `rest` milliseconds (0 for any time).
 */
export function searchMove(cells: u64, aux: u32, stage: u32, move: u32, ply: u32, rest: f64): f64 {
  openSearch();
  const until = rest > 0 ? tree.clock() + rest : 0;
  if (lower(cells, aux)) { cells = loweredCells; aux = loweredAux; }
  if (ply == 0) ply = pliesFor(cells);
  forgetNodes(block, ply);
  tree.openClock(until);
  game.expand(block, cells, aux);
  take(cells, move);
  const gain = <f32>takenGain * scoreWeight;
  const v = gain + tree.chance(takenCells, takenAux, takenEntries, stageAfter(takenCells, stage), ply - 1, 1, 0);
  return tree.interrupted ? NaN : <f64>v;
}

/** Writes the values of the last choice; returns the first of the best. */
function writeBest(): i32 {
  const u = tree.valueUp, r = tree.valueRight, d = tree.valueDown, l = tree.valueLeft;
  store<f64>(block, <f64>u, VALUES);
  store<f64>(block, <f64>r, VALUES + 8);
  store<f64>(block, <f64>d, VALUES + 16);
  store<f64>(block, <f64>l, VALUES + 24);
  let best = 0, top = u;
  if (r > top) { best = 1; top = r; }
  if (d > top) { best = 2; top = d; }
  if (l > top) { best = 3; top = l; }
  return best;
}

// ── tiles that a network does not know ───────────────────────────────────────────────────────────────────────────
// Where the largest tile is past what the network was trained on, the largest exponent that is missing below it is found, and
// every tile above that gap is lowered by one, until the largest is known or no gap is left. No two tiles become equal, so
// the same moves are legal and the same tiles merge; but for the last tile there is, which does not merge and would if it
// were lowered: a board with two of them stays as it is. The move is chosen on the lowered board and made on the real
// one; the values are those of the lowered board.

const LAST_EXPONENT: u32 = game.HAS_HINT ? 14 : 17;

export let loweredCells: u64 = 0;
export let loweredAux: u32 = 0;

/** Whether the board has to be lowered; then `loweredCells` and `loweredAux` are to be searched. */
export function lower(cells: u64, aux: u32): bool {
  const known = load<u32>(SETTINGS + DOWNGRADE);
  if (known == 0 || game.largest(cells, aux) <= known) return false;
  loweredCells = cells;
  loweredAux = aux;
  let last = 0;
  for (let cell: u32 = 0; cell < 16; cell++) last += <i32>(exponentAt(cell) == LAST_EXPONENT);
  if (last > 1) return false;
  for (let top = game.largest(cells, aux); top > known; top--) {
    let present: u32 = 0;
    for (let cell: u32 = 0; cell < 16; cell++) present |= 1 << exponentAt(cell);
    let gap = top - 1;
    while (gap > 0 && ((present >> gap) & 1)) gap--;
    // In Threes 1 and 2 are tiles of their own kind.
    if (gap < (game.HAS_HINT ? 4 : 1)) return loweredCells != cells || loweredAux != aux;
    for (let cell: u32 = 0; cell < 16; cell++) {
      const e = exponentAt(cell);
      if (e > gap) setExponent(cell, e - 1);
    }
  }
  return true;
}

function exponentAt(cell: u32): u32 {
  const e = <u32>(loweredCells >> (cell << 2)) & 15;
  return e == 15 && !game.HAS_HINT ? 15 + ((loweredAux >> (cell << 1)) & 3) : e;
}
function setExponent(cell: u32, e: u32): void {
  loweredCells = (loweredCells & ~(<u64>15 << (cell << 2))) | (<u64>min<u32>(e, 15) << (cell << 2));
  if (!game.HAS_HINT) loweredAux = (loweredAux & ~(3 << (cell << 1))) | ((e > 15 ? e - 15 : 0) << (cell << 1));
}
