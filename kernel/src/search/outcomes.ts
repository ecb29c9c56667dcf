// What chance may do to an afterstate, as far as the searcher believes in it: all of it, only 2s, or one cell drawn at random.
// A list for each depth, in the thread's block.

import { FOUR_THRESHOLD, ONLY_TWOS, OUTCOMES, SAMPLE, SETTINGS } from '../layout';
import { cellOf } from '../board';
import { pick, whim } from '../random';
import { scoreWeight } from '../heuristics';
import { block } from '../thread';
import * as game from '../game';

export let sample: bool = false;
/** How likely the searcher thinks a 2 and a 4 are, where spawns are plain. */
export let two: f32 = 0, four: f32 = 0;

/** Reads the settings. */
export function openOutcomes(): void {
  sample = load<i32>(SETTINGS + SAMPLE) != 0;
  if (!game.PLAIN_SPAWNS) return;
  four = load<i32>(SETTINGS + ONLY_TWOS) ? 0 : <f32>(<f64>load<u64>(SETTINGS + FOUR_THRESHOLD) / 4294967296.0);
  two = 1 - four;
}

// An outcome: u64 cells, u32 aux, f32 what the spawn scores, f32 its probability.
const OUTCOME: usize = 24;
const ROOM: usize = 0x1000;

/** Writes everything that chance may do, as far as the searcher believes in it; returns where the list ends. */
export function outcomes(cells: u64, aux: u32, entries: u64, depth: u32): usize {
  let at = block + OUTCOMES + ROOM * <usize>depth;
  let open = entries;
  if (sample) open = <u64>1 << (<u64>cellOf(entries, pick(whim() >> 32, <u32>popcnt(entries))) << 2);
  if (!game.PLAIN_SPAWNS) {
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
