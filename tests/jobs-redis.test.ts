// Work on several machines, all of them here: a Redis, workers and coordinators as separate processes.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connect, disconnect } from '../packages/lab/dist/jobs/redis-connection.js';
import { freePort, type RedisServer, startRedis } from '../scripts/redis.mjs';
import { runCommand, startCommand, startProgram, until } from './command.testing.ts';
import { copyBuild, patch, resultsOf, startWorker, timeless, writeJobs } from './jobs.testing.ts';

let folder: string;
let redis: RedisServer;
const workers: Awaited<ReturnType<typeof startWorker>>[] = [];
const SMALL = fileURLToPath(new URL('../models/2048-small', import.meta.url));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-redis-'));
  redis = await startRedis(folder);
});
afterAll(async () => {
  await redis.stop();
  await rm(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const { child } of workers) child.kill('SIGKILL');
  await Promise.all(workers.splice(0).map(({ ended }) => ended));
});

const afterstate = (...args: string[]) => runCommand(folder, ...args);
const engine = () => ['--engine', 'redis', '--redis', redis.url];
const joined = async (...names: string[]) =>
  workers.push(...(await Promise.all(names.map((name) => startWorker(folder, redis.url, name)))));
const play = (first: number, games: number, seed = 1) => ({
  kind: 'play',
  params: { game: '2048', player: 'random', seed, first, games },
});

describe('with three workers', () => {
  test('eval, compare and records give the same as one process', async () => {
    await joined('a', 'b', 'c');
    for (const args of [
      ['eval', '--player', 'random', '--games', '30000', '--json'],
      ['eval', '--player', `ntuple:${SMALL}`, '--games', '20', '--seed', '2', '--json'],
      ['compare', 'random', 'cycle?moves=up,left', '--games', '2000', '--json'],
    ]) {
      const [alone, together] = [await afterstate(...args), await afterstate(...args, ...engine())];
      expect([together.status, together.stderr]).toEqual([0, '']);
      expect(timeless(together.stdout)).toEqual(timeless(alone.stdout));
    }
    const made = ['records', '--player', 'random', '--games', '1200', '--out'];
    expect((await afterstate(...made, 'alone.records')).status).toBe(0);
    expect((await afterstate(...made, 'together.records', ...engine())).status).toBe(0);
    const [one, other] = await Promise.all(
      ['alone', 'together'].map((name) => readFile(join(folder, `${name}.records`))),
    );
    expect(one!.equals(other!)).toBe(true);
  });

  test('a job that the queue knows but has in no list is added again', async () => {
    const jobs = await writeJobs(join(folder, 'unlisted.jsonl'), [play(0, 300), play(300, 300)]);
    const asking = startCommand(folder, 'jobs', 'run', jobs, '--work', 'unlisted', '--json', ...engine());
    const client = new Redis(redis.port);
    try {
      // Nobody works yet, so both wait in the list.
      await until(async () => {
        for (const list of await client.keys('*:wait'))
          if ((await client.llen(list)) === 2) return (await client.del(list)) === 1;
        return false;
      }, asking.ended);
    } finally {
      client.disconnect();
    }
    await joined('u');
    expect(await asking.ended).toMatchObject({ status: 0 });
    expect(await resultsOf(join(folder, 'unlisted'))).toHaveLength(2);
  });

  test('a job that fails on three workers is marked, and the rest is done', async () => {
    // More memory than any of them may use.
    const huge = { kind: 'learn', params: { settings: { network: '8x6', games: 10, stages: 'yeh3' }, marks: [10] } };
    const small = { args: ['--memory', '1G'] };
    workers.push(...(await Promise.all(['g', 'h', 'i'].map((name) => startWorker(folder, redis.url, name, small)))));
    const jobs = await writeJobs(join(folder, 'huge.jsonl'), [play(0, 500), huge, play(500, 500)]);
    const { status, stderr } = await afterstate('jobs', 'run', jobs, '--work', 'huge', ...engine());
    expect(stderr).toMatch(
      /afterstate: 1 of 3 jobs failed: it needs [^\n]* of memory, and only 1\.0 GB of memory may be used here[^\n]*\n$/,
    );
    expect(status).toBe(1);
    expect(await resultsOf(join(folder, 'huge'))).toHaveLength(2);
  });

  test('a lying worker is found, named and sent away, and its results are recomputed', async () => {
    const liar = await copyBuild(join(folder, 'liar'));
    const runner = join(folder, 'liar/packages/lab/dist/jobs/kinds/play-runner.js');
    await patch(runner, 'listOf(results.scores)', 'listOf(results.scores).map((score) => score + 4)');
    await joined('honest', 'upright');
    workers.push(await startWorker(folder, redis.url, 'liar', { command: liar }));
    const lying = workers.at(-1)!;
    const jobs = await writeJobs(
      join(folder, 'verify.jsonl'),
      Array.from({ length: 120 }, (_, i) => play(300 * i, 300, 9)),
    );
    const run = await afterstate('jobs', 'run', jobs, '--work', 'verified', '--verify', '0.2', ...engine());
    expect(run.status).toBe(0);
    expect(run.stderr).toMatch(
      new RegExp(`^worker ${lying.id} gave a different result from this machine [^\\n]*thrown away\\n$`),
    );
    expect((await lying.ended).stderr).toMatch(
      /afterstate: this worker gave different results from another machine, and was sent away/,
    );
    expect((await afterstate('jobs', 'run', jobs, '--work', 'checked', '--json')).status).toBe(0);
    const [verified, checked] = await Promise.all(['verified', 'checked'].map((name) => resultsOf(join(folder, name))));
    expect(verified!.map(({ result }) => result)).toEqual(checked!.map(({ result }) => result));
    expect(verified!.filter(({ worker }) => worker === lying.id)).toEqual([]);
  });
});

