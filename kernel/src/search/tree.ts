// Expectimax, for both games and for every way to value a leaf. A choice is worth its best move, gain included, and 0 where
// no move is legal (a sum of heuristics values the lost board instead); an afterstate is worth the mean over everything
// that chance may do; after the last choice the afterstate is valued by the network or by a heuristic. Exact but for what
// is asked for: a cutoff, sampling, and a margin for inner moves.

import { END, EVALUATION, EVALUATION_BY_NETWORK, EVALUATION_BY_NNEONNEO, IDLE_SPAWN, LEAF_STATES, SCRATCH, SEARCH_CUTOFF, SEARCH_MARGIN, SETTINGS } from '../layout';
import { canonical, flip, mirror, transpose } from '../board';
import { value } from '../network/network';
import { stageAfter } from '../network/stages';
import { evaluate, openHeuristics, scoreWeight, symmetric } from '../heuristics';
import { block } from '../thread';
import * as game from '../game';
import { countLeaves, interrupted, tick } from './clock';
import * as plain from './last-ply';
import * as hinted from './last-ply-hinted';
import { valueHints } from './one-cell';
import { firstOutcome, NEXT_OUTCOME, openOutcomes, outcomes, sample } from './outcomes';
import * as table from './table';

/** Outcomes less probable than this are valued where they are. */
let cutoff: f32 = 0;
/** Inner moves further below the best by one ply are not searched: a part of its value, 0 for all. */
let margin: f32 = 0;
let byNetwork: bool = true, lostIsNothing: bool = true, fast: bool = false, leafStates: bool = false, remembers: bool = false;

/** Reads the settings. */
export function openTree(): void {
  openHeuristics();
  openOutcomes();
  const kind = load<i32>(SETTINGS + EVALUATION);
  byNetwork = kind == EVALUATION_BY_NETWORK;
  lostIsNothing = byNetwork || kind == EVALUATION_BY_NNEONNEO;
  cutoff = load<f32>(SETTINGS + SEARCH_CUTOFF);
  margin = byNetwork ? load<f32>(SETTINGS + SEARCH_MARGIN) : 0;
  leafStates = load<i32>(SETTINGS + LEAF_STATES) != 0;
  table.openTable(block);
  remembers = table.on && !sample;
  if (game.PLAIN_SPAWNS && game.PLAIN_ROWS) {
    fast = lostIsNothing && !sample && !leafStates && !load<i32>(SETTINGS + END) && !load<i32>(SETTINGS + IDLE_SPAWN);
    plain.openLastChance(byNetwork);
  }
  if (game.HAS_HINT && game.TWO_GAINS) fast = byNetwork && !sample && hinted.openLastChance();
}

/** The value of an afterstate that was reached with `probability`, with `ply` choices to come. Boards as they lie. */
export function chance(after: u64, aux: u32, entries: u64, stage: u32, ply: u32, probability: f32, depth: u32): f32 {
  if (ply == 0 || probability < cutoff) return leaf(after, aux, entries, stage);
  if (tick()) return 0;
  if (!remembers || (game.LARGE_TILES && aux)) return answers(after, aux, entries, stage, ply, probability, depth);
  name(after, aux, entries, ply);
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
  if (game.PLAIN_SPAWNS && game.PLAIN_ROWS) {
    if (ply == 1 && fast && aux == 0) {
      const v = plain.lastChance(after, stage, depth > 0);
      if (!isNaN(v)) return v;
    }
  }
  if (game.HAS_HINT && game.TWO_GAINS) {
    if (fast) return ply == 1 ? lastOfHint(after, aux, entries, stage) : meanByHints(after, aux, entries, stage, ply, probability, depth);
  }
  return mean(after, aux, entries, stage, ply, probability, depth);
}

let keyCells: u64 = 0, keyRest: u64 = 0;

