// An episode: one game that is learned from. It starts from the deal, from a given board, from a board that the carousel
// kept, or from the middle of the episode before; a loop (learn/) plays it and adjusts the network.

import {
  CAROUSEL, CAROUSEL_ROOM, COLLECT, COLLECTED, COLLECT_ROOM, COLLECT_STAGE, DELAY, HISTORY, KEPT_BYTES, LAMBDA, MAX_PLIES, SETTINGS,
  STAGE_MASKS, START_COUNT, STARTS, STEP, UNTIL,
} from './layout';
import { presence } from './board';
import { pick, seedGame, whim } from './random';
import { block } from './thread';
import { take, takenAux, takenCells, takenEntries, takenGain } from './taken';
import { stages } from './network/stages';
import * as game from './game';

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
/** The first stage that is not learned: an episode ends with the move that leads there. */
export let until: u32 = 0;
let remember: bool = false;
/** The stages met in this episode, as bits. */
let met: u32 = 0;
/** Where boards of a stage are collected, 0 for nowhere; the stage, and the exponents whose presence begins it, as bits. */
let collect: u32 = 0, collectStage: u32 = 0, collectTiles: u32 = 0;
/** Whether this episode has come to that stage. */
export let reached: bool = false;

/** Reads the settings; with `remembering` the plies of an episode are kept until the next. */
export function openEpisodes(remembering: bool): void {
  step = load<f32>(SETTINGS + STEP);
  lambda = load<f32>(SETTINGS + LAMBDA);
  delay = load<u32>(SETTINGS + DELAY);
  const last = load<u32>(SETTINGS + UNTIL);
  until = last ? last : u32.MAX_VALUE;
  remember = remembering;
  collect = load<u32>(SETTINGS + COLLECT);
  collectStage = load<u32>(SETTINGS + COLLECT_STAGE);
  collectTiles = collect ? <u32>load<u16>(SETTINGS + STAGE_MASKS + ((collectStage - 1) << 1)) : 0;
}

// A ply of the history: the state that the move was made in, the afterstate, and what came of it.
const PLY: usize = 32;
const STATE_CELLS: usize = 0, AFTER_CELLS: usize = 8, PLY_AUX: usize = 16, PLY_STAGE: usize = 20, GAIN: usize = 24, NOTE: usize = 28;

// @ts-ignore: decorator
@inline function ply(t: u32): usize { return block + HISTORY + PLY * <usize>t; }
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

/**
 * For loops that learn after the game: moves the gain of ply t to the ply before, so that ply t then holds what its
 * afterstate led to at once: the score of the spawn on it, and later the gain of the next move. Called after ply t is played.
 */
export function creditReward(t: u32): void {
  const gain = gainOf(t);
  if (t > 0) store<f32>(ply(t - 1), gainOf(t - 1) + gain, GAIN);
  store<f32>(ply(t), spawned, GAIN);
}

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
  if (collect && !reached && (presence(after) & collectTiles) == collectTiles) collectBoard();
  if (moves >= <u32>MAX_PLIES) ended = true;
}

function keep(at: usize, asStage: u32): void {
  store<u64>(at, cells);
  store<u32>(at, aux, 8);
  store<u32>(at, score, 12);
  store<u32>(at, asStage, 16);
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
    const room = load<u32>(SETTINGS + CAROUSEL_ROOM), at = carousel + newStage * (8 + room * KEPT_BYTES);
    keep(at + 8 + (atomic.add<u32>(at, 1) % room) * KEPT_BYTES, stage);
  }
}

/** The first board of the stage that is collected. The game continues: what it scores by these weights is what the next stage has to beat. */
function collectBoard(): void {
  reached = true;
  const i = atomic.add<u32>(SETTINGS + COLLECTED, 1);
  if (i < load<u32>(SETTINGS + COLLECT_ROOM)) keep(collect + i * KEPT_BYTES, collectStage);
}

/** Sets the first state; false where it is not the deal. */
export function begin(seed: u64, number: u64): bool {
  seedGame(seed, number);
  const count = load<u32>(SETTINGS + START_COUNT), carousel = load<u32>(SETTINGS + CAROUSEL);
  if (count) {
    takeKept(load<u32>(SETTINGS + STARTS) + <u32>(number % count) * KEPT_BYTES);
    return false;
  }
  if (carousel) {
    const turn = <u32>(number % stages), room = load<u32>(SETTINGS + CAROUSEL_ROOM), at = carousel + turn * (8 + room * KEPT_BYTES);
    const kept = min<u32>(atomic.load<u32>(at), room);
    if (turn && kept) {
      takeKept(at + 8 + pick(whim() >> 32, kept) * KEPT_BYTES);
      return false;
    }
  }
  score = game.deal();
  cells = game.cellsAfter;
  aux = game.auxAfter;
  stage = 0;
  return true;
}

/** Goes back to the state of ply t of the episode that was just played. */
export function backTo(t: u32): void {
  const at = ply(t);
  cells = load<u64>(at, STATE_CELLS);
  aux = load<u32>(at, PLY_AUX);
  stage = load<u32>(at, PLY_STAGE) >> 8;
}

/** Forgets the episode before; called before a loop plays from the state that is set. */
export function enter(): void {
  moves = 0;
  ended = false;
  spawned = 0;
  met = 1 << stage;
  reached = false;
}