test('a worker with another kernel is refused, and says why', async () => {
  const old = await copyBuild(join(folder, 'old'));
  const wasm = join(folder, 'old/packages/afterstate/wasm/2048.wasm');
  // An extra section, unknown to the kernel: the same code, other bytes.
  await writeFile(wasm, Buffer.concat([await readFile(wasm), Buffer.from([0, 2, 1, 0x78])]));
  const jobs = await writeJobs(join(folder, 'old.jsonl'), [play(0, 100)]);
  const coordinator = startCommand(folder, 'jobs', 'run', jobs, '--work', 'old-work', ...engine());
  const listed = async () => JSON.parse((await afterstate('jobs', 'list', '--redis', redis.url, '--json')).stdout).work;
  await until(async () => (await listed()).length > 0, coordinator.ended);
  const refused = await startProgram(folder, process.execPath, old, 'worker', '--redis', redis.url).ended;
  expect(refused.stderr).toMatch(
    /^afterstate: this worker is afterstate \S+ kernel \w+, and the work on redis:\S+ is for afterstate \S+ kernel \w+; install that build here\n$/,
  );
  expect(refused.status).toBe(1);
  await joined('new');
  expect((await coordinator.ended).status).toBe(0);
});

test('work is listed and cancelled; its jobs leave the queue', async () => {
  await joined('j');
  const jobs = await writeJobs(
    join(folder, 'cancel.jsonl'),
    // More than a worker does while the commands below start.
    Array.from({ length: 1000 }, (_, i) => play(20_000 * i, 20_000, 5)),
  );
  const run = startCommand(folder, 'jobs', 'run', jobs, '--work', 'cancelled', ...engine());
  const state = async () => JSON.parse((await afterstate('jobs', 'list', '--redis', redis.url, '--json')).stdout);
  await until(async () => (await state()).work.some(({ done }: { done: number }) => done > 0), run.ended);
  const [{ id }] = (await state()).work;
  expect((await afterstate('jobs', 'cancel', id, '--redis', redis.url)).stdout).toBe(`cancelled: ${id}\n`);
  const { status, stderr } = await run.ended;
  expect(stderr).toMatch(/^afterstate: the work was cancelled[^\n]*\n$/);
  expect(status).toBe(1);
  // Including the one under way: a worker killed with it leaves it to the next.
  const isEmpty = ({ waiting, active }: { waiting: number; active: number }) => waiting + active === 0;
  await until(async () => (await state()).queues.every(isEmpty), sleepForever());
});

