// One step at a time, for the host: the afterstates of a state, a deal, a spawn, a choice.

import { AFTERSTATES, AUX, CELLS, PLAYER, SCORE, SETTINGS } from './layout';
import { seedGame } from './random';
import { block } from './thread';
import { take, takenAux, takenCells, takenEntries, takenGain } from './taken';
import * as game from './game';
import { begin, choose, explain, open } from './player';

/** Writes the four afterstates of a state to the block; returns the legal moves as bits. */
export function afterstates(cells: u64, aux: u32): u32 {
  game.expand(cells, aux);
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
  newGame(seed, number);
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

/** Forgets the game before; the player's randomness is that of game `number` of a seed. */
export function newGame(seed: u64, number: u64): void {
  seedGame(seed, number);
  begin(load<i32>(SETTINGS + PLAYER));
}

/**
 * The player's choice in a state: returns its move, or -1, and writes the value of each legal move to the block.
 * A player that does not value moves gives the probability that it plays them.
 */
export function chooseHere(cells: u64, aux: u32, stage: u32): i32 {
  openHere();
  return chooseOpened(cells, aux, stage);
}

/**
 * The two halves of `chooseHere`, for threads that play by one network, each with settings of its own: once the first has returned,
 * the settings may be written for another thread.
 */
export function openHere(): void { open(load<i32>(SETTINGS + PLAYER)); }
export function chooseOpened(cells: u64, aux: u32, stage: u32): i32 {
  const player = load<i32>(SETTINGS + PLAYER);
  const move = choose(player, cells, aux, stage);
  explain(player, move);
  return move;
}
