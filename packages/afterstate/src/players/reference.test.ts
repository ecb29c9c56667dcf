// The reference players work by the rules alone, on a board of any shape.

import { describe, expect, test } from 'vitest';
import type { Shape, State } from '../rules/game.ts';
import { MOVES } from '../rules/game.ts';
import { Random } from '../rules/random.ts';
import { create2048 } from '../rules/rules2048.ts';
import { randomGame } from '../rules/states.testing.ts';
import { symmetriesOf, transform, transformMove } from '../rules/symmetry.ts';
import type { Weights } from './evaluation.ts';
import { expectimaxValues, type Judge, minimaxValues, randomScore, sumJudge } from './reference.ts';

const SHAPES: Shape[] = [
  { rows: 3, columns: 3 },
  { rows: 2, columns: 4 },
];

describe.each(SHAPES)('on $rows×$columns', (shape) => {
  const game = create2048({}, shape);
  const { states } = randomGame(game, 11);

  test('only legal moves have values, and minimax expects no more than expectimax', () => {
    const weights: Weights = new Map([
      ['snake', 1],
      ['score', 1],
      ['monotonicity', 2],
      ['smoothness', 2],
      ['empty', 3],
    ]);
    const judge = sumJudge(game, weights);
    for (const state of states.slice(-12)) {
      const legal = game.legalMoves(state);
      const expected = expectimaxValues(game, judge, state, 2, undefined);
      const worst = minimaxValues(game, judge, state, 2, undefined);
      MOVES.forEach((move, m) => {
        expect(expected[m] !== undefined).toBe(legal.includes(move));
        if (expected[m] !== undefined) expect(worst[m]!).toBeLessThanOrEqual(expected[m]! + 1e-9);
      });
    }
  });

  test('symmetric evaluations give symmetric boards the same value', () => {
    const judge = sumJudge(
      game,
      new Map([
        ['empty', 1],
        ['score', 1],
        ['monotonicity', 5],
      ]) as Weights,
    );
    for (const state of states.slice(-4)) {
      const values = expectimaxValues(game, judge, state, 2, undefined);
      for (const symmetry of symmetriesOf(shape)) {
        const image = expectimaxValues(game, judge, { board: transform(state.board, symmetry) }, 2, undefined);
        MOVES.forEach((move, m) => {
          const value = image[MOVES.indexOf(transformMove(move, symmetry, shape))];
          if (values[m] === undefined) expect(value).toBeUndefined();
          else expect(value).toBeCloseTo(values[m], 9);
        });
      }
    }
  });
});

test('on 2×2 without fours, games of the best player score the mean over everything chance may do', () => {
  const game = create2048({ four: 0 }, { rows: 2, columns: 2 });
  const values = new Map<string, number>();
  const best = (state: State): number => {
    const key = state.board.join();
    const known = values.get(key);
    if (known !== undefined) return known;
    // The value of one choice, with everything after it valued by the judge.
    const judge: Judge<undefined> = { leaf: best, lost: () => 0, after: () => undefined, score: 1, leafStates: true };
    const moves = expectimaxValues(game, judge, state, 1, undefined).filter((value) => value !== undefined);
    const value = Math.max(0, ...moves);
    values.set(key, value);
    return value;
  };
  const start: State = { board: [1, 0, 0, 1] };
  const exact = best(start);
  let sum = 0;
  const games = 2000;
  for (let number = 0; number < games; number++) {
    const chance = Random.forGame(1, number);
    for (let state = start; ;) {
      const judge: Judge<undefined> = { leaf: best, lost: () => 0, after: () => undefined, score: 1, leafStates: true };
      const moves = expectimaxValues(game, judge, state, 1, undefined);
      const top = Math.max(...moves.filter((value) => value !== undefined));
      const move = MOVES[moves.findIndex((value) => value === top)];
      const after = move && game.afterstate(state, move);
      if (!after) break;
      sum += after.gain;
      state = game.spawn(after, chance).state;
    }
  }
  // A game scores from 4 to 96 points, so the mean of 2,000 is within a point.
  expect(Math.abs(sum / games - exact)).toBeLessThan(1);
  const random = Random.forGame(2, 0, 1);
  const after = game.afterstate(start, 'left')!;
  const mean = Array.from({ length: 500 }, () => randomScore(game, after, random)).reduce((a, b) => a + b, 0) / 500;
  expect(mean).toBeLessThan(exact);
});
