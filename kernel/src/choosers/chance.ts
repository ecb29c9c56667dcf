// The choice at random, by the player's own randomness.

import { pick, whim } from '../random';
import * as game from '../game';

/** One of the legal moves of the last `expand`; there has to be one. */
export function chooseAtRandom(): i32 {
  const legal = game.legal;
  let k = pick(whim() >> 32, <u32>popcnt(legal)), left = legal;
  while (k--) left &= left - 1;
  return ctz(left);
}
