// Selections as a user runs them: killed, stopped, resumed, on processes and on the workers of a Redis, and what they leave.

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RedisServer, startRedis } from '../scripts/redis.mjs';
import { type Ended, runRefused, type Started, startCommand, until } from './command.testing.ts';
import { resultsOf, startWorker } from './jobs.testing.ts';
import { TAKEN_OVER } from './runs.testing.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-select-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = (...args: string[]): Started => startCommand(folder, 'select', ...args);
const select = (...args: string[]): Promise<Ended> => start(...args).ended;
const fileOf = (name: string, file = 'selection.json'): Promise<string> => readFile(join(folder, name, file), 'utf8');
const filesOf = async (name: string): Promise<string[]> =>
  (await readdir(join(folder, name)).catch((): string[] => [])).sort();
const resultCount = async (name: string): Promise<number> =>
  (await readdir(join(folder, name, 'jobs', 'results')).catch((): string[] => [])).filter((file) =>
    file.endsWith('.json'),
  ).length;

interface Candidate {
  readonly tuple: string;
  readonly games: number;
  readonly seeds: number[];
  readonly values: number[];
  readonly mean: number;
}

interface SelectedStep {
  readonly chosen: string;
  readonly network: string;
  readonly candidates: Candidate[];
  readonly trainings: number;
  readonly saved: number;
  readonly curve: { games: number; mean: number }[];
}

const stepsOf = async (name: string): Promise<SelectedStep[]> =>
  (JSON.parse(await fileOf(name)) as { steps: SelectedStep[] }).steps;

// Eight tuples, then seven: 30 trainings.
const COMMON = ['--size', '3', '--tuples', '2', '--games', '300', '--seeds', '2'];
const LEAVES = ['curves.svg', 'jobs', 'manifest.json', 'select.json', 'selection.json', 'steps.svg'];

let alone: Ended;
beforeAll(async () => {
  alone = await select(...COMMON, '--workers', '2', '--out', 'alone');
});

test('the largest mean of the last games joins, step by step; the report has it as text and as boards', async () => {
  expect([alone.status, alone.stderr]).toEqual([0, '']);
  expect(await filesOf('alone')).toEqual(LEAVES);
  const [first, second] = (await stepsOf('alone')) as [SelectedStep, SelectedStep];
  expect([first.candidates.length, second.candidates.length]).toEqual([8, 7]);
  expect(second.network).toBe(`${first.chosen} ${second.chosen}`);
  expect(second.candidates.map(({ tuple }) => tuple)).not.toContain(first.chosen);
  for (const { chosen, candidates } of [first, second]) {
    const means = candidates.map(({ mean }) => mean);
    expect(means).toEqual(means.toSorted((a, b) => b - a));
    expect(candidates[0]!.tuple).toBe(chosen);
    for (const { seeds, values } of candidates) expect([seeds, values.length]).toEqual([[1, 2], 2]);
  }
  expect(alone.stdout).toContain(`--network '${second.network}'`);
  expect(alone.stdout).toMatch(/■ /);
  expect(alone.stdout).toMatch(/^worst {2}/m);
  expect(await fileOf('alone', 'curves.svg')).toMatch(/^<svg .*<\/svg>\n$/s);
});

test('its trainings are ordinary learn jobs: TD(0), 2⁻¹⁰ per weight, marks in the middle and at the end', async () => {
  const [first, second] = (await stepsOf('alone')) as [SelectedStep, SelectedStep];
  const results = (await resultsOf(join(folder, 'alone', 'jobs'))) as unknown as {
    params: { settings: Record<string, unknown>; marks: number[] };
    result: { marks: { mean: number; moves: number }[]; moves: number };
  }[];
  expect(results).toHaveLength(30);
  for (const { params, result } of results) {
    const patterns = String(params.settings['network']).split(' ').length;
    expect(params.settings).toMatchObject({ method: 'td', alpha: (8 * patterns) / 1024, games: 300, game: '2048' });
    expect(params.marks).toEqual([150, 300]);
    expect(result.marks[1]!.moves).toBe(result.moves);
    expect(result.marks[0]!.moves).toBeLessThan(result.moves);
  }
  const valuesOf = (network: string): number[] =>
    [1, 2].map(
      (seed) =>
        results.find(({ params: { settings } }) => settings['network'] === network && settings['seed'] === seed)!.result
          .marks[1]!.mean,
    );
  expect(first.candidates[0]!.values).toEqual(valuesOf(first.chosen));
  expect(second.candidates[3]!.values).toEqual(valuesOf(`${first.chosen} ${second.candidates[3]!.tuple}`));
  expect(second.curve.map(({ games }) => games)).toEqual([150, 300]);
});

