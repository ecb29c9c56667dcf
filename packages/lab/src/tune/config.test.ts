import { describe, expect, test } from 'vitest';
import { planTuning, tuneSettings } from './config.ts';

const CONFIG = {
  game: '2048',
  player: 'expectimax?eval=snake+empty*200&depth=2',
  method: 'sweep',
  trials: 60,
  games: 200,
  check: 1000,
  seed: 1,
};

test('a plan starts from the weights of the player, and gives the player others', () => {
  const { start, specOf, checkSeed } = planTuning(CONFIG);
  expect([...start]).toEqual([
    ['snake', 1],
    ['empty', 200],
  ]);
  expect(specOf(new Map(start).set('empty', 0.5))).toBe('expectimax?eval=snake+empty*0.5&depth=2');
  expect(checkSeed).not.toBe(CONFIG.seed);
  expect(planTuning({ ...CONFIG, seed: Number.MAX_SAFE_INTEGER }).checkSeed).toBe(0);
});

describe('settings that do not fit together are refused', () => {
  test.each<[what: string, changes: Partial<typeof CONFIG>, says: string]>([
    [
      'a player without weights',
      { player: 'montecarlo' },
      "'montecarlo' has no weights to tune; these have: expectimax, minimax",
    ],
    ['one weight', { player: 'expectimax' }, "'snake' has only one weight"],
    ['a weight of 0', { player: 'minimax?eval=snake+empty*0' }, "'empty' in 'snake+empty*0' has weight 0"],
    ['no such heuristic', { player: 'minimax?eval=snake+x' }, "'x' for eval in 'minimax?eval=snake+x'"],
    ['no such method', { method: 'x' }, "--method 'x' is unknown; choose from sweep, halving"],
    ['too few trials', { trials: 3 }, '--trials 3 is too few; sweep needs at least 4'],
    ['no such game', { game: 'chess' }, 'chess'],
  ])('%s', (_what, changes, says) => {
    expect(() => planTuning({ ...CONFIG, ...changes })).toThrow(says);
  });

  test('and so is a file of settings that was changed by hand', () => {
    expect(tuneSettings.parse(CONFIG, 'tune.json')).toEqual(CONFIG);
    expect(() => tuneSettings.parse({ ...CONFIG, games: 1 }, 'tune.json')).toThrow(
      /^tune\.json: games must be a whole number from 2 /,
    );
    expect(() => tuneSettings.parse({ ...CONFIG, more: 1 }, 'tune.json')).toThrow(/^tune\.json: /);
  });
});
