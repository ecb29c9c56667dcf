// The root of a search: how many plies, for how long, on which board. Under a time limit the plies grow one by one, and the
// last number that was searched to its end counts. One ply more takes ten times as long and more, so none is begun for
// which the time that is left is less than twice what the last one took.

import { MOST_PLIES, SEARCH_BY, SEARCH_BY_EMPTIES, SEARCH_LEAST, SEARCH_MS, SEARCH_PLY, SETTINGS, VALUES } from '../layout';
import { empties, presence } from '../board';
import { scoreWeight } from '../heuristics';
import { stageAfter } from '../network/stages';
import { take, takenAux, takenCells, takenEntries, takenGain } from '../taken';
import { block } from '../thread';
import * as game from '../game';
import { clock, interrupted, leaves, nodes, openClock } from './clock';
import { lower, loweredAux, loweredCells, openLowered } from './lowered';
import { forgetNodes } from './table';
import * as tree from './tree';

let most: u32 = 1, least: u32 = 1, by: i32 = 0;
let milliseconds: f64 = 0;
/** The plies that the last search reached. */
let reached: u32 = 0;

export function pliesReached(): u32 { return reached; }
export function nodesSearched(): f64 { return <f64>nodes; }
export function leavesValued(): f64 { return <f64>leaves; }

/** Reads the settings; forgets what was remembered. */
export function openSearch(): void {
  most = min<u32>(load<u32>(SETTINGS + SEARCH_PLY), MOST_PLIES);
  least = load<u32>(SETTINGS + SEARCH_LEAST);
  by = load<i32>(SETTINGS + SEARCH_BY);
  milliseconds = load<f64>(SETTINGS + SEARCH_MS);
  openLowered();
  tree.openTree();
}

/** Whether moves are searched; by one ply the network chooses greedily. */
// @ts-ignore: decorator
@inline export function searches(): bool { return most > 1 || milliseconds > 0; }

/** The plies for a board: more where few cells are empty, or where many different tiles are on it. */
function pliesFor(cells: u64): u32 {
  const distinct = popcnt(presence(cells) & 0xfffe);
  // nneonneo's rule; its depth does not count the root's choice.
  if (most == 0) return min<u32>(MOST_PLIES, 1 + max<i32>(3, distinct - 2));
  if (least == most) return most;
  let ease: u32;
  if (by == SEARCH_BY_EMPTIES) ease = min<u32>(max<u32>(<u32>popcnt(empties(cells)), 2), 8) - 2;
  else ease = 12 - min<u32>(max<u32>(distinct, 6), 12);
  return most - ((most - least) * ease + 3) / 6;
}

/** Searches a state: writes the value of each legal move to the block and returns the best, -1 for none. Leaves nothing expanded. */
export function searchRoot(cells: u64, aux: u32, stage: u32): i32 {
  const began = milliseconds > 0 ? clock() : 0, until = began + milliseconds;
  game.expand(cells, aux);
  const legal = game.legal;
  reached = 0;
  if (legal == 0) return -1;
  let best = ctz(legal);
  if (milliseconds == 0) {
    const ply = pliesFor(cells);
    forgetNodes(block, ply);
    openClock(0);
    tree.choice(cells, aux, stage, ply, 1, 0);
    if (interrupted) return best;
    reached = ply;
    return writeBest();
  }
  forgetNodes(block, MOST_PLIES);
  // The first ply takes microseconds and is always done.
  openClock(0);
  for (let ply: u32 = 1, last = began; ply <= most; ply++) {
    tree.choice(cells, aux, stage, ply, 1, 0);
    if (interrupted) break;
    best = writeBest();
    reached = ply;
    const now = clock();
    if ((legal & (legal - 1)) == 0 || until - now < 2 * (now - last)) break;
    last = now;
    openClock(until);
  }
  return best;
}

/**
 * The value of one legal move of a state by `ply` plies, 0 for the settings' own: several threads may each look at a
 * move of the same position. Not a number where it was not done within `rest` milliseconds (0 for any time).
 */
export function searchMove(cells: u64, aux: u32, stage: u32, move: u32, ply: u32, rest: f64): f64 {
  openSearch();
  const until = rest > 0 ? clock() + rest : 0;
  if (lower(cells, aux)) { cells = loweredCells; aux = loweredAux; }
  if (ply == 0) ply = pliesFor(cells);
  forgetNodes(block, ply);
  openClock(until);
  game.expand(cells, aux);
  take(cells, move);
  const gain = <f32>takenGain * scoreWeight;
  const v = gain + tree.chance(takenCells, takenAux, takenEntries, stageAfter(takenCells, stage), ply - 1, 1, 0);
  return interrupted ? NaN : <f64>v;
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
