// The choice by one ply: the legal move with the largest gain + value of its afterstate, the first of equals.

import { VALUES } from './layout';
import { value, stageAfter } from './network';
import * as game from './game';

/** The move chosen: its number, the value of its afterstate, its gain, the stage of its afterstate. */
export let bestMove: i32 = -1;
export let bestValue: f32 = 0, bestGain: f32 = 0;
export let bestStage: u32 = 0;

/** Expands the state and chooses; false where no move is legal. */
export function chooseGreedily(block: usize, cells: u64, aux: u32, stage: u32): bool {
  game.expand(block, cells, aux);
  const legal = game.legal;
  bestMove = -1;
  let top: f32 = 0;
  if (legal & 1) {
    bestStage = stageAfter(game.up, stage);
    bestGain = <f32>game.gainUp;
    bestValue = value(game.up, game.auxUp, bestStage);
    top = bestGain + bestValue;
    bestMove = 0;
  }
  if (legal & 2) {
    const s = stageAfter(game.right, stage), g = <f32>game.gainRight, v = value(game.right, game.auxRight, s);
    if (bestMove < 0 || g + v > top) { top = g + v; bestMove = 1; bestValue = v; bestGain = g; bestStage = s; }
  }
  if (legal & 4) {
    const s = stageAfter(game.down, stage), g = <f32>game.gainDown, v = value(game.down, game.auxDown, s);
    if (bestMove < 0 || g + v > top) { top = g + v; bestMove = 2; bestValue = v; bestGain = g; bestStage = s; }
  }
  if (legal & 8) {
    const s = stageAfter(game.left, stage), g = <f32>game.gainLeft, v = value(game.left, game.auxLeft, s);
    if (bestMove < 0 || g + v > top) { top = g + v; bestMove = 3; bestValue = v; bestGain = g; bestStage = s; }
  }
  return bestMove >= 0;
}

/** Writes the four values (gain + value of the afterstate) to the block. */
export function writeValues(block: usize, stage: u32): void {
  const legal = game.legal;
  if (legal & 1) store<f64>(block, <f64>game.gainUp + <f64>value(game.up, game.auxUp, stageAfter(game.up, stage)), VALUES);
  if (legal & 2) store<f64>(block, <f64>game.gainRight + <f64>value(game.right, game.auxRight, stageAfter(game.right, stage)), VALUES + 8);
  if (legal & 4) store<f64>(block, <f64>game.gainDown + <f64>value(game.down, game.auxDown, stageAfter(game.down, stage)), VALUES + 16);
  if (legal & 8) store<f64>(block, <f64>game.gainLeft + <f64>value(game.left, game.auxLeft, stageAfter(game.left, stage)), VALUES + 24);
}