test('--among names the tuples to choose from, in any placement, connected or not; equal trainings are reused', async () => {
  const [first] = (await stepsOf('alone')) as [SelectedStep];
  // 37b is 012 turned; 01f is not connected.
  const among = ['--size', '3', '--tuples', '1', '--games', '300', '--seeds', '2', '--among', '01f, 37b,015'];
  const { status, stderr } = await select(...among, '--out', 'among', '--reuse', 'alone');
  expect([status, stderr]).toEqual([0, '']);
  const [step] = (await stepsOf('among')) as [SelectedStep];
  expect(step.candidates.map(({ tuple }) => tuple).toSorted()).toEqual(['012', '015', '01f']);
  for (const { tuple, values } of step.candidates.filter((one) => one.tuple !== '01f'))
    expect(values).toEqual(first.candidates.find((one) => one.tuple === tuple)!.values);
});

test('results are also reused from a file with one per line', async () => {
  const results = join('jobs', 'results');
  const names = await filesOf(join('alone', results));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, 'alone', results, name), 'utf8')));
  await writeFile(join(folder, 'results.jsonl'), texts.join(''));
  const { status, stderr } = await select(...COMMON, '--out', 'from-file', '--reuse', 'results.jsonl');
  expect([status, stderr]).toEqual([0, '']);
  expect(await fileOf('from-file')).toBe(await fileOf('alone'));
  // The same down to their seconds: nothing was trained again.
  for (const [i, name] of names.entries())
    expect(await readFile(join(folder, 'from-file', results, name), 'utf8')).toBe(texts[i]);
  await writeFile(join(folder, 'results.jsonl'), `${texts[0]}null\n`);
  const damaged = await select(...COMMON, '--out', 'from-damaged', '--reuse', 'results.jsonl');
  expect([damaged.status, damaged.stderr]).toEqual([
    2,
    expect.stringMatching(/^afterstate: 'results.jsonl' has no job results; /),
  ]);
});

test('killed at random moments, again and again, it ends with the same bytes', async () => {
  let kills = 0;
  while (kills < 3) {
    const isFresh = !(await filesOf('killed')).includes('select.json');
    if (isFresh) await rm(join(folder, 'killed'), { recursive: true, force: true });
    const { child, ended } = start(
      ...(isFresh ? [...COMMON, '--out', 'killed'] : ['--resume', 'killed']),
      '--workers',
      '1',
    );
    const before = await resultCount('killed');
    await until(async () => (await resultCount('killed')) > before, ended);
    await sleep(Math.random() * 300);
    child.kill('SIGKILL');
    await ended;
    kills++;
    if ((await filesOf('killed')).includes('selection.json')) break;
  }
  expect(await select('--resume', 'killed', '--workers', '2')).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(TAKEN_OVER),
  });
  expect(await filesOf('killed')).toEqual(LEAVES);
  for (const file of ['selection.json', 'curves.svg', 'steps.svg'])
    expect(await fileOf('killed', file)).toBe(await fileOf('alone', file));
});

test('stopped by Ctrl-C, it says how to continue; resumed with more tuples, it adds to what it has', async () => {
  const { child, ended } = start(...COMMON, '--out', 'stopped', '--workers', '1');
  await until(async () => (await resultCount('stopped')) > 3, ended);
  child.kill('SIGINT');
  const { status, stderr } = await ended;
  expect(status).toBe(130);
  expect(stderr).toMatch(/stopped after \d steps?, and saved; continue with: afterstate select --resume stopped\n$/);
  expect(await filesOf('stopped')).not.toContain('selection.json');
  const more = await select('--resume', 'stopped', '--tuples', '3', '--reuse', 'alone', '--json');
  expect([more.status, more.stderr]).toEqual([0, '']);
  const steps = await stepsOf('stopped');
  expect(steps.slice(0, 2)).toEqual(await stepsOf('alone'));
  expect(steps).toHaveLength(3);
  // One document per step, with its costs beside it.
  const lines = more.stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as SelectedStep & { effort: { done: number; left: number } });
  expect(lines.map(({ effort: { done, left } }) => [done, left])).toEqual([
    [16, 26],
    [30, 12],
    [42, 0],
  ]);
  const plain = lines.map((line) => Object.fromEntries(Object.entries(line).filter(([key]) => key !== 'effort')));
  expect(plain).toEqual(steps);
});

