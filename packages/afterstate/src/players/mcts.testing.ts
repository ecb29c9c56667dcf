// What the tests of tree search share: made-up networks, and the exact value of small positions.

import type { Game, State } from '../rules/game.ts';
import { MOVES } from '../rules/game.ts';
import type { Evaluate } from './neural.ts';

/** Knows nothing: every move alike, nothing to come. */
export const ignorant: Evaluate = async (boards) => ({
  policy: new Float32Array(boards.length / 4).fill(0.25),
  value: new Float32Array(boards.length / 16),
});

/** Has an opinion on every board, the same each time: priors that differ, values from 0 to `most`. */
export function opinionated(most: number): Evaluate {
  return async (boards) => {
    const count = boards.length / 16;
    const policy = new Float32Array(4 * count);
    const value = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      let hash = 1;
      for (const e of boards.subarray(16 * i, 16 * i + 16)) hash = Math.imul(hash ^ e, 0x9e3779b1) ^ (hash >>> 15);
      value[i] = ((hash >>> 8) / 2 ** 24) * most;
      for (let m = 0; m < 4; m++) policy[4 * i + m] = 0.1 + ((hash >>> (6 * m)) & 63) / 64;
    }
    return { policy, value };
  };
}

/** The expected score after each move, with optimal play; undefined for a move that is not legal. */
export function exactValues(game: Game, state: State, known = new Map<string, number>()): (number | undefined)[] {
  return MOVES.map((move) => {
    const afterstate = game.afterstate(state, move);
    if (!afterstate) return undefined;
    return game.outcomes(afterstate).reduce((sum, { probability, spawn, state: next }) => {
      const key = JSON.stringify(next);
      const after = known.get(key) ?? best(exactValues(game, next, known));
      known.set(key, after);
      return sum + probability * (game.spawnScore(spawn.exponent) + after);
    }, afterstate.gain);
  });
}

/** The chance of ending above a score after each move, with optimal play. */
export function chancesToBeat(game: Game, state: State, more: number): (number | undefined)[] {
  return MOVES.map((move) => {
    const afterstate = game.afterstate(state, move);
    if (!afterstate) return undefined;
    const missing = more - afterstate.gain;
    return game.outcomes(afterstate).reduce((sum, { probability, state: next }) => {
      const after = game.isOver(next) ? Number(missing < 0) : best(chancesToBeat(game, next, missing));
      return sum + probability * after;
    }, 0);
  });
}

function best(values: readonly (number | undefined)[]): number {
  return Math.max(0, ...values.filter((value) => value !== undefined));
}
