// An episode: one game that is learned from. It starts from the deal, from a given board, or from the middle of the
// episode before; a loop (td.ts and its siblings) plays it with `play` and adjusts the network as it goes.

import {
  COLLECT, COLLECTED, COLLECT_ROOM, COLLECT_STAGE, DELAY, LAMBDA, LOOP, MAX_PLIES, RESTART, SETTINGS, START_COUNT, STARTS, STEP,
} from '../layout';
import { pick, seedGame, whim } from '../random';
import { block, finish, stopped, take, takenAux, takenCells, takenEntries, takenGain } from '../play';
import * as game from '../game';
import { td } from './td';

/** The state: where the player is to move. */
export let cells: u64 = 0;
export let aux: u32 = 0, stage: u32 = 0, score: u32 = 0, moves: u32 = 0;
/** The afterstate of the last move, and what the spawn on it scored. */
export let after: u64 = 0;
export let afterAux: u32 = 0;
export let spawned: f32 = 0;
/** The episode is over although moves may be left. */
export let ended: bool = false;

/** Settings, read once a call. */
export let step: f32 = 0, lambda: f32 = 0;
export let delay: u32 = 0;

/** Makes a move of the last `expand`, and lets chance answer. */
// @ts-ignore: decorator
@inline export function play(block: usize, move: i32, newStage: u32): void {
  take(cells, move);
  after = takenCells;
  afterAux = takenAux;
  score += takenGain;
  game.spawn(takenCells, takenAux, takenEntries);
  if (game.SPAWNS_SCORE) {
    const s = game.spawnScore(game.spawnExponent);
    score += s;
    spawned = <f32>s;
  }
  cells = game.cellsAfter;
  aux = game.auxAfter;
  moves++;
  if (newStage != stage) reach(newStage);
  if (moves >= <u32>MAX_PLIES) ended = true;
}

/** A stage is reached: keep the board where boards are collected. */
function reach(newStage: u32): void {
  stage = newStage;
  if (newStage != load<u32>(SETTINGS + COLLECT_STAGE) || load<u32>(SETTINGS + COLLECT) == 0) return;
  const i = atomic.add<u32>(SETTINGS + COLLECTED, 1);
  if (i < load<u32>(SETTINGS + COLLECT_ROOM)) {
    const at = load<u32>(SETTINGS + COLLECT) + i * 24;
    store<u64>(at, cells);
    store<u32>(at, aux, 8);
    store<u32>(at, score, 12);
    store<u32>(at, newStage, 16);
  }
  ended = true;
}

function begin(seed: u64, number: u64): void {
  seedGame(seed, number);
  const count = load<u32>(SETTINGS + START_COUNT);
  moves = 0;
  ended = false;
  spawned = 0;
  if (count == 0) {
    score = game.deal();
    cells = game.cellsAfter;
    aux = game.auxAfter;
    stage = 0;
    return;
  }
  const at = load<u32>(SETTINGS + STARTS) + <u32>(number % count) * 24;
  cells = load<u64>(at);
  aux = load<u32>(at, 8);
  score = load<u32>(at, 12);
  stage = load<u32>(at, 16);
}

/** Learns from games first … first + count − 1 of a seed; returns how many were finished before a stop. */
export function learnGames(seed: u64, first: u64, count: u32): u32 {
  step = load<f32>(SETTINGS + STEP);
  lambda = load<f32>(SETTINGS + LAMBDA);
  delay = load<u32>(SETTINGS + DELAY);
  for (let i: u32 = 0; i < count; i++) {
    if (stopped()) return i;
    begin(seed, first + i);
    td(block);
    finish(i, score, moves, cells, aux, stage);
  }
  return count;
}
