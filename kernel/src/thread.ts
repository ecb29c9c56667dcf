// What a thread owns: its block of the memory, which the host gives it once, and the results that it leaves there.

import { GAMES_DONE, MOVES_DONE, RESULTS, STOP } from './layout';
import * as game from './game';

/** This thread's block; set once by `attach`. */
export let block: usize = 0;
export function attach(at: usize): void { block = at; }

/** Whether all threads were asked to return, or this one was. */
// @ts-ignore: decorator
@inline export function stopped(): bool { return atomic.load<i32>(block, STOP) != 0; }

/** Writes the result of game i of a call, with the flags of a result (layout.ts). */
export function finish(i: u32, score: u32, moves: u32, cells: u64, aux: u32, flags: u32): void {
  const at = block + RESULTS + (<usize>i << 4);
  store<u32>(at, score);
  store<u32>(at, moves, 4);
  store<u32>(at, game.largest(cells, aux), 8);
  store<u32>(at, flags, 12);
  store<u32>(block, load<u32>(block, MOVES_DONE) + moves, MOVES_DONE);
  store<u32>(block, load<u32>(block, GAMES_DONE) + 1, GAMES_DONE);
}
