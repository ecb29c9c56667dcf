// What a move took: one of the four afterstates of the last `expand`, as the board lies.

import { transpose } from './board';
import * as game from './game';

export let takenCells: u64 = 0, takenEntries: u64 = 0;
export let takenAux: u32 = 0, takenGain: u32 = 0;

/** Takes one of the four afterstates of the last `expand`, which was of the cells `before`. */
// @ts-ignore: decorator
@inline export function take(before: u64, move: i32): void {
  if (move == 0) { takenCells = transpose(game.up); takenAux = game.auxUp; takenGain = game.gainUp; }
  else if (move == 1) { takenCells = game.right; takenAux = game.auxRight; takenGain = game.gainRight; }
  else if (move == 2) { takenCells = transpose(game.down); takenAux = game.auxDown; takenGain = game.gainDown; }
  else { takenCells = game.left; takenAux = game.auxLeft; takenGain = game.gainLeft; }
  takenEntries = game.entriesOf(move, before, takenCells);
}
