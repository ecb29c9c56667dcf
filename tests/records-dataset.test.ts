// Records as a stream: every action once per epoch, well shuffled, the same for the same seed, and from any point on.

import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDataset } from '../packages/lab/dist/records/dataset.js';
import type { Dataset, DatasetOptions } from '../packages/lab/dist/records/dataset.js';
import { RecordsWriter } from '../packages/lab/dist/records/writer.js';
import { encodeBlock, encodeHeader } from '../packages/lab/dist/records/format.js';
import { parseGame, packState } from 'afterstate';
import { actionsIn, actionsOf, gamesOf, makeRecords } from './records.testing.ts';

/** The smallest allowed: some 37,000 actions per pool, so that a file of a few hundred games has several. */
const LITTLE = 1 << 20;

let folder: string;
let first: string;
let second: string;
let threes: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-dataset-'));
  first = await makeRecords(join(folder, 'first.records'), { games: 600, seed: 1 });
  second = await makeRecords(join(folder, 'second.records'), {
    games: 200,
    seed: 2,
    player: 'cycle?moves=up,left&stuck=random',
  });
  threes = await makeRecords(join(folder, 'threes.records'), { games: 300, seed: 3, game: 'threes' });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function withDataset<T>(
  files: string[],
  options: Partial<DatasetOptions>,
  work: (dataset: Dataset) => Promise<T>,
): Promise<T> {
  const dataset = await openDataset(files, { seed: 1, memory: LITTLE, ...options });
  try {
    return await work(dataset);
  } finally {
    await dataset.close();
  }
}

/** The next actions, this many, in batches of a given size. */
async function take(dataset: Dataset, count: number, batch = 1000): Promise<string[]> {
  const actions: string[] = [];
  while (actions.length < count)
    actions.push(...actionsIn(await dataset.next(Math.min(batch, count - actions.length))));
  return actions;
}

async function everyActionOf(files: string[]): Promise<string[]> {
  const games = (await Promise.all(files.map((file) => gamesOf(file)))).flat();
  return games.flatMap((record) => actionsOf(record));
}

describe('an epoch', () => {
  test.each([
    ['one file', () => [first]],
    ['two files', () => [first, second]],
    ['Threes', () => [threes]],
  ])('gives every action exactly once: %s', async (_what, files) => {
    const expected = (await everyActionOf(files())).sort();
    await withDataset(files(), {}, async (dataset) => {
      expect(dataset.actions).toBe(expected.length);
      for (const epoch of [0, 1, 2]) {
        expect(dataset.position).toMatchObject({ epoch, step: 0 });
        expect((await take(dataset, dataset.actions, 777)).sort()).toEqual(expected);
      }
    });
  });

  test('has a different order from the previous one, and from that of another seed', async () => {
    const orders = await withDataset([first], {}, async (dataset) => [
      await take(dataset, dataset.actions),
      await take(dataset, dataset.actions),
    ]);
    orders.push(await withDataset([first], { seed: 2 }, (dataset) => take(dataset, dataset.actions)));
    for (const [i, a] of orders.entries())
      for (const b of orders.slice(i + 1)) expect(a.filter((action, k) => action === b[k]).length).toBeLessThan(20);
  });

  test('continues into the next one within a batch', async () => {
    await withDataset([second], {}, async (dataset) => {
      const whole = await take(dataset, 2 * dataset.actions + 5);
      const other = await openDataset([second], { seed: 1, memory: LITTLE });
      expect(actionsIn(await other.next(2 * other.actions + 5))).toEqual(whole);
      expect(other.position).toMatchObject({ epoch: 2, step: 5 });
      await other.close();
    });
  });
});

