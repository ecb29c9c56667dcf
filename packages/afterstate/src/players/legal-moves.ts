// The legal moves of a state and what they lead to, and the best or a drawn one of several: what every chooser begins and
// ends with.

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

/** The first of those worth the most. */
export function best<T>(items: readonly T[], worth: (item: T) => number): T | undefined {
  let [found, most] = [items[0], -Infinity];
  for (const item of items) {
    const value = worth(item);
    if (value > most) [found, most] = [item, value];
  }
  return found;
}

/** Draws one of several, each as likely as its share of the weights; if all weights are 0, all equally likely. Takes one output. */
export function drawn<T>(items: readonly T[], weight: (item: T) => number, random: Random): T | undefined {
  if (items.length === 0) return undefined;
  const { hi, lo } = random.next();
  const sum = items.reduce((all, item) => all + weight(item), 0);
  const weights = items.map((item) => (sum > 0 ? weight(item) / sum : 1 / items.length));
  let left = (hi + lo / 2 ** 32) / 2 ** 32;
  const found = weights.findIndex((share) => (left -= share) < 0);
  // The rounding error goes to the last one that is possible at all.
  return items[found >= 0 ? found : weights.findLastIndex((share) => share > 0)];
}
