// An episode: one game that is learned from. It starts from the deal, from a given board, from a board that the carousel
// kept, or from the middle of the episode before; a loop (td.ts and its siblings) plays it and adjusts the network.

import {
  CAROUSEL, CAROUSEL_ROOM, COLLECT, COLLECTED, COLLECT_ROOM, COLLECT_STAGE, DELAY, HISTORY, LAMBDA, LOOP, MAX_PLIES, RESTART, SETTINGS,
  START_COUNT, STARTS, STEP,
} from '../layout';
import { pick, seedGame, whim } from '../random';
import { block, finish, stopped, take, takenAux, takenCells, takenEntries, takenGain } from '../play';
import { stages } from '../network';
import * as game from '../game';
import { td } from './td';
import { tdDelayed } from './td-delayed';
import { tdSteps } from './td-steps';
import { backward } from './backward';
import { tdState } from './td-state';
import { q } from './q';

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
let remember: bool = false;
/** The stages met in this episode, as bits. */
let met: u32 = 0;

// A ply of the history: the state that the move was made in, the afterstate, and what came of it.
const PLY: usize = 32;
const STATE_CELLS: usize = 0, AFTER_CELLS: usize = 8, PLY_AUX: usize = 16, PLY_STAGE: usize = 20, GAIN: usize = 24, NOTE: usize = 28;

// @ts-ignore: decorator
@inline export function ply(t: u32): usize { return block + HISTORY + PLY * <usize>t; }
// @ts-ignore: decorator
@inline export function afterOf(t: u32): u64 { return load<u64>(ply(t), AFTER_CELLS); }
// @ts-ignore: decorator
@inline export function auxOf(t: u32): u32 { return load<u32>(ply(t), PLY_AUX); }
// @ts-ignore: decorator
@inline export function stageOf(t: u32): u32 { return load<u32>(ply(t), PLY_STAGE) & 0xff; }
// @ts-ignore: decorator
@inline export function gainOf(t: u32): f32 { return load<f32>(ply(t), GAIN); }
/** A number that a loop keeps with a ply. */
// @ts-ignore: decorator
@inline export function noteOf(t: u32): f32 { return load<f32>(ply(t), NOTE); }
// @ts-ignore: decorator
@inline export function note(t: u32, x: f32): void { store<f32>(ply(t), x, NOTE); }

/** Makes a move of the last `expand`, and lets chance answer. */
// @ts-ignore: decorator
@inline export function play(move: i32, newStage: u32): void {
  take(cells, move);
  after = takenCells;
  afterAux = takenAux;
  score += takenGain;
  if (remember) {
    const at = ply(moves);
    store<u64>(at, cells, STATE_CELLS);
    store<u64>(at, after, AFTER_CELLS);
    store<u32>(at, aux, PLY_AUX);
    store<u32>(at, newStage | (stage << 8), PLY_STAGE);
    store<f32>(at, <f32>takenGain, GAIN);
  }
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

// A kept board: u64 cells, u32 aux, u32 score, u32 stage.
const KEPT: u32 = 24;
function keep(at: usize): void {
  store<u64>(at, cells);
  store<u32>(at, aux, 8);
  store<u32>(at, score, 12);
  store<u32>(at, stage, 16);
}
function takeKept(at: usize): void {
  cells = load<u64>(at);
  aux = load<u32>(at, 8);
  score = load<u32>(at, 12);
  stage = load<u32>(at, 16);
}

/** Another stage: the board is kept for those who start from it. */
function reach(newStage: u32): void {
  stage = newStage;
  const first = !((met >> newStage) & 1);
  met |= 1 << newStage;
  const carousel = load<u32>(SETTINGS + CAROUSEL);
  if (carousel && first) {
    const room = load<u32>(SETTINGS + CAROUSEL_ROOM), at = carousel + newStage * (8 + room * KEPT);
    keep(at + 8 + (atomic.add<u32>(at, 1) % room) * KEPT);
  }
  const collect = load<u32>(SETTINGS + COLLECT);
  if (collect && newStage == load<u32>(SETTINGS + COLLECT_STAGE)) {
    const i = atomic.add<u32>(SETTINGS + COLLECTED, 1);
    if (i < load<u32>(SETTINGS + COLLECT_ROOM)) keep(collect + i * KEPT);
    ended = true;
  }
}

/** Sets the first state; false where it is not the deal. */
function begin(seed: u64, number: u64): bool {
  seedGame(seed, number);
  const count = load<u32>(SETTINGS + START_COUNT), carousel = load<u32>(SETTINGS + CAROUSEL);
  if (count) {
    takeKept(load<u32>(SETTINGS + STARTS) + <u32>(number % count) * KEPT);
    return false;
  }
  if (carousel) {
    const turn = <u32>(number % stages), room = load<u32>(SETTINGS + CAROUSEL_ROOM), at = carousel + turn * (8 + room * KEPT);
    const kept = min<u32>(atomic.load<u32>(at), room);
    if (turn && kept) {
      takeKept(at + 8 + pick(whim() >> 32, kept) * KEPT);
      return false;
    }
  }
  score = game.deal();
  cells = game.cellsAfter;
  aux = game.auxAfter;
  stage = 0;
  return true;
}

/** The loops, by number. */
function learn(loop: i32): void {
  moves = 0;
  ended = false;
  spawned = 0;
  met = 1 << stage;
  if (loop == 0) td(block);
  else if (loop == 1) tdDelayed(block);
  else if (loop == 2) tdSteps(block);
  else if (loop == 3) backward(block);
  else if (loop == 4) tdState(block);
  else q(block);
}

/** Restarts shorter than this are not worth it (Matsuzaki 2017). */
const SHORTEST_RESTART: u32 = 10;

/** Learns from games first … first + count − 1 of a seed; returns how many were finished before a stop. */
export function learnGames(seed: u64, first: u64, count: u32): u32 {
  step = load<f32>(SETTINGS + STEP);
  lambda = load<f32>(SETTINGS + LAMBDA);
  delay = load<u32>(SETTINGS + DELAY);
  const loop = load<i32>(SETTINGS + LOOP), restart = load<i32>(SETTINGS + RESTART) != 0;
  remember = restart || (loop >= 1 && loop <= 3);
  for (let i: u32 = 0; i < count; i++) {
    if (stopped()) return i;
    const fromDeal = begin(seed, first + i);
    learn(loop);
    const endScore = score, endCells = cells, endAux = aux;
    let all = moves;
    if (restart) {
      while (moves >= SHORTEST_RESTART) {
        const at = ply(moves >> 1);
        cells = load<u64>(at, STATE_CELLS);
        aux = load<u32>(at, PLY_AUX);
        stage = load<u32>(at, PLY_STAGE) >> 8;
        learn(loop);
        all += moves;
      }
    }
    finish(i, endScore, all, endCells, endAux, fromDeal ? 0 : 1);
  }
  return count;
}