describe('the order', () => {
  test('is the same for the same seed, whatever the batches', async () => {
    const [a, b] = await Promise.all(
      [1000, 313].map((batch) => withDataset([first, second], {}, (dataset) => take(dataset, 60_000, batch))),
    );
    expect(b).toEqual(a);
  });

  test('continues from any position as if it had never been left', async () => {
    const whole = await withDataset([first, second], {}, (dataset) => take(dataset, 3 * dataset.actions));
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: whole.length - 2000 }), fc.integer({ min: 1, max: 2000 }), async (from, count) => {
        const position = await withDataset([first, second], {}, async (dataset) => {
          await dataset.next(1);
          dataset.seek({
            epoch: Math.floor(from / dataset.actions),
            step: from % dataset.actions,
            of: dataset.position.of,
          });
          await dataset.next(1);
          return JSON.stringify(dataset.position);
        });
        await withDataset([first, second], {}, async (dataset) => {
          dataset.seek(JSON.parse(position));
          expect(actionsIn(await dataset.next(count))).toEqual(whole.slice(from + 1, from + 1 + count));
        });
      }),
      { numRuns: 6 },
    );
  });

  test('mixes games: neighbours are strangers, and a batch has actions of many games, early and late', async () => {
    const games = await gamesOf(first);
    const gameOf = new Map(
      games.flatMap((record, i) => actionsOf(record).map((action, ply) => [action, [i, ply / record.moves] as const])),
    );
    await withDataset([first], {}, async (dataset) => {
      const places = (await take(dataset, dataset.actions)).map((action) => gameOf.get(action)!);
      for (const what of [0, 1] as const) {
        // In a well-shuffled pool the numbers of neighbours do not correlate, beyond some 1/√n by chance. The whole epoch
        // has two pools, each of blocks from everywhere.
        for (const distance of [1, 2, 7, 1000]) {
          const pairs = places.slice(distance).map((place, i) => [place[what], places[i]![what]] as const);
          expect(Math.abs(correlation(pairs))).toBeLessThan(0.03);
        }
      }
      const batch = places.slice(0, 1000);
      expect(new Set(batch.map(([game]) => game)).size).toBeGreaterThan(200);
      // Thirds of the batch come from beginnings, middles and ends.
      for (const third of [0, 1, 2])
        expect(batch.filter(([, part]) => Math.min(2, Math.floor(3 * part)) === third).length).toBeGreaterThan(230);
    });
  });
});

function correlation(pairs: readonly (readonly [number, number])[]): number {
  const mean = (k: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[k], 0) / pairs.length;
  const [a, b] = [mean(0), mean(1)];
  const product = (f: (x: number, y: number) => number) => pairs.reduce((sum, [x, y]) => sum + f(x - a, y - b), 0);
  return product((x, y) => x * y) / Math.sqrt(product((x) => x * x) * product((_, y) => y * y));
}

describe('the split', () => {
  test('is by whole games, of about the given share, and nothing is in both or in neither', async () => {
    const games = (await Promise.all([first, second].map((file) => gamesOf(file)))).flat();
    const share = 0.2;
    const parts = await Promise.all(
      (['train', 'test'] as const).map((split) =>
        withDataset([first, second], { split, testShare: share }, async (dataset) => {
          expect(dataset.games).toBeGreaterThan(0);
          return { games: dataset.games, actions: new Set(await take(dataset, dataset.actions)) };
        }),
      ),
    );
    expect(parts[0]!.games + parts[1]!.games).toBe(games.length);
    expect(Math.abs(parts[1]!.games / games.length - share)).toBeLessThan(0.05);
    for (const record of games) {
      const actions = actionsOf(record);
      const [train, tested] = parts.map((part) => actions.filter((action) => part.actions.has(action)).length);
      // The first moves of two games may be alike; the rest is in only one part.
      expect(Math.max(train!, tested!)).toBe(actions.length);
      expect(Math.min(train!, tested!)).toBeLessThan(5);
    }
  });

  test('does not depend on the seed', async () => {
    const [a, b] = await Promise.all(
      [1, 2].map((seed) => withDataset([first], { seed, split: 'test' }, (dataset) => take(dataset, dataset.actions))),
    );
    expect(a!.sort()).toEqual(b!.sort());
  });
});

