// Jobs under a storm: `node bench/chaos-jobs.mjs [--rounds 50] [--seed 1]`. In each round three workers do 60 jobs of both kinds
// while a worker is killed every two seconds, the coordinator is killed and resumed, and Redis is killed, restarted, and then
// flushed. Every result must exist once and equal that of an undisturbed run, and no finished job may be done again. The tests run
// three rounds. Prints one JSON document per round.

import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Redis } from 'ioredis';
import { bundleCommand } from '../scripts/bundle-command.mjs';
import { startRedis } from '../scripts/redis.mjs';

const WORKERS = 3;
const KILL_MS = 2000;
const PATIENCE_MS = 300_000;

/** 30 jobs of each kind, in a file. */
async function writeJobs(folder) {
  const play = (i) => ({
    game: '2048',
    player: 'random',
    seed: 7,
    first: 6000 * i,
    games: 6000,
    records: i % 10 === 0,
  });
  const learn = (i) => ({ settings: { network: '0123 4567 89ab', games: 300, seed: i }, marks: [100, 300] });
  const jobs = Array.from({ length: 60 }, (_, i) =>
    i % 2 === 0 ? { kind: 'play', params: play(i) } : { kind: 'learn', params: learn(i) },
  );
  const path = join(folder, 'jobs.jsonl');
  await writeFile(path, jobs.map((job) => `${JSON.stringify(job)}\n`).join(''));
  return path;
}

/** Id → result, as text. */
async function resultsOf(work) {
  const results = new Map();
  for (const name of await readdir(join(work, 'results')).catch(() => [])) {
    if (!name.endsWith('.json')) continue;
    const { id, result } = JSON.parse(await readFile(join(work, 'results', name), 'utf8'));
    results.set(id, JSON.stringify(result));
  }
  return results;
}

async function filesOf(work) {
  const folder = join(work, 'results');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  return new Map(await Promise.all(names.map(async (name) => [name, (await stat(join(folder, name))).ino])));
}

/** The contents of Redis, key by key, for a round that hangs. */
async function contentsOf(redis) {
  const client = new Redis(redis.port);
  const read = {
    hash: (key) => client.hgetall(key),
    list: (key) => client.lrange(key, 0, -1),
    zset: (key) => client.zrange(key, 0, -1, 'WITHSCORES'),
    set: (key) => client.smembers(key),
    string: (key) => client.get(key),
  };
  try {
    const contents = {};
    for (const key of (await client.keys('*')).toSorted()) contents[key] = await read[await client.type(key)]?.(key);
    return JSON.stringify(contents, (_, value) => (typeof value === 'string' ? value.slice(0, 200) : value), 1);
  } finally {
    client.disconnect();
  }
}

/** The results of an undisturbed run of `command`, a path. */
export async function prepareChaos(folder, command) {
  const jobs = await writeJobs(folder);
  const work = join(folder, 'undisturbed');
  const run = spawnSync(process.execPath, [command, 'jobs', 'run', jobs, '--work', work], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`the undisturbed run failed: ${run.stderr}`);
  return { command, jobs, expected: await resultsOf(work) };
}

/** One round; throws if a result is missing, differs, or was done again. */
export async function chaosRound(folder, { command, jobs, expected }, seed) {
  const home = join(folder, `round-${seed}`);
  await mkdir(home, { recursive: true });
  const redis = await startRedis(home);
  const work = join(home, 'work');
  const children = new Set();
  let random = seed;
  const draw = (below) => (random = (random * 48271 + 11) % 2147483647) % below;
  const start = (...args) => {
    const child = spawn(process.execPath, [command, ...args, '--redis', redis.url], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
    const ended = new Promise((done) => child.once('close', (status) => done({ status, text })));
    children.add(child);
    void ended.then(() => children.delete(child));
    return { child, ended };
  };
  let number = 0;
  const startWorker = () =>
    start('worker', '--name', `w${++number}`, '--cores', '1', '--lease', '2', '--cache', join(home, 'cache'));
  const coordinate = () => start('jobs', 'run', jobs, '--engine', 'redis', '--work', work, '--json');
  const began = Date.now();
  const done = async () => (await filesOf(work)).size;
  const until = async (count) => {
    while ((await done()) < count) {
      if (Date.now() - began > PATIENCE_MS)
        throw new Error(`round ${seed}: only ${await done()} results after five minutes: ${await contentsOf(redis)}`);
      await sleep(50);
    }
  };
  const workers = Array.from({ length: WORKERS }, startWorker);
  let kills = 0;
  const killer = setInterval(() => {
    const i = draw(WORKERS);
    workers[i].child.kill('SIGKILL');
    workers[i] = startWorker();
    kills++;
  }, KILL_MS);
  try {
    let coordinator = coordinate();
    await until(8 + draw(8));
    coordinator.child.kill('SIGKILL');
    await coordinator.ended;
    const before = await filesOf(work);
    coordinator = coordinate();
    await until(before.size + 6);
    await redis.stop();
    await sleep(300);
    await redis.restart();
    await until(Math.min(58, before.size + 20));
    const client = new Redis(redis.port);
    await client.flushall();
    client.disconnect();
    const { status, text } = await Promise.race([
      coordinator.ended,
      sleep(PATIENCE_MS, undefined, { ref: false }).then(() => ({ status: undefined })),
    ]);
    if (status === undefined)
      throw new Error(
        `round ${seed}: the coordinator does not end, with ${await done()} results: ${await contentsOf(redis)}`,
      );
    if (status !== 0) throw new Error(`round ${seed}: the coordinator ended with ${status}: ${text}`);
    const results = await resultsOf(work);
    for (const [id, result] of expected)
      if (results.get(id) !== result)
        throw new Error(`round ${seed}: job ${id} has ${results.has(id) ? 'another' : 'no'} result`);
    if (results.size !== expected.size)
      throw new Error(`round ${seed}: ${results.size} results for ${expected.size} jobs`);
    const after = await filesOf(work);
    for (const [name, ino] of before)
      if (after.get(name) !== ino) throw new Error(`round ${seed}: ${name} was there and was done again`);
    return {
      round: seed,
      results: results.size,
      kept: before.size,
      workersKilled: kills,
      seconds: (Date.now() - began) / 1000,
    };
  } finally {
    clearInterval(killer);
    for (const child of children) child.kill('SIGKILL');
    await redis.stop();
    await rm(home, { recursive: true, force: true });
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { rounds: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
  });
  const folder = await mkdtemp(join(tmpdir(), 'afterstate-chaos-'));
  const { path, close } = await bundleCommand();
  try {
    const prepared = await prepareChaos(folder, path);
    for (let i = 0; i < Number(values.rounds); i++)
      console.log(JSON.stringify(await chaosRound(folder, prepared, Number(values.seed) + i)));
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}