/** What the table knows a chance node by: the smallest of the symmetric boards, and where spawns depend on more what comes with it. */
function name(after: u64, aux: u32, entries: u64, ply: u32): void {
  keyRest = 0;
  if (game.PLAIN_SPAWNS) {
    keyCells = symmetric ? canonical(after) : after;
    return;
  }
  let x = after, e = entries;
  // At the last ply symmetric boards hardly ever meet; the smallest of them would cost more to find than it saves.
  if (symmetric && ply > 1) {
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

/** The mean over what chance may do. */
function mean(after: u64, aux: u32, entries: u64, stage: u32, ply: u32, probability: f32, depth: u32): f32 {
  const end = outcomes(after, aux, entries, depth);
  let sum: f32 = 0;
  for (let o = firstOutcome(depth); o < end; o += NEXT_OUTCOME) {
    const p = load<f32>(o, 16);
    sum += p * (load<f32>(o, 12) + choice(load<u64>(o), load<u32>(o, 8), stage, ply, probability * p, depth + 1));
    if (interrupted) return 0;
  }
  return sum;
}

// ── games with hints: boards that only differ in what is shown are expanded together, with a lane for each hint ──

/** The last chance node after one hint. */
function lastOfHint(after: u64, aux: u32, entries: u64, stage: u32): f32 {
  const hint = game.hintOf(aux), values = hinted.lastChances(after, i32x4.splat(aux), entries, stage, 1 << hint);
  return laneOf(values, hint);
}
// @ts-ignore: decorator
@inline function laneOf(lanes: v128, lane: u32): f32 {
  v128.store(block + SCRATCH, lanes);
  return load<f32>(block + SCRATCH + (<usize>lane << 2));
}

/** As `mean`, in the same order, and the same but for the last digit. */
function meanByHints(after: u64, aux: u32, entries: u64, stage: u32, ply: u32, probability: f32, depth: u32): f32 {
  game.openOutcomes(after, aux, entries);
  const first = game.entersFrom, last = game.entersTo;
  // The bag and the largest tile, and with them the hints' chances, are the same after every spawn.
  const p = game.hintChances(), auxes = i32x4(game.hintAux(0), game.hintAux(1), game.hintAux(2), game.hintAux(3));
  const reached = f32x4.mul(f32x4.splat(probability), p);
  const possible = <u32>i32x4.bitmask(f32x4.gt(p, f32x4.splat(0)));
  const searched = possible & <u32>i32x4.bitmask(f32x4.ge(reached, f32x4.splat(cutoff)));
  let sum: f32 = 0;
  for (let open = entries; open; open &= open - 1) {
    for (let tile = first; tile <= last; tile++) {
      const cells = after | (<u64>tile << ctz(open));
      let best = choiceByHints(cells, auxes, stage, ply, possible, searched);
      if (ply > 2) {
        for (let hint: u32 = 0; hint < 4; hint++) {
          if (!((searched >> hint) & 1)) continue;
          const v = choice(cells, <u32>laneOf32(auxes, hint), stage, ply, laneOf(reached, hint), depth + 1);
          best = withLane(best, hint, v);
        }
      }
      if (interrupted) return 0;
      const terms = f32x4.mul(p, f32x4.add(f32x4.splat(<f32>game.spawnScore(tile)), best));
      sum += f32x4.extract_lane(terms, 0);
      sum += f32x4.extract_lane(terms, 1);
      sum += f32x4.extract_lane(terms, 2);
      sum += f32x4.extract_lane(terms, 3);
    }
  }
  return sum;
}
// @ts-ignore: decorator
@inline function laneOf32(lanes: v128, lane: u32): i32 {
  v128.store(block + SCRATCH, lanes);
  return load<i32>(block + SCRATCH + (<usize>lane << 2));
}
// @ts-ignore: decorator
@inline function withLane(lanes: v128, lane: u32, v: f32): v128 {
  v128.store(block + SCRATCH, lanes);
  store<f32>(block + SCRATCH + (<usize>lane << 2), v);
  return v128.load(block + SCRATCH);
}

/** The best move by hint: of the hints that are not searched, and of those that are where only one more choice follows. 0 where none is legal. */
function choiceByHints(cells: u64, auxes: v128, stage: u32, ply: u32, possible: u32, searched: u32): v128 {
  const last = ply == 2 ? searched : 0, valued = possible & ~searched;
  if ((last | valued) == 0) return f32x4.splat(0);
  game.expand(cells, 0);
  const legal = game.legal;
  if (legal == 0) return f32x4.splat(0);
  const up = transpose(game.up), right = game.right, down = transpose(game.down), left = game.left;
  const gainUp = f32x4.splat(<f32>game.gainUp), gainRight = f32x4.splat(<f32>game.gainRight);
  const gainDown = f32x4.splat(<f32>game.gainDown), gainLeft = f32x4.splat(<f32>game.gainLeft);
  const none = f32x4.splat(-Infinity), narrow = margin > 0 && last;
  let u = none, r = none, d = none, l = none;
  if (valued || narrow) {
    if (legal & 1) u = f32x4.add(gainUp, valueHints(up, stageAfter(up, stage)));
    if (legal & 2) r = f32x4.add(gainRight, valueHints(right, stageAfter(right, stage)));
    if (legal & 4) d = f32x4.add(gainDown, valueHints(down, stageAfter(down, stage)));
    if (legal & 8) l = f32x4.add(gainLeft, valueHints(left, stageAfter(left, stage)));
  }
  const top = f32x4.max(f32x4.max(u, r), f32x4.max(d, l));
  let best = v128.bitselect(top, none, lanes(valued));
  if (last) {
    const least = narrow ? f32x4.sub(top, f32x4.mul(f32x4.splat(margin), f32x4.abs(top))) : none;
    if (legal & 1) best = f32x4.max(best, lastByHints(up, gainUp, auxes, game.entriesOf(0, cells, up), stage, last & notBelow(u, least)));
    if (legal & 2) best = f32x4.max(best, lastByHints(right, gainRight, auxes, game.entriesOf(1, cells, right), stage, last & notBelow(r, least)));
    if (legal & 4) best = f32x4.max(best, lastByHints(down, gainDown, auxes, game.entriesOf(2, cells, down), stage, last & notBelow(d, least)));
    if (legal & 8) best = f32x4.max(best, lastByHints(left, gainLeft, auxes, game.entriesOf(3, cells, left), stage, last & notBelow(l, least)));
  }
  return v128.and(best, lanes(last | valued));
}
// @ts-ignore: decorator
@inline function notBelow(v: v128, least: v128): u32 { return <u32>i32x4.bitmask(f32x4.ge(v, least)); }
// @ts-ignore: decorator
@inline function lanes(mask: u32): v128 {
  const bits = i32x4(1, 2, 4, 8);
  return i32x4.eq(v128.and(i32x4.splat(mask), bits), bits);
}

/** Gain and value of an afterstate with one more choice to come, for the hints of the mask. */
function lastByHints(after: u64, gain: v128, auxes: v128, entries: u64, before: u32, shown: u32): v128 {
  if (shown == 0 || tick()) return f32x4.splat(-Infinity);
  const stage = stageAfter(after, before);
  return v128.bitselect(f32x4.add(gain, rememberedByHints(after, auxes, entries, stage, shown)), f32x4.splat(-Infinity), lanes(shown));
}
// @ts-ignore: decorator
@inline function rememberedByHints(after: u64, auxes: v128, entries: u64, stage: u32, shown: u32): v128 {
  if (!remembers) return hinted.lastChances(after, auxes, entries, stage, shown);
  // What hint 0 leaves in the bag is what was there before any.
  name(after, i32x4.extract_lane(auxes, 0), entries, 1);
  const key = keyCells;
  if (table.findHints(key, keyRest, stage, shown)) return table.foundValues;
  const slot = table.slot, tag = table.slotTag;
  const values = hinted.lastChances(after, auxes, entries, stage, shown);
  table.keepHints(slot, key, tag, v128.bitselect(values, f32x4.splat(NaN), lanes(shown)));
  return values;
}

/** The values of the moves of the choice that was made last. */
export let valueUp: f32 = 0, valueRight: f32 = 0, valueDown: f32 = 0, valueLeft: f32 = 0;

/** The value of a state in which the player is to move, with this choice and ply − 1 more to come. */
export function choice(cells: u64, aux: u32, stage: u32, ply: u32, probability: f32, depth: u32): f32 {
  game.expand(cells, aux);
  const legal = game.legal;
  if (legal == 0) return lostIsNothing ? 0 : evaluate(cells, aux);
  // Deeper choices expand as well, so everything is taken first.
  const up = transpose(game.up), right = game.right, down = transpose(game.down), left = game.left;
  const gainUp = <f32>game.gainUp * scoreWeight, gainRight = <f32>game.gainRight * scoreWeight;
  const gainDown = <f32>game.gainDown * scoreWeight, gainLeft = <f32>game.gainLeft * scoreWeight;
  const auxUp = game.auxUp, auxRight = game.auxRight, auxDown = game.auxDown, auxLeft = game.auxLeft;
  let u: f32 = -Infinity, r: f32 = -Infinity, d: f32 = -Infinity, l: f32 = -Infinity;
  const p = ply - 1;
  let searched = legal;
  if (margin > 0 && depth > 0 && p > 0 && probability >= cutoff && (legal & (legal - 1))) {
    if (legal & 1) u = gainUp + networkLeaf(up, auxUp, stageAfter(up, stage));
    if (legal & 2) r = gainRight + networkLeaf(right, auxRight, stageAfter(right, stage));
    if (legal & 4) d = gainDown + networkLeaf(down, auxDown, stageAfter(down, stage));
    if (legal & 8) l = gainLeft + networkLeaf(left, auxLeft, stageAfter(left, stage));
    const top = max<f32>(max<f32>(u, r), max<f32>(d, l)), least = top - margin * abs<f32>(top);
    searched = <u32>(u >= least) | (<u32>(r >= least) << 1) | (<u32>(d >= least) << 2) | (<u32>(l >= least) << 3);
    u = -Infinity; r = -Infinity; d = -Infinity; l = -Infinity;
  }
  if (searched & 1) u = gainUp + chance(up, auxUp, game.entriesOf(0, cells, up), stageAfter(up, stage), p, probability, depth);
  if (searched & 2) r = gainRight + chance(right, auxRight, game.entriesOf(1, cells, right), stageAfter(right, stage), p, probability, depth);
  if (searched & 4) d = gainDown + chance(down, auxDown, game.entriesOf(2, cells, down), stageAfter(down, stage), p, probability, depth);
  if (searched & 8) l = gainLeft + chance(left, auxLeft, game.entriesOf(3, cells, left), stageAfter(left, stage), p, probability, depth);
  valueUp = u; valueRight = r; valueDown = d; valueLeft = l;
  return max<f32>(max<f32>(u, r), max<f32>(d, l));
}

/** The value of an afterstate that is not searched further. */
function leaf(after: u64, aux: u32, entries: u64, stage: u32): f32 {
  if (byNetwork) return networkLeaf(after, aux, stage);
  countLeaves(1);
  if (!leafStates) return evaluate(after, aux);
  // No depth below this one is in use.
  const end = outcomes(after, aux, entries, 15);
  let sum: f32 = 0;
  for (let o = firstOutcome(15); o < end; o += NEXT_OUTCOME) sum += load<f32>(o, 16) * (load<f32>(o, 12) + evaluate(load<u64>(o), load<u32>(o, 8)));
  return sum;
}

/** `stage` is the afterstate's own here: with the one before, two boards would be told apart that are worth the same. */
function networkLeaf(after: u64, aux: u32, stage: u32): f32 {
  if (!remembers) {
    countLeaves(1);
    return value(after, aux, stage);
  }
  const tag = table.leafTagOf(stage, game.hintOf(aux)), at = table.leafAt(after);
  if (table.isLeaf(at, after, tag)) return load<f32>(at, 8);
  countLeaves(1);
  const v = value(after, aux, stage);
  table.keepLeaf(at, after, tag, v);
  return v;
}
