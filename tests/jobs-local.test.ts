// Work cut into jobs on one machine: the same documents as from one process, whatever happens on the way.

import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand, startCommand, until } from './command.testing.ts';
import { resultsOf, timeless, writeJobs } from './jobs.testing.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-jobs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const afterstate = (...args: string[]) => runCommand(folder, ...args);
const SMALL = fileURLToPath(new URL('../models/2048-small', import.meta.url));
const LOCAL = ['--engine', 'local', '--workers', '2'];
const play = (first: number, games = 2000, seed = 1) => ({
  kind: 'play',
  params: { game: '2048', player: 'random', seed, first, games },
});

describe('with --engine local', () => {
  test.each([
    ['eval', '--player random --games 20000 --json'.split(' ')],
    ['eval', '--player random --game threes --games 300 --first 17 --scores --json'.split(' ')],
    ['eval', ['--player', `ntuple:${SMALL}`, '--games', '20', '--json']],
    ['compare', ['random', 'cycle?moves=up,left', '--games', '2000', '--json']],
  ])('%s gives the same document', async (command, args) => {
    const [threads, local] = [await afterstate(command, ...args), await afterstate(command, ...args, ...LOCAL)];
    expect([threads.status, local.status, local.stderr]).toEqual([0, 0, '']);
    expect(timeless(local.stdout)).toEqual(timeless(threads.stdout));
  });

  test('records are the same bytes, by games and by actions', async () => {
    for (const [i, goal] of [
      ['--games', '1500'],
      ['--actions', '9000'],
    ].entries()) {
      const made = ['records', '--player', 'random', ...goal, '--seed', '4', '--out'];
      expect((await afterstate(...made, `threads-${i}.records`)).status).toBe(0);
      expect((await afterstate(...made, `local-${i}.records`, ...LOCAL)).status).toBe(0);
      const [one, other] = await Promise.all(
        ['threads', 'local'].map((name) => readFile(join(folder, `${name}-${i}.records`))),
      );
      expect(one!.equals(other!)).toBe(true);
    }
  });

  test('a command without --work leaves nothing behind', async () => {
    const before = (await readdir(tmpdir())).filter((name) => name.startsWith('afterstate-work-'));
    await afterstate('eval', '--player', 'random', '--games', '100', ...LOCAL);
    const after = (await readdir(tmpdir())).filter((name) => name.startsWith('afterstate-work-'));
    expect(after.length).toBeLessThanOrEqual(before.length);
  });
});

describe('eval merge', () => {
  const part = async (name: string, first: number, games: number, seed = 1): Promise<void> => {
    const { stdout } = await afterstate(
      ...`eval --player random --games ${games} --first ${first} --seed ${seed} --scores --json`.split(' '),
    );
    await writeFile(join(folder, name), stdout);
  };

  test('makes one measurement of parts, in any order', async () => {
    await Promise.all([part('a.json', 0, 700), part('b.json', 700, 300), part('c.json', 2000, 10)]);
    const whole = await afterstate('eval', '--player', 'random', '--games', '1000', '--scores', '--json');
    const merged = await afterstate('eval', 'merge', 'b.json', 'a.json', '--scores', '--json');
    expect(merged.stderr).toBe('');
    expect(timeless(merged.stdout)).toEqual(timeless(whole.stdout));
    const apart = JSON.parse((await afterstate('eval', 'merge', 'a.json', 'c.json', 'b.json', '--json')).stdout);
    expect(apart).toMatchObject({
      games: 1010,
      ranges: [
        [0, 1000],
        [2000, 10],
      ],
    });
  });

  test('refuses what does not belong together', async () => {
    await Promise.all([part('d.json', 650, 100), part('e.json', 1000, 10, 2)]);
    const { stdout } = await afterstate('eval', '--player', 'random', '--games', '10', '--json');
    await writeFile(join(folder, 'bare.json'), stdout);
    for (const [args, words] of [
      [['a.json', 'd.json'], "'a.json' and 'd.json' both have game 650"],
      [['a.json', 'e.json'], "'e.json' has seed 2, and 'a.json' has 1; only one series merges"],
      [['bare.json'], "'bare.json' has no scores; measure with eval --scores --json to merge later"],
    ] as const)
      expect(await afterstate('eval', 'merge', ...args)).toEqual({
        status: 2,
        stdout: '',
        stderr: `afterstate: ${words}\n`,
      });
  });
});

