// A training that ends by moves: with the first game that reaches them, and otherwise like one that ends by games.

import { createHash } from 'node:crypto';
import { weightChunks } from 'afterstate';
import type { Learner } from 'afterstate';
import { expect, test } from 'vitest';
import { planTraining, trainSettings } from './config.ts';
import { trainInMemory } from './trainer.ts';

const NETWORK = { network: '0123 4567', method: 'tc', seed: 5, block: 40 };

async function learned(settings: object) {
  const moves: number[] = [];
  const config = trainSettings.parse({ ...NETWORK, ...settings }, 'train');
  const weights = await trainInMemory(
    config,
    { onGames: (block) => void moves.push(...block.moves) },
    async (learner: Learner) => {
      const hash = createHash('sha256');
      for (const { values } of weightChunks(learner))
        hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
      return hash.digest('hex');
    },
  );
  return { moves, weights, sum: moves.reduce((sum, n) => sum + n, 0) };
}

test.each([1, 200, 1000, 20_000, 61_000, 200_000])(
  '%i moves: the first game that reaches them is the last',
  async (moves) => {
    const byMoves = await learned({ games: 5000, moves });
    expect(byMoves.sum).toBeGreaterThanOrEqual(moves);
    expect(byMoves.sum - byMoves.moves.at(-1)!).toBeLessThan(moves);
    expect(await learned({ games: byMoves.moves.length })).toEqual(byMoves);
  },
);

test('however fast games become longer', async () => {
  // Many lookups learn fast: the hundredth game is several times as long as the first.
  for (const seed of [1, 2, 3, 4, 5]) {
    const { sum, moves } = await learned({ network: '17x4', games: 5000, moves: 30_000, seed });
    expect(sum).toBeGreaterThanOrEqual(30_000);
    expect(sum - moves.at(-1)!).toBeLessThan(30_000);
  }
});

test('--games ends it before', async () => {
  expect((await learned({ games: 30, moves: 1e9 })).moves).toHaveLength(30);
});

test('methods that divide their games among phases have no end by moves', () => {
  for (const method of ['otd', 'multistage'])
    expect(() => planTraining(trainSettings.parse({ ...NETWORK, method, games: 10, moves: 100 }, 'train'))).toThrow(
      `--moves is not for ${method}`,
    );
});