describe('one clear line for', () => {
  const refused = async (files: string[], says: RegExp, options: Partial<DatasetOptions> = {}) => {
    const error = await openDataset(files, { seed: 1, ...options }).then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(error?.name).toBe('InputError');
    expect(error?.message).toMatch(says);
    expect(error?.message).not.toContain('\n');
  };
  const changed = async (change: (bytes: Buffer) => Buffer | void): Promise<string> => {
    const path = join(folder, 'changed.records');
    const bytes = await readFile(first);
    await writeFile(path, change(bytes) ?? bytes);
    return path;
  };

  test('a file of the other game among them', () =>
    refused([first, threes], /threes\.records' holds games of threes, and .*first\.records' of 2048/));
  test('a file that is cut off anywhere', async () => {
    const path = await changed(() => {});
    const size = (await readFile(path)).length;
    for (const length of [size - 1, size - 100, Math.floor(size / 2), Math.floor(size / 3)]) {
      await truncate(path, length);
      await refused(
        [path],
        /changed\.records' is (cut off: after byte \d+|unfinished: it has \d+ of 600 games).*--resume/,
      );
    }
    await truncate(path, 60);
    await refused([path], /changed\.records': its header is cut off/);
  });
  test('a bit changed anywhere', async () => {
    const size = (await readFile(first)).length;
    for (let i = 0; i < 40; i++) {
      const at = Math.floor(((i + 0.5) * size) / 40);
      await refused(
        [await changed((bytes) => void (bytes[at]! ^= 1 << (i & 7)))],
        /changed\.records'.* (damaged|cut off)/,
      );
    }
  });
  test('a version that is not known yet', async () =>
    refused(
      [await changed((bytes) => void bytes.writeUInt32LE(2, 8))],
      /its format is version 2, and this program reads version 1/,
    ));
  test('something else', async () => {
    await refused([await changed(() => Buffer.from('{"format":"afterstate-record"}'))], /records import/);
    await refused([await changed(() => Buffer.from('a few words'))], /it is not a file of records/);
    await refused([await changed(() => Buffer.alloc(0))], /it is empty/);
    await refused([join(folder, 'missing.records')], /there is no such file/);
  });
  test('a file twice, no files, an impossible share or memory', async () => {
    await refused([first, first], /named twice/);
    await refused([], /no files/);
    await refused([first], /share of test games must be from 0 to 1, not 2/, { testShare: 2 });
    await refused([first], /too few to shuffle/, { memory: 1000 });
    await refused([first], /no games for the test split/, { split: 'test', testShare: 0 });
  });
  test('a position of another stream', async () => {
    const one = await openDataset([first], { seed: 1 });
    const { position } = one;
    await one.close();
    for (const options of [{ seed: 2 }, { split: 'train' }, { memory: LITTLE }] as Partial<DatasetOptions>[]) {
      const other = await openDataset([first], { seed: 1, ...options });
      expect(() => other.seek(position)).toThrow(/the position belongs to other records/);
      await other.close();
    }
  });
  test('a move that is not legal, and a score that is not what the moves make', async () => {
    const game = parseGame('2048');
    const [record] = await gamesOf(first);
    const stored = { ...record!, number: 0, player: 0, start: packState(record!.start), largest: 1 };
    const header = { game: '2048', rules: 1, players: ['x'], seed: 1, made: 'a test' };
    const wrong: [object, RegExp][] = [
      [
        { plies: stored.plies.map((ply, i) => (i === 20 ? ply ^ 1 : ply)) },
        /game 0 of seed 1: ply 2\d: .*(legal|appear)/,
      ],
      [{ score: 4 }, /game 0 of seed 1: it claims a score of 4; its plies make/],
      [{}, /it claims 2 as its largest tile; its plies make/],
    ];
    for (const [change, says] of wrong) {
      const path = join(folder, 'wrong.records');
      await writeFile(
        path,
        Buffer.concat([encodeHeader(header, { games: 1 }), encodeBlock([{ ...stored, ...change }], game)]),
      );
      await withDataset([path], {}, (dataset) => expect(dataset.next(1)).rejects.toThrow(says));
    }
  });
});

test('files still being written are read as far as they go, on request', async () => {
  const path = join(folder, 'growing.records');
  const bytes = await readFile(first);
  // Stopped: its last block is not full, and the continuing writer will replace it while it is read.
  await makeRecords(path, { games: 420, seed: 1 });
  const writer = await RecordsWriter.resume(path);
  await writer.setGoal({ games: 600 });
  await writer.close();
  await withDataset([path], { unfinished: true }, async (dataset) => {
    expect(dataset.games).toBeLessThan(420);
    expect(dataset.games).toBeGreaterThan(350);
    const { position } = dataset;
    const before = await take(dataset, dataset.actions);
    await writeFile(path, bytes);
    dataset.seek(position);
    expect(await take(dataset, dataset.actions)).toEqual(before);
  });
  await writeFile(path, bytes.subarray(0, bytes.length - 1000));
  const whole = await withDataset([first], {}, async ({ actions }) => actions);
  await withDataset([path], { unfinished: true }, async (dataset) => {
    expect(dataset.actions).toBeGreaterThan(whole / 2);
    expect(dataset.actions).toBeLessThan(whole);
    expect(await take(dataset, dataset.actions)).toHaveLength(dataset.actions);
  });
});