test('a worker told to leave hands its job back', async () => {
  await joined('leaving');
  const [leaving] = workers.splice(0);
  const settings = { network: '4x6', games: 20_000, seed: 1 };
  const jobs = await writeJobs(join(folder, 'back.jsonl'), [{ kind: 'learn', params: { settings, marks: [20_000] } }]);
  const run = startCommand(folder, 'jobs', 'run', jobs, '--work', 'back', ...engine());
  const state = async () => JSON.parse((await afterstate('jobs', 'list', '--redis', redis.url, '--json')).stdout);
  await until(
    async () => (await state()).workers.some(({ doing }: { doing: unknown[] }) => doing.length > 0),
    run.ended,
  );
  leaving!.child.kill('SIGTERM');
  expect((await leaving!.ended).status).toBe(143);
  const { queues } = await state();
  expect(queues.map(({ waiting, active }: { waiting: number; active: number }) => [waiting, active])).toEqual([[1, 0]]);
  run.child.kill('SIGINT');
  expect((await run.ended).status).toBe(130);
});

describe('Redis', () => {
  test('that ends while workers leave keeps none of them', async () => {
    const other = await startRedis(await mkdtemp(join(folder, 'ending-')));
    const leaving = await Promise.all(['a', 'b', 'c'].map((name) => startWorker(folder, other.url, name)));
    for (const { child } of leaving) child.kill('SIGTERM');
    await other.stop();
    const ends = await Promise.all(leaving.map(({ ended }) => ended));
    expect(ends.map(({ status }) => status)).toEqual([143, 143, 143]);
  });

  test('that is away keeps no copy of an ended connection; a queue has some', async () => {
    const other = await startRedis(await mkdtemp(join(folder, 'away-')));
    const own = await connect({ shown: other.url, options: { host: '127.0.0.1', port: other.port, db: 0 } });
    const copy = own.duplicate();
    copy.on('error', () => {});
    expect(await copy.ping()).toBe('PONG');
    await other.stop();
    // It keeps looking for Redis while it is wanted.
    await expect.poll(() => copy.status, { interval: 1 }).toBe('reconnecting');
    disconnect(own);
    await expect.poll(() => copy.status).toBe('end');
  });

  test('that cannot be reached is reported in one line', async () => {
    const url = `redis://127.0.0.1:${await freePort()}`;
    for (const args of [['worker'], ['eval', '--player', 'random', '--engine', 'redis'], ['jobs', 'list']]) {
      const { status, stdout, stderr } = await afterstate(...args, '--redis', url);
      expect(stderr).toBe(
        `afterstate: Redis at ${url} cannot be reached: nothing listens there; start it, or give another --redis\n`,
      );
      expect([status, stdout]).toEqual([1, '']);
    }
  });

  test('takes its password from a file, and never from an argument', async () => {
    const guarded = await startRedis(await mkdtemp(join(folder, 'guarded-')), { password: 'sesame' });
    try {
      const list = ['jobs', 'list', '--json'];
      const refused = await afterstate(...list, '--redis', `redis://:sesame@127.0.0.1:${guarded.port}`);
      expect(refused.status).toBe(2);
      expect(refused.stderr).toMatch(/^afterstate: --redis must not hold a user or a password[^\n]*\n$/);
      expect(refused.stderr).not.toContain('sesame');
      expect((await afterstate(...list, '--redis', guarded.url)).stderr).toMatch(/it rejects this user or password/);
      await writeFile(join(folder, 'password'), 'sesame\n');
      const listed = await afterstate(...list, '--redis', guarded.url, '--redis-password-file', 'password');
      expect(JSON.parse(listed.stdout)).toMatchObject({ work: [], workers: [] });
    } finally {
      await guarded.stop();
    }
  });
});

async function sleepForever(): Promise<never> {
  await sleep(3_600_000, undefined, { ref: false });
  throw new Error('an hour has passed');
}
