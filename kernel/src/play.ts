// Whole games: deal, choose, move, spawn, until no move is left. Results go to the thread's block.

import {
  AFTERSTATES, AUX, CELLS, CYCLE_LENGTH, CYCLE_MOVES, CYCLE_STUCK_RANDOM, GAMES_DONE, MAX_MOVES, MOVES_DONE,
  PLAYER, PLIES, RECORDING, RESULTS, SCORE, SETTINGS, STOP, VALUES, VALUES_OF,
} from './layout';
import { transpose } from './board';
import { pick, seedGame, whim } from './random';
import * as game from './game';
import { bestMove, bestStage, chooseGreedily, writeValues } from './greedy';
import { stageAfter } from './network';
import { chooseByStates } from './learn/td-state';
import { chooseByActions } from './learn/q';
import { lower, loweredAux, loweredCells, openSearch, searches, searchRoot } from './search';
import { chooseByMinimax, openMinimax } from './classic';
import { chooseByOvolve } from './ovolve';
import { chooseByRollouts } from './rollout';

/** This thread's block; set once by `attach`. */
export let block: usize = 0;
export function attach(at: usize): void { block = at; }

// @ts-ignore: decorator
@inline export function stopped(): bool { return atomic.load<i32>(STOP) != 0; }

/** The players that choose here, by number. */
export const RANDOM = 0;
export const CYCLE = 1;
export const NETWORK = 2;
export const EXPECTIMAX = 3;
export const MINIMAX = 4;
export const ALPHABETA = 5;
export const MONTECARLO = 6;
export const OVOLVE = 7;
export const NNEONNEO = 8;

/** Where a cycle stands. */
let turn: u32 = 0;

function chooseRandom(): i32 {
  const legal = game.legal;
  let k = pick(whim() >> 32, <u32>popcnt(legal)), left = legal;
  while (k--) left &= left - 1;
  return ctz(left);
}

/** The next move of the cycle that is legal; -1 where none is and the player gives up. */
function chooseCycle(): i32 {
  const n = load<u32>(SETTINGS + CYCLE_LENGTH);
  for (let i: u32 = 0; i < n; i++) {
    const move = load<u8>(SETTINGS + CYCLE_MOVES + turn);
    turn = turn + 1 == n ? 0 : turn + 1;
    if ((game.legal >> move) & 1) return move;
  }
  return load<i32>(SETTINGS + CYCLE_STUCK_RANDOM) ? chooseRandom() : -1;
}

/** The stage that the move chosen by a network leads to. */
let nextStage: u32 = 0;

/** The move of a player in a state, -1 for none; leaves the state expanded. */
// @ts-ignore: decorator
@inline function choose(player: i32, cells: u64, aux: u32, stage: u32): i32 {
  if (player == NETWORK) return chooseByNetwork(cells, aux, stage);
  if (player > NETWORK) return chooseBySearch(player, cells, aux);
  game.expand(block, cells, aux);
  if (game.legal == 0) return -1;
  return player == RANDOM ? chooseRandom() : chooseCycle();
}

/** Reads what the player goes by; called before its first move. */
function openPlayer(player: i32): void {
  if (player == MINIMAX || player == ALPHABETA) openMinimax(player == ALPHABETA);
  else if (player >= NETWORK) openSearch();
}

/** Players without a network; they write the values of their moves. */
function chooseBySearch(player: i32, cells: u64, aux: u32): i32 {
  let move: i32;
  if (player == MONTECARLO) move = chooseByRollouts(cells, aux);
  else if (player == OVOLVE) move = chooseByOvolve(cells, aux);
  else if (player == MINIMAX || player == ALPHABETA) move = chooseByMinimax(cells, aux);
  else move = searchRoot(cells, aux, 0);
  game.expand(block, cells, aux);
  return move;
}

function chooseByNetwork(cells: u64, aux: u32, stage: u32): i32 {
  const kind = load<i32>(SETTINGS + VALUES_OF);
  if (kind == 1) {
    const move = chooseByStates(block, cells, aux, stage);
    if (move >= 0) { take(cells, move); nextStage = stageAfter(takenCells, stage); }
    return move;
  }
  if (kind == 2) return chooseByActions(block, cells, aux);
  const lowered = lower(cells, aux);
  if (!lowered && !searches()) {
    chooseGreedily(block, cells, aux, stage);
    writeValues(block);
    nextStage = bestStage;
    return bestMove;
  }
  let move: i32;
  if (searches()) move = searchRoot(lowered ? loweredCells : cells, lowered ? loweredAux : aux, stage);
  else {
    chooseGreedily(block, loweredCells, loweredAux, stage);
    writeValues(block);
    move = bestMove;
  }
  game.expand(block, cells, aux);
  if (move >= 0) { take(cells, move); nextStage = stageAfter(takenCells, stage); }
  return move;
}

/** Plays games first … first + count − 1 of a seed; returns how many were finished before a stop. */
export function playGames(seed: u64, first: u64, count: u32): u32 {
  const player = load<i32>(SETTINGS + PLAYER);
  openPlayer(player);
  for (let i: u32 = 0; i < count; i++) {
    seedGame(seed, first + i);
    const score = game.deal();
    if (!playOut(player, i, score, game.cellsAfter, game.auxAfter, 0)) return i;
  }
  return count;
}

