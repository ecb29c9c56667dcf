// Expectimax, for both games and for every way to value a leaf. A choice is worth its best move, gain included, and 0 where
// no move is legal (a sum of heuristics values the lost board instead); an afterstate is worth the mean over everything
// that chance may do; after the last choice the afterstate is valued by the network or by a heuristic. Exact but for the
// two things that are asked for: a cutoff, and sampling.

import {
  END_FULL, EVALUATION, FOUR_THRESHOLD, IDLE_SPAWN, LEAF_STATES, ONLY_TWOS, OUTCOMES, SAMPLE, SEARCH_CUTOFF, SETTINGS,
} from './layout';
import { canonical, cellOf, empties, flip, mirror, transpose } from './board';
import { pick, whim } from './random';
import { stageAfter, value } from './network';
import { BY_NETWORK, BY_NNEONNEO, evaluate, openHeuristics, scoreWeight, symmetric } from './heuristics';
import { block, stopped } from './play';
import * as table from './table';
import * as game from './game';
import { lastChance, openLastChance } from './games/2048-last';

/** Milliseconds from some moment on. */
// @ts-ignore: decorator
@external('env', 'now') declare function now(): f64;

/** Set where the time is up or all threads were asked to stop: what a search returns then means nothing. */
export let interrupted: bool = false;
/** Chance nodes that were looked at, and leaves that were valued, since the thread began. */
export let nodes: u64 = 0;
export let leaves: u64 = 0;
export function countLeaves(n: u32): void { leaves += n; }

/** Outcomes less probable than this are valued where they are. */
let cutoff: f32 = 0;
let byNetwork: bool = true, lostIsNothing: bool = true, fast: bool = false, sample: bool = false, leafStates: bool = false, remembers: bool = false;
/** How likely the searcher thinks a 2 and a 4 are (2048). */
export let two: f32 = 0, four: f32 = 0;

// The clock is looked at every so many nodes. A node takes some microseconds; where nothing is in the cache yet, and the code
// has only just been loaded, a hundred times as long: with a time limit it is looked at more often.
const PATIENCE: u32 = 32;
const PATIENCE_TIMED: u32 = 8;
let patience: u32 = PATIENCE;
let deadline: f64 = 0;

/** Reads the settings. */
export function openTree(): void {
  openHeuristics();
  const kind = load<i32>(SETTINGS + EVALUATION);
  byNetwork = kind == BY_NETWORK;
  lostIsNothing = byNetwork || kind == BY_NNEONNEO;
  cutoff = load<f32>(SETTINGS + SEARCH_CUTOFF);
  sample = load<i32>(SETTINGS + SAMPLE) != 0;
  leafStates = load<i32>(SETTINGS + LEAF_STATES) != 0;
  table.openTable(block);
  remembers = table.on && !sample;
  if (!game.HAS_HINT) {
    four = load<i32>(SETTINGS + ONLY_TWOS) ? 0 : <f32>(<f64>load<u64>(SETTINGS + FOUR_THRESHOLD) / 4294967296.0);
    two = 1 - four;
    fast = lostIsNothing && !sample && !leafStates && !load<i32>(SETTINGS + END_FULL) && !load<i32>(SETTINGS + IDLE_SPAWN);
    openLastChance(byNetwork);
  }
}

/** Begins a search that is to end `until`; 0 for never. */
export function openClock(until: f64): void {
  interrupted = stopped();
  deadline = until;
  patience = until > 0 ? PATIENCE_TIMED : PATIENCE;
}
export function clock(): f64 { return now(); }

/** Counts a node; true where the search is to be given up. */
// @ts-ignore: decorator
@inline export function tick(): bool {
  nodes++;
  if (--patience == 0) lookAtClock();
  return interrupted;
}
function lookAtClock(): void {
  patience = deadline > 0 ? PATIENCE_TIMED : PATIENCE;
  if (stopped() || (deadline > 0 && now() >= deadline)) interrupted = true;
}

