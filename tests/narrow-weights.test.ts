// 16-bit weights: a compact model plays with them, and the same weights in 32 bits give the same values, moves and games.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNetwork, foldedPatterns, parseGame, Random, tablesOf, writeCompact, writeSafetensors } from 'afterstate';
import type { NetworkDescription, WeightChunk } from 'afterstate';
import { openPlayer, writeFileWhole } from 'afterstate/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodePlatform } from '../packages/afterstate/dist/kernel/platform-node.js';
import { loadNetwork } from '../packages/afterstate/dist/players/ntuple.js';
import { someStates } from './networks.testing.ts';

const STEP = 8;
const game = parseGame('2048');
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-narrow-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The same multiples of the step, at most `largest` of them, in both forms. */
async function writeBoth(
  name: string,
  description: Partial<NetworkDescription>,
  largest: number,
  steps: number | number[] = STEP,
) {
  const network = createNetwork({
    game: '2048',
    network: '0124 4568 0145 0123',
    stages: 'none',
    values: 'afterstate',
    ...description,
  });
  const random = Random.forGame(7, 0);
  const chunks: WeightChunk[] = [];
  for (let stage = 0; stage < network.stageCount; stage++) {
    tablesOf(network).forEach(({ entries }, table) => {
      const values = new Float32Array(entries);
      const step = typeof steps === 'number' ? steps : steps[stage]!;
      for (let i = 0; i < entries; i++) values[i] = step * (random.below(2 * largest + 1) - largest);
      chunks.push({ stage, table, part: 'weights', start: 0, values });
    });
  }
  const header = {
    description: network.description,
    folded: foldedPatterns(network),
    provenance: { method: 'td' },
    trainedLargest: 15,
    date: '2025-01-02T03:04:05.000Z',
  };
  const [narrow, wide] = [join(folder, `${name}.compact`), join(folder, `${name}.safetensors`)];
  await writeFileWhole(narrow, async (sink) => void (await writeCompact(sink, header, chunks, { step: steps })));
  await writeFileWhole(wide, (sink) => writeSafetensors(sink, header, chunks));
  return { narrow, wide };
}

/** The step of which weights in memory are multiples; 0 for 32 bits. */
async function stepOf(file: string): Promise<number> {
  const { placed } = await loadNetwork({ platform: nodePlatform, game, threads: 1 }, file, false, 0);
  await placed.close();
  return placed.step;
}

describe.each([
  ['one stage', {}],
  ['three stages', { stages: 'largest:64,512' }],
  ['stages by what was reached', { stages: 'reach:64,512+64' }],
  ['a step for each stage', { stages: 'largest:64,512' }, [STEP, 3 * STEP, 2 * STEP]],
])('%s', (name, description, steps?: number[]) => {
  test('is kept in 16 bits, and every value is the same', async () => {
    const { narrow, wide } = await writeBoth(name.replaceAll(' ', '-'), description, 1000, steps);
    expect([await stepOf(narrow), await stepOf(wide)]).toEqual([STEP, 0]);
    for (const options of ['?ply=1', '?ply=2', '?ply=3&table=0', '?ply=3']) {
      const players = await Promise.all([narrow, wide].map((file) => openPlayer(`ntuple:${file}${options}`, { game })));
      try {
        for (const state of someStates(game, options.includes('3') ? 20 : 200, 5)) {
          const [mine, theirs] = await Promise.all(players.map((player) => player.choose(state)));
          expect(mine).toEqual(theirs);
        }
        const [mine, theirs] = await Promise.all(players.map((player) => player.playGames({ games: 3, seed: 3 })));
        expect(mine!.scores).toEqual(theirs!.scores);
        expect(mine!.moves).toEqual(theirs!.moves);
      } finally {
        await Promise.all(players.map((player) => player.close()));
      }
    }
  });
});

test('weights that do not fit 16 bits are kept in 32', async () => {
  const { narrow } = await writeBoth('large', {}, 40_000);
  expect(await stepOf(narrow)).toBe(0);
});

test('a network with features is kept in 32 bits', async () => {
  const { narrow } = await writeBoth('features', { network: '0123 large' }, 1000);
  expect(await stepOf(narrow)).toBe(0);
});