/** The same from a given state on; scores and moves count from there. */
export function playGamesFrom(cells: u64, aux: u32, stage: u32, seed: u64, first: u64, count: u32): u32 {
  const player = load<i32>(SETTINGS + PLAYER);
  openPlayer(player);
  for (let i: u32 = 0; i < count; i++) {
    seedGame(seed, first + i);
    if (!playOut(player, i, 0, cells, aux, stage)) return i;
  }
  return count;
}

/** Plays game i of a call from a state to its end; false where it was stopped. */
function playOut(player: i32, i: u32, score: u32, cells: u64, aux: u32, stage: u32): bool {
  const recording = load<i32>(SETTINGS + RECORDING) != 0, most = load<u32>(SETTINGS + MAX_MOVES);
  turn = 0;
  nextStage = stage;
  let moves: u32 = 0;
  if (recording) { store<u64>(block, cells, CELLS); store<u32>(block, aux, AUX); }
  while (moves < most) {
    const move = choose(player, cells, aux, stage);
    if (stopped()) return false;
    if (move < 0) break;
    stage = nextStage;
    take(cells, move);
    score += takenGain;
    game.spawn(takenCells, takenAux, takenEntries);
    if (game.SPAWNS_SCORE) score += game.spawnScore(game.spawnExponent);
    cells = game.cellsAfter;
    aux = game.auxAfter;
    if (recording) store<u16>(block + (<usize>moves << 1), <u16>(move | (game.spawnCell << 2) | (game.spawnExponent << 6) | (game.hintOf(aux) << 10)), PLIES);
    moves++;
  }
  finish(i, score, moves, cells, aux, 0);
  return true;
}

/** Writes the result of a game. */
export function finish(i: u32, score: u32, moves: u32, cells: u64, aux: u32, stage: u32): void {
  const at = block + RESULTS + (<usize>i << 4);
  store<u32>(at, score);
  store<u32>(at, moves, 4);
  store<u32>(at, game.largest(cells, aux), 8);
  store<u32>(at, stage, 12);
  store<u32>(block, load<u32>(block, MOVES_DONE) + moves, MOVES_DONE);
  store<u32>(block, load<u32>(block, GAMES_DONE) + 1, GAMES_DONE);
}

/** The afterstate of the move that was taken, as the board lies. */
export let takenCells: u64 = 0, takenEntries: u64 = 0;
export let takenAux: u32 = 0, takenGain: u32 = 0;

/** Takes one of the four afterstates of the last `expand`. */
// @ts-ignore: decorator
@inline export function take(before: u64, move: i32): void {
  if (move == 0) { takenCells = transpose(game.up); takenAux = game.auxUp; takenGain = game.gainUp; }
  else if (move == 1) { takenCells = game.right; takenAux = game.auxRight; takenGain = game.gainRight; }
  else if (move == 2) { takenCells = transpose(game.down); takenAux = game.auxDown; takenGain = game.gainDown; }
  else { takenCells = game.left; takenAux = game.auxLeft; takenGain = game.gainLeft; }
  takenEntries = game.entriesOf(move, before, takenCells);
}

// ── one step at a time, for the host ─────────────────────────────────────────────────────────────────────────────

/** Writes the four afterstates of a state to the block; returns the legal moves as bits. */
export function afterstates(cells: u64, aux: u32): u32 {
  game.expand(block, cells, aux);
  for (let move = 0; move < 4; move++) {
    take(cells, move);
    const at = block + AFTERSTATES + (<usize>move << 5);
    store<u64>(at, takenCells);
    store<u32>(at, takenAux, 8);
    store<u32>(at, takenGain, 12);
    store<u64>(at, takenEntries, 16);
    store<i32>(at, (game.legal >> move) & 1, 24);
  }
  return game.legal;
}

/** Deals game `number` of a seed into the block. */
export function dealGame(seed: u64, number: u64): void {
  seedGame(seed, number);
  turn = 0;
  const score = game.deal();
  keep(score);
}

/** Spawns on an afterstate, drawing from chance; the state goes to the block. Returns cell | exponent << 4. */
export function spawnOn(cells: u64, aux: u32, entries: u64): u32 {
  game.spawn(cells, aux, entries);
  keep(load<u32>(block, SCORE) + game.spawnScore(game.spawnExponent));
  return game.spawnCell | (game.spawnExponent << 4);
}

function keep(score: u32): void {
  store<u64>(block, game.cellsAfter, CELLS);
  store<u32>(block, game.auxAfter, AUX);
  store<u32>(block, score, SCORE);
}

/** Forgets the game before: the randomness and the turn of game `number` of a seed. */
export function newGame(seed: u64, number: u64): void {
  seedGame(seed, number);
  turn = 0;
}

/**
 * The player's choice in a state: returns its move, or -1, and writes the value of each legal move to the block.
 * A player that does not value moves gives the probability that it plays them.
 */
export function chooseHere(cells: u64, aux: u32, stage: u32): i32 {
  const player = load<i32>(SETTINGS + PLAYER);
  openPlayer(player);
  const move = choose(player, cells, aux, stage);
  if (player >= NETWORK) return move;
  const count = <f64>popcnt(game.legal);
  for (let m = 0; m < 4; m++) store<f64>(block + (<usize>m << 3), player == RANDOM ? 1 / count : m == move ? 1 : 0, VALUES);
  return move;
}