describe('jobs run', () => {
  test('continues after its coordinator was killed, and does nothing twice', async () => {
    const jobs = await writeJobs(
      join(folder, 'killed.jsonl'),
      Array.from({ length: 30 }, (_, i) => play(20_000 * i, 20_000)),
    );
    const args = ['jobs', 'run', jobs, '--work', 'killed', '--workers', '2', '--json'];
    const { child, ended } = startCommand(folder, ...args);
    const names = async () =>
      (await readdir(join(folder, 'killed', 'results')).catch(() => [])).filter((n) => !n.includes('.tmp'));
    await until(async () => (await names()).length >= 3, ended);
    child.kill('SIGKILL');
    await ended;
    const before = await resultsOf(join(folder, 'killed'));
    const { stdout, stderr } = await afterstate(...args);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ jobs: 30, done: 30, failed: 0, reused: before.length });
    expect(await resultsOf(join(folder, 'killed'))).toHaveLength(30);
    expect(JSON.parse((await afterstate(...args)).stdout)).toMatchObject({ done: 30, reused: 30 });
  });

  test('a second coordinator in the same folder is refused', async () => {
    const jobs = await writeJobs(
      join(folder, 'two.jsonl'),
      Array.from({ length: 40 }, (_, i) => play(20_000 * i, 20_000)),
    );
    const first = startCommand(folder, 'jobs', 'run', jobs, '--work', 'two', '--workers', '1');
    await until(
      async () => (await readdir(join(folder, 'two')).catch((): string[] => [])).includes('work.json'),
      first.ended,
    );
    const second = await afterstate('jobs', 'run', jobs, '--work', 'two');
    expect(second.stderr).toMatch(
      /^afterstate: 'two' is in use by process \d+ on [^\n]+; wait for it, or give another --work\n$/,
    );
    expect(second.status).toBe(1);
    const listed = JSON.parse((await afterstate('jobs', '--work', 'two', '--json')).stdout);
    expect(listed.work[0]).toMatchObject({ pid: first.child.pid, jobs: 40 });
    expect((await afterstate('jobs', 'cancel', '--work', 'two')).stdout).toBe(
      `cancelled: process ${first.child.pid}\n`,
    );
    expect((await first.ended).status).toBe(130);
  });

  test('a failing job is marked, and the rest is done', async () => {
    // The model does not exist: no worker can open it.
    const bad = { ...play(0).params, player: 'ntuple', model: '0'.repeat(64) };
    const jobs = await writeJobs(join(folder, 'bad.jsonl'), [play(0), { kind: 'play', params: bad }, play(2000)]);
    const { status, stderr } = await afterstate('jobs', 'run', jobs, '--work', 'bad', '--workers', '2');
    expect(status).toBe(1);
    expect(stderr).toMatch(/afterstate: 1 of 3 jobs failed: [^\n]*there is no such file\n$/);
    expect(await resultsOf(join(folder, 'bad'))).toHaveLength(2);
    const [mark] = await readdir(join(folder, 'bad', 'failed'));
    const { failures } = JSON.parse(await readFile(join(folder, 'bad', 'failed', mark!), 'utf8'));
    expect(new Set(failures.map(({ worker }: { worker: string }) => worker)).size).toBe(3);
  });

  test('jobs name no files, and have nothing unknown to their kind', async () => {
    for (const [params, words] of [
      [{ ...play(0).params, player: 'ntuple:/etc/passwd' }, /names a file; a job takes its model by content/],
      [{ ...play(0).params, player: 'ntuple' }, /model: ntuple needs one/],
      [{ ...play(0).params, code: 'process.exit()' }, /Unrecognized key/],
    ] as const) {
      const jobs = await writeJobs(join(folder, 'wrong.jsonl'), [{ kind: 'play', params }]);
      const { status, stderr } = await afterstate('jobs', 'run', jobs, '--work', 'wrong');
      expect(stderr).toMatch(/^afterstate: [^\n]*wrong\.jsonl', line 1: [^\n]*\n$/);
      expect(stderr).toMatch(words);
      expect(status).toBe(2);
    }
    const learn = {
      kind: 'learn',
      params: { settings: { network: '4x6', games: 5, from: '/etc/passwd' }, marks: [5] },
    };
    const jobs = await writeJobs(join(folder, 'wrong.jsonl'), [learn]);
    expect((await afterstate('jobs', 'run', jobs, '--work', 'wrong')).stderr).toMatch(
      /is not a digest; a job takes models by content/,
    );
  });

  test('a training gives its marks and weights, and its model on request', async () => {
    const settings = { network: '0123 4567', games: 300, seed: 3 };
    const learn = (more: object) => ({ kind: 'learn', params: { settings, marks: [100, 300], ...more } });
    const jobs = await writeJobs(join(folder, 'learn.jsonl'), [learn({}), learn({ model: true })]);
    expect((await afterstate('jobs', 'run', jobs, '--work', 'learn')).status).toBe(0);
    const [one, other] = (await resultsOf(join(folder, 'learn'))).map(
      ({ result }) => result as Record<string, unknown>,
    );
    const { model, ...same } = { ...one, ...other };
    for (const result of [one, other]) expect(result).toMatchObject(same);
    expect(same['marks']).toMatchObject([{ games: 100 }, { games: 300 }]);
    // The same settings with `train`, one thread: the same network.
    const train = ['train', '--network', settings.network, '--games', '300', '--seed', '3', '--block', '100'];
    expect((await afterstate(...train, '--out', 'run')).status).toBe(0);
    const lines = (await readFile(join(folder, 'run', 'metrics.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0].averageScore).toBeCloseTo((same['marks'] as { mean: number }[])[0]!.mean, 1);
    expect(same['moves']).toBe(lines.at(-1).moves);
    const played = await afterstate(
      'eval',
      '--player',
      `ntuple:learn/blobs/${String(model)}`,
      '--games',
      '20',
      '--json',
    );
    const trained = await afterstate('eval', '--player', 'ntuple:run', '--games', '20', '--json');
    expect(JSON.parse(played.stdout).averageScore).toBe(JSON.parse(trained.stdout).averageScore);
  });
});

const disk = join(tmpdir(), `afterstate-jobs-full-${process.pid}`);
const mounted = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  spawnSync('mkdir', ['-p', disk]);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=200k', 'tmpfs', disk]).status === 0;
})();
afterAll(async () => {
  if (mounted) spawnSync('umount', [disk]);
  await rm(disk, { recursive: true, force: true });
});

test.runIf(mounted)('a disk that is full is one line', async () => {
  const jobs = await writeJobs(
    join(folder, 'full.jsonl'),
    Array.from({ length: 20 }, (_, i) => play(5000 * i, 5000)),
  );
  const { status, stderr } = await afterstate('jobs', 'run', jobs, '--work', join(disk, 'work'));
  expect(stderr).toMatch(/^afterstate: '[^\n]+' cannot be written: the disk is full; what is there stays[^\n]*\n$/);
  expect(status).toBe(1);
});
