// The choice by one ply: the legal move with the largest gain + value of its afterstate, the first of equals.

import { LOCATED, LOCATED_BYTES, SCRATCH, VALUES } from '../layout';
import { isNarrow, locatable, locate, value, valueAt } from '../network/network';
import { stageAfter } from '../network/stages';
import * as game from '../game';

/** The move chosen: its number, the value of its afterstate, its gain, the stage of its afterstate. */
export let bestMove: i32 = -1;
export let bestValue: f32 = 0, bestGain: f32 = 0;
export let bestStage: u32 = 0;

/** Where the addresses of the chosen afterstate's weights are; 0 where the network is not valued that way. */
export let bestAt: usize = 0;
/** The chosen afterstate as it was valued, for up and down transposed; set only where there are no addresses. */
export let bestCells: u64 = 0;
/** Which of the two sets of addresses is written next. */
let side: usize = 0;

/**
 * Expands the state and chooses; false where no move is legal. All values are read before any is compared, and the best is
 * found by loads instead of branches: a branch on a value would wait for its weights and throw away work under way.
 */
export function chooseGreedily(block: usize, cells: u64, aux: u32, stage: u32): bool {
  game.expand(cells, aux);
  const legal = game.legal;
  if (legal == 0) {
    bestMove = -1;
    return false;
  }
  // f32 × 4 value, f32 × 4 gain, u32 × 4 stage, f32 × 4 both together
  const at = block + SCRATCH;
  const up = stageAfter(game.up, stage), right = stageAfter(game.right, stage), down = stageAfter(game.down, stage), left = stageAfter(game.left, stage);
  store<u32>(at, up, 32); store<u32>(at, right, 36); store<u32>(at, down, 40); store<u32>(at, left, 44);
  store<f32>(at, <f32>game.gainUp, 16); store<f32>(at, <f32>game.gainRight, 20); store<f32>(at, <f32>game.gainDown, 24); store<f32>(at, <f32>game.gainLeft, 28);
  v128.store(at, f32x4.splat(-Infinity));
  bestAt = 0;
  if (locatable) {
    side ^= 4 * LOCATED_BYTES;
    bestAt = block + LOCATED + side;
    if (isNarrow()) readAll(at, legal, up, right, down, left, true);
    else readAll(at, legal, up, right, down, left, false);
  } else {
    if (legal & 1) store<f32>(at, value(game.up, game.auxUp, up));
    if (legal & 2) store<f32>(at, value(game.right, game.auxRight, right), 4);
    if (legal & 4) store<f32>(at, value(game.down, game.auxDown, down), 8);
    if (legal & 8) store<f32>(at, value(game.left, game.auxLeft, left), 12);
  }
  store<f32>(at, load<f32>(at) + load<f32>(at, 16), 48);
  store<f32>(at, load<f32>(at, 4) + load<f32>(at, 20), 52);
  store<f32>(at, load<f32>(at, 8) + load<f32>(at, 24), 56);
  store<f32>(at, load<f32>(at, 12) + load<f32>(at, 28), 60);
  const a = <usize>(load<f32>(at, 52) > load<f32>(at, 48)) << 2, b: usize = 8 + (<usize>(load<f32>(at, 60) > load<f32>(at, 56)) << 2);
  const best = select<usize>(b, a, load<f32>(at + b, 48) > load<f32>(at + a, 48));
  bestMove = <i32>(best >> 2);
  bestValue = load<f32>(at + best);
  bestGain = load<f32>(at + best, 16);
  bestStage = load<u32>(at + best, 32);
  if (bestAt) bestAt += <usize>bestMove * LOCATED_BYTES;
  else bestCells = bestMove == 0 ? game.up : bestMove == 1 ? game.right : bestMove == 2 ? game.down : game.left;
  return true;
}

/** Locates, then reads the legal moves' values; the stages are those of their afterstates. */
// @ts-ignore: decorator
@inline function readAll(at: usize, legal: u32, up: u32, right: u32, down: u32, left: u32, thin: bool): void {
  if (legal & 1) locate(game.up, game.auxUp, up, bestAt, thin);
  if (legal & 2) locate(game.right, game.auxRight, right, bestAt + LOCATED_BYTES, thin);
  if (legal & 4) locate(game.down, game.auxDown, down, bestAt + 2 * LOCATED_BYTES, thin);
  if (legal & 8) locate(game.left, game.auxLeft, left, bestAt + 3 * LOCATED_BYTES, thin);
  if (legal & 1) store<f32>(at, valueAt(bestAt, thin));
  if (legal & 2) store<f32>(at, valueAt(bestAt + LOCATED_BYTES, thin), 4);
  if (legal & 4) store<f32>(at, valueAt(bestAt + 2 * LOCATED_BYTES, thin), 8);
  if (legal & 8) store<f32>(at, valueAt(bestAt + 3 * LOCATED_BYTES, thin), 12);
}

/** Writes the worth of the legal moves of the last choice (gain + value of the afterstate) to the block. */
export function writeValues(block: usize): void {
  for (let move: usize = 0; move < 4; move++) {
    store<f64>(block + (move << 3), <f64>load<f32>(block + SCRATCH + (move << 2), 48), VALUES);
  }
}
