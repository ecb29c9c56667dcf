// A legal move at random.

import { VALUES } from '../layout';
import { chooseAtRandom } from '../choosers/chance';
import { block } from '../thread';
import * as game from '../game';

export function choose(cells: u64, aux: u32, stage: u32): i32 {
  game.expand(cells, aux);
  return game.legal ? chooseAtRandom() : -1;
}

/** All legal moves are as probable. */
export function explain(move: i32): void {
  const share = 1 / <f64>popcnt(game.legal);
  for (let m = 0; m < 4; m++) store<f64>(block + (<usize>m << 3), share, VALUES);
}