describe('on three workers of a Redis', () => {
  let redis: RedisServer;
  const workers: Awaited<ReturnType<typeof startWorker>>[] = [];
  beforeAll(async () => {
    redis = await startRedis(folder);
    workers.push(...(await Promise.all(['a', 'b', 'c'].map((name) => startWorker(folder, redis.url, name)))));
  });
  afterAll(async () => {
    for (const { child } of workers) child.kill('SIGKILL');
    await Promise.all(workers.map(({ ended }) => ended));
    await redis.stop();
  });

  test('it ends with the same bytes, even if the asking command was killed', async () => {
    const engine = ['--engine', 'redis', '--redis', redis.url];
    const { child, ended } = start(...COMMON, '--out', 'redis', ...engine);
    await until(async () => (await resultCount('redis')) > 5, ended);
    child.kill('SIGKILL');
    await ended;
    expect(await select('--resume', 'redis', ...engine)).toMatchObject({ status: 0 });
    expect(await fileOf('redis')).toBe(await fileOf('alone'));
    const by = new Set((await resultsOf(join(folder, 'redis', 'jobs'))).map(({ worker }) => worker));
    expect(by).toEqual(new Set(workers.map(({ id }) => id)));
  });
});

test('--race does fewer of the same trainings, chooses the same, and says what it saved', async () => {
  const args = ['--size', '3', '--tuples', '2', '--games', '400', '--seeds', '5', '--seed', '2'];
  expect((await select(...args, '--out', 'full')).status).toBe(0);
  const { status, stdout } = await select(...args, '--race', '--reuse', 'full', '--out', 'race');
  expect(status).toBe(0);
  const [full, race] = [await stepsOf('full'), await stepsOf('race')];
  expect(race.map(({ chosen }) => chosen)).toEqual(full.map(({ chosen }) => chosen));
  const saved = race.reduce((sum, step) => sum + step.saved, 0);
  expect(saved).toBeGreaterThan(0);
  expect(stdout).toContain(`the race saved ${saved} of 75 trainings`);
  // It did only what the full experiment did.
  const ids = async (name: string): Promise<string[]> =>
    (await resultsOf(join(folder, name, 'jobs'))).map(({ id }) => id);
  const all = new Set(await ids('full'));
  const own = await ids('race');
  expect(own.every((id) => all.has(id))).toBe(true);
  expect(own).toHaveLength(75 - saved);
  // Each master seed has its own thousand.
  expect(full[0]!.candidates[0]!.seeds).toEqual([1001, 1002, 1003, 1004, 1005]);
});

test('--short gives all games only to the best', async () => {
  const { status } = await select(...COMMON, '--short', '--keep', '2', '--out', 'short');
  expect(status).toBe(0);
  for (const { candidates, trainings } of await stepsOf('short')) {
    const games = candidates.map((candidate) => candidate.games);
    expect(games.filter((count) => count === 300)).toHaveLength(2);
    expect(games.slice(2).every((count) => count === 30)).toBe(true);
    expect(trainings).toBe(2 * candidates.length + 4);
  }
});

test('by 3-ply play, models are made, played and removed; killed in between, it ends the same', async () => {
  const args = ['--size', '2', '--tuples', '1', '--games', '100', '--seeds', '2', '--by', '3-ply', '--play-games', '2'];
  expect((await select(...args, '--out', 'searched')).status).toBe(0);
  const { child, ended } = start(...args, '--out', 'searched-killed', '--workers', '1');
  await until(async () => (await resultCount('searched-killed')) > 9, ended);
  child.kill('SIGKILL');
  await ended;
  expect((await select('--resume', 'searched-killed')).status).toBe(0);
  expect(await fileOf('searched-killed')).toBe(await fileOf('searched'));
  expect(await readdir(join(folder, 'searched', 'jobs', 'blobs'))).toEqual([]);
  expect(await resultCount('searched')).toBe(16);
});

