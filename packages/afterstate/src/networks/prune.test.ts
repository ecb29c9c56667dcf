import { describe, expect, test } from 'vitest';
import type { WeightChunk } from './model.ts';
import { tablesOf } from './model.ts';
import type { NetworkDescription } from './network.ts';
import { createNetwork } from './network.ts';
import { pruned } from './prune.ts';

const describeNetwork = (changes: Partial<NetworkDescription>): NetworkDescription => ({
  game: '2048',
  network: '01 05',
  stages: 'none',
  values: 'afterstate',
  ...changes,
});

/** What is left of tables filled with one number: for each stage and table, the entries as pairs of exponents. */
async function left(description: NetworkDescription, fill: (table: number) => number, initial?: number) {
  const network = createNetwork(description);
  async function* full(): AsyncGenerator<WeightChunk> {
    for (let stage = 0; stage < network.stageCount; stage++) {
      for (const [table, { entries }] of tablesOf(network).entries()) {
        // In two parts, so that the second does not start at 0.
        for (const start of [0, entries / 2]) {
          const values = new Float32Array(entries / 2).fill(fill(table));
          yield { stage, table, part: 'weights', start, values };
          yield { stage, table, part: 'coherence', start, values: new Float32Array(entries) };
        }
      }
    }
  }
  const found = new Map<string, string[]>();
  for await (const { stage, table, part, start, values } of pruned(
    network,
    full(),
    initial === undefined ? {} : { initial },
  )) {
    expect(part).toBe('weights');
    const entries = [...values.keys()]
      .filter((i) => values[i] !== 0)
      .map((i) => (start + i).toString(16).padStart(2, '0'));
    found.set(`${stage}/${table}`, [...(found.get(`${stage}/${table}`) ?? []), ...entries]);
  }
  return found;
}

const entries = (exponents: number[]): string[] =>
  Array.from({ length: 256 }, (_, e) => e)
    .filter((e) => exponents.includes(e >> 4) && exponents.includes(e & 15))
    .map((e) => e.toString(16).padStart(2, '0'));
const upTo = (last: number): number[] => Array.from({ length: last + 1 }, (_, e) => e);

describe('weights that no board looks up', () => {
  test('stages by the largest tile have no larger one', async () => {
    const found = await left(describeNetwork({ stages: 'largest:16,4096' }), () => 7);
    expect(found.get('0/0')).toEqual(entries(upTo(3)));
    expect(found.get('1/1')).toEqual(entries(upTo(11)));
    expect(found.get('2/0')).toEqual(entries(upTo(15)));
  });

  test('stages by tiles lack those that would make another', async () => {
    const found = await left(describeNetwork({ stages: 'tiles:4,2' }), () => 7);
    const without = (...tiles: number[]) => entries(upTo(15).filter((e) => !tiles.includes(e)));
    expect([...found.values()].map((list) => list.length).sort()).toEqual(
      [without(1, 2), without(2), without(1), without()].flatMap(({ length }) => [length, length]).sort(),
    );
  });

  test.each(['none', 'reach:16,32'])('stages %s keep everything', async (stages) => {
    for (const kept of (await left(describeNetwork({ stages }), () => 7)).values()) expect(kept).toHaveLength(256);
  });
});

describe('weights that were never touched', () => {
  test('are those with their share of the initial value, twice that if folded', async () => {
    // 24 lookups; the diagonal maps 05 onto itself, so that its weights stand for two.
    const found = await left(describeNetwork({ network: '01 05 012' }), (table) => [50, 100, 100][table]!, 1200);
    expect(found.get('0/0')).toEqual([]);
    expect(found.get('0/1')).toEqual([]);
    expect(found.get('0/2')).toHaveLength(4096);
  });

  test('stay if no initial value is given', async () => {
    expect((await left(describeNetwork({}), () => 100)).get('0/0')).toHaveLength(256);
  });
});

describe('weights that the last training never met', () => {
  test.each([
    [0, [126, 127, 128, 129, 129, 130], [4095, 4096]],
    [4, [126, 127, 129, 130], []],
  ])('are those without sums or with small ones, wherever the chunks are cut: %d', async (least, first, second) => {
    const network = createNetwork(describeNetwork({ network: '01 012' }));
    async function* chunks(): AsyncGenerator<WeightChunk> {
      const weights = (table: number, start: number, length: number): WeightChunk => ({
        stage: 0,
        table,
        part: 'weights',
        start,
        values: Float32Array.from({ length }, (_, i) => start + i + 1),
      });
      const sums = (table: number, start: number, pairs: number[]): WeightChunk => ({
        stage: 0,
        table,
        part: 'coherence',
        start,
        values: Float32Array.from(pairs),
      });
      yield weights(0, 0, 128);
      yield weights(0, 128, 128);
      // Errors that cancel out were still met.
      yield sums(0, 126, [5, 5, 0, 0, -3, 3, 0, 4]);
      yield weights(1, 0, 4096);
      yield sums(1, 4095, [1, 1]);
    }
    const left: number[][] = [[], []];
    for await (const { table, start, values } of pruned(network, chunks(), { met: true, least }))
      values.forEach((value, i) => value !== 0 && left[table]!.push(start + i, value));
    expect(left).toEqual([first, second]);
  });
});
