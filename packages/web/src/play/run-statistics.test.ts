import { deviation, mean } from 'afterstate/measure';
import { expect, test } from 'vitest';
import { joined, MOST_SCORES, type RunStatistics } from './run-statistics.ts';

const one = (score: number, exponent = 1 + (score % 11)): RunStatistics => ({
  game: '2048',
  player: 'random',
  games: 1,
  mean: score,
  squares: 0,
  best: score,
  largest: { [exponent]: 1 },
  scores: [score],
  since: 0,
  at: 0,
});

test('games counted one by one, or in joined parts, give the mean and deviation of all', () => {
  const scores = Array.from({ length: 1000 }, (_, i) => 4 * ((i * 7919) % 50_021));
  const count = (part: readonly number[]): RunStatistics =>
    part.map((score) => one(score)).reduce((all, next) => joined(all, next));
  for (const all of [count(scores), joined(count(scores.slice(0, 37)), count(scores.slice(37)))]) {
    expect(all.games).toBe(1000);
    expect(all.mean).toBeCloseTo(mean(scores), 6);
    expect(Math.sqrt(all.squares / 999)).toBeCloseTo(deviation(scores)!, 6);
    expect(all.best).toBe(Math.max(...scores));
    expect(all.scores).toEqual(scores);
    expect(Object.values(all.largest).reduce((sum, n) => sum + n, 0)).toBe(1000);
  }
});

test('single scores are kept only for the last games', () => {
  const many = { ...one(4), games: MOST_SCORES, scores: Array.from({ length: MOST_SCORES }, () => 4) };
  const all = joined(many, one(8));
  expect(all.games).toBe(MOST_SCORES + 1);
  expect(all.scores.length).toBe(MOST_SCORES);
  expect(all.scores.at(-1)).toBe(8);
});
