// Whole games: deal, choose, move, spawn, until no move is left. Results go to the thread's block.
// `./player` is made by the build: it knows the files of players/ by the numbers of the layout.

import { AUX, CELLS, MAX_MOVES, PLAYER, PLIES, RECORDING, SETTINGS } from './layout';
import { seedGame } from './random';
import { block, finish, stopped } from './thread';
import { take, takenAux, takenCells, takenEntries, takenGain } from './taken';
import { stageAfter } from './network/stages';
import * as game from './game';
import { begin, choose, open } from './player';

/** Plays games first … first + count − 1 of a seed; returns how many were finished before a stop. */
export function playGames(seed: u64, first: u64, count: u32): u32 {
  open(load<i32>(SETTINGS + PLAYER));
  return playOpened(seed, first, count);
}

/** The same by the settings that `openHere` has read: they may be written for another thread meanwhile. */
export function playOpened(seed: u64, first: u64, count: u32): u32 {
  const player = load<i32>(SETTINGS + PLAYER);
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
  open(player);
  for (let i: u32 = 0; i < count; i++) {
    seedGame(seed, first + i);
    if (!playOut(player, i, 0, cells, aux, stage)) return i;
  }
  return count;
}

/** Plays game i of a call from a state to its end; false where it was stopped. */
function playOut(player: i32, i: u32, score: u32, cells: u64, aux: u32, stage: u32): bool {
  const recording = load<i32>(SETTINGS + RECORDING) != 0, most = load<u32>(SETTINGS + MAX_MOVES);
  begin(player);
  let moves: u32 = 0;
  if (recording) { store<u64>(block, cells, CELLS); store<u32>(block, aux, AUX); }
  while (moves < most) {
    const move = choose(player, cells, aux, stage);
    if (stopped()) return false;
    if (move < 0) break;
    take(cells, move);
    stage = stageAfter(takenCells, stage);
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
