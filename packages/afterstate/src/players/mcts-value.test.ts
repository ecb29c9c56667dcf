// What a value means, and the score of a game that nobody counted.

import { expect, test } from 'vitest';
import { MOVES } from '../rules/game.ts';
import { parseGame } from '../rules/games.ts';
import { Random } from '../rules/random.ts';
import { startScore } from '../rules/replay.ts';
import { points, scaled, valueTarget } from './mcts-value.ts';

test.each(['2048', 'threes'])('the score of %s so far can be told from its board', (spec) => {
  const rules = parseGame(spec);
  for (let number = 0; number < 20; number++) {
    const [chance, whim] = [Random.forGame(3, number), Random.forGame(3, number, 1)];
    let state = rules.start(chance);
    let score = startScore(state, rules);
    while (!rules.isOver(state)) {
      const move = MOVES[whim.below(4)]!;
      const afterstate = rules.afterstate(state, move);
      if (!afterstate) continue;
      const { spawn, state: next } = rules.spawn(afterstate, chance);
      score += afterstate.gain + rules.spawnScore(spawn.exponent);
      state = next;
    }
    // In 2048, except for the luck of the fours.
    const off = Math.abs(rules.scoreOf(state.board) - score);
    expect(off).toBeLessThanOrEqual(spec === 'threes' ? 0 : 20 + 0.05 * score);
  }
});

test('values mean what their names say', () => {
  const beat = { meaning: 'beat', scale: 'linear', reference: 1000 } as const;
  expect([valueTarget(1001, 0, beat), valueTarget(1000, 500, beat)]).toEqual([1, 0]);
  // Before there is an average, no game has beaten it.
  expect(valueTarget(1001, 0, { ...beat, reference: 0 })).toBe(0);
  const ratio = { ...beat, meaning: 'ratio' } as const;
  expect([valueTarget(1000, 0, ratio), valueTarget(500, 0, ratio), valueTarget(9000, 0, ratio)]).toEqual([
    0.5, 0.25, 1,
  ]);
  expect(valueTarget(4500, 500, { meaning: 'score', scale: 'sqrt', reference: 0 })).toBe(2);
  for (const scale of ['linear', 'sqrt', 'log'] as const) {
    for (const score of [0, 4, 2000, 300_000]) expect(points(scaled(score, scale), scale)).toBeCloseTo(score, 6);
    expect(points(-3, scale)).toBe(0);
    expect(Number.isFinite(points(1e30, scale))).toBe(true);
  }
});