/** The value of an afterstate that was reached with `probability`, with `ply` choices to come. Boards as they lie. */
export function chance(after: u64, aux: u32, entries: u64, stage: u32, ply: u32, probability: f32, depth: u32): f32 {
  if (ply == 0 || probability < cutoff) return leaf(after, aux, entries, stage);
  if (tick()) return 0;
  if (!remembers || (!game.HAS_HINT && aux)) return answers(after, aux, entries, stage, ply, probability, depth);
  name(after, aux, entries);
  const key = keyCells;
  // Without a cutoff the probability does not matter.
  const weight: f32 = cutoff > 0 ? probability : 1;
  if (table.find(key, keyRest, stage, ply, weight)) return table.foundValue;
  const slot = table.slot, tag = table.slotTag;
  const v = answers(after, aux, entries, stage, ply, probability, depth);
  if (!interrupted) table.keep(slot, key, tag, v, weight);
  return v;
}

// @ts-ignore: decorator
@inline function answers(after: u64, aux: u32, entries: u64, stage: u32, ply: u32, probability: f32, depth: u32): f32 {
  if (!game.HAS_HINT) {
    if (ply == 1 && fast && aux == 0) return lastChance(after, stage);
  }
  return mean(after, aux, entries, stage, ply, probability, depth);
}

let keyCells: u64 = 0, keyRest: u64 = 0;

/** What the table knows a chance node by: the smallest of the symmetric boards, and in Threes what comes with it. */
function name(after: u64, aux: u32, entries: u64): void {
  keyRest = 0;
  if (!game.HAS_HINT) {
    keyCells = symmetric ? canonical(after) : after;
    return;
  }
  let x = after, e = entries;
  if (symmetric) {
    let y = after, f = entries;
    for (let i = 1; i < 8; i++) {
      y = i == 4 ? transpose(y) : i & 1 ? mirror(y) : flip(y);
      f = i == 4 ? transpose(f) : i & 1 ? mirror(f) : flip(f);
      if (y < x || (y == x && f < e)) { x = y; e = f; }
    }
  }
  // Sixteen cells' bits side by side.
  e = (e | (e >> 3)) & 0x0303030303030303;
  e = (e | (e >> 6)) & 0x000f000f000f000f;
  e = (e | (e >> 12)) & 0x000000ff000000ff;
  e = (e | (e >> 24)) & 0xffff;
  keyCells = x;
  keyRest = (e << 14) | <u64>((aux & 3) | ((aux >> 2) & 0x3ffc));
}

// An outcome: u64 cells, u32 aux, f32 what the spawn scores, f32 its probability.
const OUTCOME: usize = 24;
const ROOM: usize = 0x1000;

/** Writes everything that chance may do, as far as the searcher believes in it; returns where the list ends. */
export function outcomes(cells: u64, aux: u32, entries: u64, depth: u32): usize {
  let at = block + OUTCOMES + ROOM * <usize>depth;
  let open = entries;
  if (sample) open = <u64>1 << (<u64>cellOf(entries, pick(whim() >> 32, <u32>popcnt(entries))) << 2);
  if (game.HAS_HINT) {
    game.openOutcomes(cells, aux, open);
    while (game.nextOutcome()) {
      at = put(at, game.outcomeCells, game.outcomeAux, <f32>game.outcomeScore * scoreWeight, <f32>game.outcomeProbability);
    }
    return at;
  }
  const share: f32 = <f32>1 / <f32>popcnt(open);
  for (; open; open &= open - 1) {
    const bit = open & (0 - open);
    if (two > 0) at = put(at, cells | bit, aux, 0, two * share);
    if (four > 0) at = put(at, cells | (bit << 1), aux, 0, four * share);
  }
  return at;
}
function put(at: usize, cells: u64, aux: u32, score: f32, probability: f32): usize {
  store<u64>(at, cells);
  store<u32>(at, aux, 8);
  store<f32>(at, score, 12);
  store<f32>(at, probability, 16);
  return at + OUTCOME;
}
/** The first outcome of a depth, and how far one is from the next. */
// @ts-ignore: decorator
@inline export function firstOutcome(depth: u32): usize { return block + OUTCOMES + ROOM * <usize>depth; }
export const NEXT_OUTCOME: usize = OUTCOME;

