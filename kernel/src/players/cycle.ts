// The moves of a cycle in turn, passing over those that are not legal.

import { CYCLE_LENGTH, CYCLE_MOVES, CYCLE_STUCK_RANDOM, SETTINGS, VALUES } from '../layout';
import { chooseAtRandom } from '../choosers/chance';
import { block } from '../thread';
import * as game from '../game';

/** Where the cycle stands. */
let turn: u32 = 0;

export function begin(): void { turn = 0; }

/** The next move of the cycle that is legal; -1 where none is and the player gives up. */
export function choose(cells: u64, aux: u32, stage: u32): i32 {
  game.expand(cells, aux);
  if (game.legal == 0) return -1;
  const n = load<u32>(SETTINGS + CYCLE_LENGTH);
  for (let i: u32 = 0; i < n; i++) {
    const move = load<u8>(SETTINGS + CYCLE_MOVES + turn);
    turn = turn + 1 == n ? 0 : turn + 1;
    if ((game.legal >> move) & 1) return move;
  }
  return load<i32>(SETTINGS + CYCLE_STUCK_RANDOM) ? chooseAtRandom() : -1;
}

/** The move is certain. */
export function explain(move: i32): void {
  for (let m = 0; m < 4; m++) store<f64>(block + (<usize>m << 3), m == move ? 1 : 0, VALUES);
}
