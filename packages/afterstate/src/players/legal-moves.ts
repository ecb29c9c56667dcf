// The legal moves of a state with what they lead to, and the best of some or one drawn: what every chooser begins and ends
// with.

import type { Afterstate, Game, Move, State } from '../rules/game.ts';
import { MOVES } from '../rules/game.ts';
import type { Random } from '../rules/random.ts';

export interface LegalMove {
  /** Its number in `MOVES`. */
  readonly m: number;
  readonly move: Move;
  readonly gain: number;
  readonly afterstate: Afterstate;
}

/** In the order of `MOVES`. */
export function legalMoves(game: Game, state: State): LegalMove[] {
  return MOVES.flatMap((move, m) => {
    const afterstate = game.afterstate(state, move);
    return afterstate ? [{ m, move, gain: afterstate.gain, afterstate }] : [];
  });
}

/** The first of those with the largest worth. */
export function best<T>(items: readonly T[], worth: (item: T) => number): T | undefined {
  let [found, most] = [items[0], -Infinity];
  for (const item of items) {
    const value = worth(item);
    if (value > most) [found, most] = [item, value];
  }
  return found;
}

/** One of some, each as likely as its share of the weights; of weights that are all 0, each as likely as the others. Takes one output. */
export function drawn<T>(items: readonly T[], weight: (item: T) => number, random: Random): T | undefined {
  if (items.length === 0) return undefined;
  const { hi, lo } = random.next();
  const sum = items.reduce((all, item) => all + weight(item), 0);
  const weights = items.map((item) => (sum > 0 ? weight(item) / sum : 1 / items.length));
  let left = (hi + lo / 2 ** 32) / 2 ** 32;
  const found = weights.findIndex((share) => (left -= share) < 0);
  // What rounding leaves over goes to the last that is possible at all.
  return items[found >= 0 ? found : weights.findLastIndex((share) => share > 0)];
}
