// Positions for property tests: any board that the notation allows, and boards reached by playing.

import * as fc from 'fast-check';
import type { Board, Game, Hint, State } from './game.ts';
import { cellCount } from './lines.ts';
import { Random } from './random.ts';
import { allowsBonus, type Bag, defaultBag } from './threes.ts';

/** Boards with many empty cells and small tiles, so that merges are frequent, and now and then the largest tile. */
export function anyBoard(game: Game): fc.Arbitrary<Board> {
  const exponent = fc.oneof(
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 3, arbitrary: fc.integer({ min: 1, max: game.maxExponent }) },
    { weight: 1, arbitrary: fc.integer({ min: game.maxExponent - 1, max: game.maxExponent }) },
  );
  return fc.array(exponent, { minLength: cellCount(game), maxLength: cellCount(game) });
}

export function anyState(game: Game): fc.Arbitrary<State> {
  const boards = anyBoard(game);
  if (!game.hints) return boards.map((board) => ({ board }));
  return boards.chain((board) =>
    fc.constantFrom<Hint>(1, 2, 3, allowsBonus(board) ? 'bonus' : 1).chain((next) => {
      const most = defaultBag(next);
      const [ones, twos, threes] = most.map((max) => fc.integer({ min: 0, max }));
      const bag: fc.Arbitrary<Bag> = fc.oneof(fc.constant(most), fc.tuple(ones!, twos!, threes!));
      return bag.map((left) => ({ board, next, bag: left }));
    }),
  );
}

/** Every state of one game of random moves, the last one over. */
export function randomGame(game: Game, seed: number, number = 0): { states: State[]; score: number } {
  const chance = Random.forGame(seed, number, 0);
  const own = Random.forGame(seed, number, 1);
  let state = game.start(chance);
  let score = state.board.reduce((sum, exponent) => sum + (exponent === 0 ? 0 : game.spawnScore(exponent)), 0);
  const states = [state];
  for (;;) {
    const moves = game.legalMoves(state);
    if (moves.length === 0) return { states, score };
    const after = game.afterstate(state, moves[own.below(moves.length)]!)!;
    const { spawn, state: next } = game.spawn(after, chance);
    score += after.gain + game.spawnScore(spawn.exponent);
    state = next;
    states.push(state);
  }
}