/** The mean over what chance may do. */
export function mean(after: u64, aux: u32, entries: u64, stage: u32, ply: u32, probability: f32, depth: u32): f32 {
  const end = outcomes(after, aux, entries, depth);
  let sum: f32 = 0;
  for (let o = firstOutcome(depth); o < end; o += OUTCOME) {
    const p = load<f32>(o, 16);
    sum += p * (load<f32>(o, 12) + choice(load<u64>(o), load<u32>(o, 8), stage, ply, probability * p, depth + 1));
    if (interrupted) return 0;
  }
  return sum;
}

/** The values of the moves of the choice that was made last. */
export let valueUp: f32 = 0, valueRight: f32 = 0, valueDown: f32 = 0, valueLeft: f32 = 0;

/** The value of a state in which the player is to move, with this choice and ply − 1 more to come. */
export function choice(cells: u64, aux: u32, stage: u32, ply: u32, probability: f32, depth: u32): f32 {
  game.expand(block, cells, aux);
  const legal = game.legal;
  if (legal == 0) return lostIsNothing ? 0 : evaluate(cells, aux);
  // Deeper choices expand as well, so everything is taken first.
  const up = transpose(game.up), right = game.right, down = transpose(game.down), left = game.left;
  const gainUp = <f32>game.gainUp * scoreWeight, gainRight = <f32>game.gainRight * scoreWeight;
  const gainDown = <f32>game.gainDown * scoreWeight, gainLeft = <f32>game.gainLeft * scoreWeight;
  const auxUp = game.auxUp, auxRight = game.auxRight, auxDown = game.auxDown, auxLeft = game.auxLeft;
  let u: f32 = -Infinity, r: f32 = -Infinity, d: f32 = -Infinity, l: f32 = -Infinity;
  const p = ply - 1;
  if (legal & 1) u = gainUp + chance(up, auxUp, game.entriesOf(0, cells, up), stageAfter(up, stage), p, probability, depth);
  if (legal & 2) r = gainRight + chance(right, auxRight, game.entriesOf(1, cells, right), stageAfter(right, stage), p, probability, depth);
  if (legal & 4) d = gainDown + chance(down, auxDown, game.entriesOf(2, cells, down), stageAfter(down, stage), p, probability, depth);
  if (legal & 8) l = gainLeft + chance(left, auxLeft, game.entriesOf(3, cells, left), stageAfter(left, stage), p, probability, depth);
  valueUp = u; valueRight = r; valueDown = d; valueLeft = l;
  return max<f32>(max<f32>(u, r), max<f32>(d, l));
}

/** The value of an afterstate that is not searched further. */
export function leaf(after: u64, aux: u32, entries: u64, stage: u32): f32 {
  if (byNetwork) return networkLeaf(after, aux, stage);
  leaves++;
  if (!leafStates) return evaluate(after, aux);
  // No depth below this one is in use.
  const end = outcomes(after, aux, entries, 15);
  let sum: f32 = 0;
  for (let o = firstOutcome(15); o < end; o += OUTCOME) sum += load<f32>(o, 16) * (load<f32>(o, 12) + evaluate(load<u64>(o), load<u32>(o, 8)));
  return sum;
}

/** `stage` is the afterstate's own here: with the one before, two boards would be told apart that are worth the same. */
function networkLeaf(after: u64, aux: u32, stage: u32): f32 {
  if (!remembers) {
    leaves++;
    return value(after, aux, stage);
  }
  const tag = table.leafTagOf(stage, game.hintOf(aux)), at = table.leafAt(after);
  if (table.isLeaf(at, after, tag)) return load<f32>(at, 8);
  leaves++;
  const v = value(after, aux, stage);
  table.keepLeaf(at, after, tag, v);
  return v;
}
