// What a run shows of its metrics.

import { expect, test } from 'vitest';
import { chartsOf, inWords, resultOf } from './run-curves.ts';

test('a point of self-play covers the last hundred games, though a cycle completes only a handful', () => {
  const lines = Array.from({ length: 60 }, (_, i) => ({
    cycles: i + 1,
    gamesEnded: 4,
    averageScore: i % 2 === 0 ? 1000 : 9000,
    recentScore: 5000 + i,
    reach: i % 2 === 0 ? { '512': 1 } : { '512': 1, '1024': 1 },
    policyLoss: 1,
  }));
  const run = { method: 'selfplay', game: '2048' } as const;
  const [score, reach] = chartsOf(run, lines);
  expect(score!.title).toBe('Average score of the last 100 games: now 5,059');
  expect(reach!.curves.map(({ label }) => label)).toEqual(['512', '1024']);
  const [all, some] = reach!.curves.map(({ values }) => values);
  expect(new Set(all)).toEqual(new Set([1]));
  // None of 4, half of 8, a third of 12 …; from a hundred games up, those of the last 25 cycles.
  expect(some!.slice(0, 3)).toEqual([0, 0.5, expect.closeTo(1 / 3, 9)]);
  expect([some![24], some![58], some![59]]).toEqual(
    [12 / 25, 12 / 25, 13 / 25].map((share) => expect.closeTo(share, 9)),
  );
  expect(inWords(run, lines)).toContain('5,059 points per game lately.');
  expect(resultOf({ ...run, last: lines.at(-1)! })).toEqual(['5,059', 'average score']);
});

test('a line without recent games has its average', () => {
  const lines = [{ cycles: 1, averageScore: 900, gamesEnded: 25, reach: {} }];
  const [score] = chartsOf({ method: 'selfplay', game: '2048' }, lines);
  expect(score!.title).toContain('now 900');
});
