// Plays a recorded game again: every ply is checked by the rules, and every action becomes an entry of data.

import { AUX, CELLS, PLIES, REPLAYED, REPLAYED_BYTES, SCORE } from './layout';
import { spread } from './board';
import * as game from './game';
import { block } from './thread';
import { take, takenAux, takenCells, takenEntries, takenGain } from './taken';

/**
 * Replays the first `plies` of the block's plies from a state; returns how many the rules allow. The last state and the
 * score, that of the start included, go to the block, and one entry per ply to REPLAYED.
 */
export function replayGame(cells: u64, aux: u32, plies: u32): u32 {
  let score: u32 = 0;
  for (let cell: u64 = 0; cell < 16; cell++) score += game.spawnScore(<u32>(cells >> (cell << 2)) & 15);
  const first = block + REPLAYED;
  let at = first, done: u32 = 0;
  for (; done < plies; done++, at += REPLAYED_BYTES) {
    const ply = <u32>load<u16>(block + (<usize>done << 1), PLIES);
    const move = ply & 3, cell = (ply >> 2) & 15, exponent = (ply >> 6) & 15;
    v128.store(at, spread(cells));
    if (game.LARGE_TILES && aux) storeLargeTiles(at, aux);
    store<u32>(at, score, 16);
    store<u32>(at, move | (cell << 8) | (exponent << 16) | (game.hintOf(aux) << 24), 20);
    game.expand(cells, aux);
    if (((game.legal >> move) & 1) == 0) break;
    take(cells, move);
    if (!game.place(takenCells, takenAux, takenEntries, cell, exponent, ply >> 10)) break;
    score += takenGain + game.spawnScore(exponent);
    cells = game.cellsAfter;
    aux = game.auxAfter;
  }
  for (let entry = first; entry < at; entry += REPLAYED_BYTES) store<u32>(entry, score - load<u32>(entry, 16), 16);
  store<u64>(block, cells, CELLS);
  store<u32>(block, aux, AUX);
  store<u32>(block, score, SCORE);
  return done;
}

/** Tiles past 32768, which four bits do not hold. */
function storeLargeTiles(at: usize, aux: u32): void {
  for (let cell: u32 = 0; cell < 16; cell++) store<u8>(at + cell, load<u8>(at + cell) + <u8>((aux >> (cell << 1)) & 3));
}
