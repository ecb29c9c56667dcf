// A comparison of networks as a user runs it: equal moves, the same bytes after a resume, and the figures.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runRefused, startCommand, until } from './command.testing.ts';
import { resultsOf } from './jobs.testing.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-frontier-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ARGS = ['--network', '0123 4567', '--network', '5x4', '--network', '012 456', '--moves', '30000', '--seeds', '2'];
const start = (...args: string[]) => startCommand(folder, 'frontier', ...args);
const fileOf = (name: string, file = 'frontier.json'): Promise<string> => readFile(join(folder, name, file), 'utf8');

interface Learned {
  readonly params: { readonly settings: { readonly network: string; readonly moves: number } };
  readonly result: {
    readonly games: number;
    readonly moves: number;
    readonly last: { readonly games: number; readonly mean: number };
    readonly marks: readonly { readonly games: number; readonly moves: number }[];
  };
}

test('every network makes equally many moves; the strongest comes first; killed, it ends with the same bytes', async () => {
  const alone = await start(...ARGS, '--out', 'alone').ended;
  expect([alone.status, alone.stderr]).toEqual([0, '']);
  const results = (await resultsOf(join(folder, 'alone', 'jobs'))) as unknown as Learned[];
  expect(results).toHaveLength(6);
  for (const { result } of results) {
    expect(result.moves).toBeGreaterThanOrEqual(30_000);
    // The last game reached them: games of such small networks are far shorter than this.
    expect(result.moves).toBeLessThan(32_500);
    expect(result.last.games).toBe(10);
    expect(result.marks.at(-1)!.games).toBeLessThanOrEqual(result.games);
  }
  const { networks, byLookups, byBytes } = JSON.parse(await fileOf('alone')) as {
    networks: { name: string; network: string; mean: number; values: number[]; lookups: number; bytes: number }[];
    byLookups: string[];
    byBytes: string[];
  };
  const means = networks.map(({ mean }) => mean);
  expect(means).toEqual(means.toSorted((a, b) => b - a));
  for (const { network, values } of networks) {
    const own = results.filter(({ params }) => params.settings.network === network);
    expect(values.toSorted()).toEqual(own.map(({ result }) => result.last.mean).toSorted());
  }
  // The strongest is unbeaten, and so is the cheapest.
  for (const [names, key] of [
    [byLookups, 'lookups'],
    [byBytes, 'bytes'],
  ] as const) {
    expect(names).toContain(networks[0]!.name);
    const least = Math.min(...networks.map((one) => one[key]));
    expect(networks.filter((one) => one[key] === least).some(({ name }) => names.includes(name))).toBe(true);
  }
  for (const file of ['frontier-lookups.svg', 'frontier-memory.svg'])
    expect(await fileOf('alone', file)).toMatch(/^<svg .*>5x4<.*<\/svg>\n$/s);

  const { child, ended } = start(...ARGS, '--out', 'killed', '--workers', '1');
  await until(
    async () => (await readdir(join(folder, 'killed', 'jobs', 'results')).catch((): string[] => [])).length > 1,
    ended,
  );
  child.kill('SIGKILL');
  await ended;
  expect((await start('--resume', 'killed').ended).status).toBe(0);
  expect(await fileOf('killed')).toBe(await fileOf('alone'));
});

test('what cannot be compared is refused in one line', async () => {
  for (const [args, says] of [
    [['--network', '4x6', '--network', '012345 456789 012456 45689a'], 'is given twice'],
    [['--network', '4x6', '--method', 'otd'], '--moves is not for otd'],
    [['--network', 'what'], "'what' is neither a pattern"],
    [['--network', '4x6', '--play-games', '10'], '--play-games does nothing here: it is for --ply'],
  ] as const) {
    const { status, stderr } = await runRefused(folder, 'frontier', ...args, '--out', 'refused');
    expect([status, stderr.split('\n').length]).toEqual([2, 2]);
    expect(stderr).toContain(says);
  }
  expect(await readdir(folder)).not.toContain('refused');
});