test('other criteria: per byte small tuples win, per lookup folded ones gain; Threes; tc', async () => {
  const few = ['--tuples', '1', '--games', '60', '--seeds', '1', '--game', 'threes'];
  for (const [by, size, out] of [
    ['byte', '1,3', 'bytes'],
    ['lookup', '2', 'lookups'],
    ['tc', '2', 'coherent'],
  ] as const)
    expect((await select(...few, '--size', size, '--by', by, '--out', out)).status).toBe(0);
  expect((await stepsOf('bytes'))[0]!.chosen).toHaveLength(1);
  const scores = (await resultsOf(join(folder, 'lookups', 'jobs'))) as unknown as {
    params: { settings: { network: string } };
    result: { marks: { mean: number }[] };
  }[];
  for (const { tuple, mean } of (await stepsOf('lookups'))[0]!.candidates) {
    const { result } = scores.find(({ params }) => params.settings.network === tuple)!;
    // 12 and 56 are their own mirror images: four lookups.
    expect(mean).toBeCloseTo(result.marks[1]!.mean / (tuple === '12' || tuple === '56' ? 4 : 8), 6);
  }
  const [learned] = (await resultsOf(join(folder, 'coherent', 'jobs'))) as unknown as {
    params: { settings: Record<string, unknown> };
  }[];
  expect(learned!.params.settings).toMatchObject({ method: 'tc', game: 'threes' });
  expect(learned!.params.settings).not.toHaveProperty('alpha');
});

test.each<[args: string[], says: string]>([
  [['--tuples', '2'], '--size is missing; give the number of cells, such as --size 6'],
  [['--size', '9', '--tuples', '2'], "--size must be whole numbers from 1 to 8, such as 6 or 4,5,6, not '9'"],
  [['--size', '3', '--tuples', '9'], '--tuples 9 is too many; there are 8 of 3 cells'],
  [['--size', '3', '--tuples', '3', '--among', '012,156'], '--tuples 3 is too many; there are 2 in --among'],
  [['--size', '3', '--tuples', '1', '--among', '012,0123'], "--among '0123' is not a tuple of 3 cells"],
  [['--size', '6', '--tuples', '1', '--among', '4x6'], "--among '4x6' is not a tuple of 6 cells"],
  [['--size', '3', '--tuples', '1', '--among', '012,37b'], '--among names 012 twice'],
  [['--size', '3', '--tuples', '1', '--among', '012,'], "--among '' is not a tuple of 3 cells"],
  [['--size', '3', '--tuples', '1', '--among', '011'], "--among '011' is not a tuple of 3 cells"],
  [['--size', '3', '--tuples', '1', '--among', '01g'], "--among '01g' is not a tuple of 3 cells; write cells in hex"],
  [['--size', '3', '--tuples', '2', '--race', '--short'], '--race and --short save time in different ways'],
  [['--size', '3', '--tuples', '2', '--race', '--seeds', '2'], 'with --seeds 2 it saves nothing'],
  [['--size', '3', '--tuples', '2', '--keep', '2'], '--keep does nothing here: it is for --short'],
  [['--size', '3', '--tuples', '2', '--seed', '0'], '--seed 0 is out of range'],
  [['--size', '3', '--tuples', '2', '--by', 'luck'], '--by must be one of score, tc, 3-ply, byte, lookup'],
  [['--size', '3', '--tuples', '2', '--work', 'w'], "unknown option '--work'"],
])('%j is refused in one line, and nothing is made', async (args, says) => {
  const { status, stderr } = await runRefused(folder, 'select', ...args, '--out', 'refused');
  expect(status).toBe(2);
  expect(stderr).toContain(says);
  expect(stderr.split('\n')).toHaveLength(2);
  expect(await filesOf('refused')).toEqual([]);
});

test('an unavailable engine or folder is one line; the run continues without it', async () => {
  const wrong = await select(...COMMON, '--out', 'engineless', '--reuse', 'nowhere');
  expect([wrong.status, wrong.stderr]).toEqual([
    2,
    "afterstate: 'nowhere' has no job results; give a folder of work, a run of select or frontier, or a file with one result per line\n",
  ]);
  await writeFile(join(folder, 'engineless', 'note.txt'), 'mine');
  expect((await select('--resume', 'engineless', '--reuse', 'alone')).status).toBe(0);
  expect(await fileOf('engineless')).toBe(await fileOf('alone'));
  expect(await fileOf('engineless', 'note.txt')).toBe('mine');
});
