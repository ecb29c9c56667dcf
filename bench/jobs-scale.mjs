// How many machines one Redis serves: `node bench/jobs-scale.mjs [--workers 10,100,1000] [--seconds 5] [--jobs 4]`. The workers are
// fake: they announce themselves and take jobs from the queue as real ones do, then sleep instead of working. Redis, BullMQ and the
// coordinator are real, so the figures are their costs. Prints one JSON document per number of workers.

import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { BlobFolder } from '../packages/lab/dist/jobs/blob-folder.js';
import { thisBuild } from '../packages/lab/dist/jobs/build.js';
import { Announcement, listWorkers, PREFIX, queueName } from '../packages/lab/dist/jobs/cluster.js';
import { createJob } from '../packages/lab/dist/jobs/job.js';
import { play } from '../packages/lab/dist/jobs/kinds/play.js';
import { redisAddress } from '../packages/lab/dist/jobs/redis-address.js';
import { RedisEngine } from '../packages/lab/dist/jobs/redis-engine.js';
import { startRedis } from '../scripts/redis.mjs';

/** Fake workers per process. */
const TOGETHER = 250;
const GAMES = 500;
const LEASE_MS = 30_000;

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '10,100,1000' },
    seconds: { type: 'string', default: '5' },
    jobs: { type: 'string', default: '4' },
    fake: { type: 'string' },
    port: { type: 'string' },
  },
});

if (values.fake !== undefined) await beFake(Number(values.fake), Number(values.port), Number(values.seconds));
else
  for (const workers of values.workers.split(',').map(Number))
    console.log(JSON.stringify(await measure(workers, Number(values.seconds), Number(values.jobs))));

async function beFake(count, port, seconds) {
  const result = Array.from({ length: GAMES }, (_, i) => i);
  const since = new Date().toISOString();
  for (let i = 0; i < count; i++) {
    const id = `fake-${process.pid}-${i}`;
    const redis = new Redis({ port, maxRetriesPerRequest: null });
    const take = async () => {
      // Jobs differ in length.
      const time = seconds * (0.5 + Math.random());
      await sleep(1000 * time);
      return {
        result: { scores: result, moves: result, largest: result.map(() => 7) },
        worker: `${id}@${Date.now()}`,
        seconds: time,
      };
    };
    const worker = new Worker(queueName(thisBuild()), take, {
      connection: redis,
      prefix: PREFIX,
      name: id,
      lockDuration: LEASE_MS,
      stalledInterval: LEASE_MS / 2,
      maxStalledCount: 1000,
    });
    worker.on('error', () => {});
    const notice = { ...thisBuild(), id, host: 'here', cores: 1, memory: 1e9, since, done: 0, failed: 0, doing: [] };
    await new Announcement(redis, 'worker', () => notice).now();
  }
}

async function measure(workers, seconds, each) {
  const folder = await mkdtemp(join(tmpdir(), 'afterstate-scale-'));
  const server = await startRedis(folder);
  const fakes = [];
  for (let left = workers; left > 0; left -= TOGETHER) {
    const args = [
      '--fake',
      String(Math.min(left, TOGETHER)),
      '--port',
      String(server.port),
      '--seconds',
      String(seconds),
    ];
    fakes.push(fork(fileURLToPath(import.meta.url), args));
  }
  const redis = new Redis(server.port);
  try {
    while ((await listWorkers(redis)).length < workers) await sleep(200);
    const engine = await RedisEngine.open({
      address: await redisAddress({ redis: server.url }),
      blobs: new BlobFolder(folder),
      title: 'scale',
      state: () => ({ jobs: 0, done: 0, failed: 0 }),
      onNote: (text) => console.error(text),
      onCancel: () => {},
    });
    const jobs = Array.from({ length: each * workers }, (_, i) =>
      createJob(play, { game: '2048', player: 'random', seed: 1, first: GAMES * i, games: GAMES }),
    );
    const latencies = [];
    let busy = 0;
    const before = await cpuOf(redis);
    const own = process.cpuUsage();
    const began = performance.now();
    await Promise.all(
      jobs.map(async (job) => {
        const done = await engine.run(job);
        latencies.push(Date.now() - Number(done.worker.split('@')[1]));
        busy += done.seconds;
      }),
    );
    const took = (performance.now() - began) / 1000;
    const spent = process.cpuUsage(own);
    const after = await cpuOf(redis);
    const info = await redis.info('memory');
    latencies.sort((a, b) => a - b);
    await engine.close();
    return {
      workers,
      jobs: jobs.length,
      jobSeconds: seconds,
      seconds: round(took),
      jobsPerSecond: round(jobs.length / took),
      // The last jobs leave workers idle on any queue; this includes that cost.
      busyShare: round(busy / (workers * took)),
      latencyMs: { median: latencies[latencies.length >> 1], p99: latencies[Math.floor(0.99 * latencies.length)] },
      redisCores: round((after - before) / took),
      coordinatorCores: round((spent.user + spent.system) / 1e6 / took),
      redisMegabytes: round(Number(/used_memory_peak:(\d+)/.exec(info)[1]) / 1e6),
    };
  } finally {
    redis.disconnect();
    for (const fake of fakes) fake.kill('SIGKILL');
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function cpuOf(redis) {
  const info = await redis.info('cpu');
  return ['user', 'sys'].reduce((sum, part) => sum + Number(new RegExp(`used_cpu_${part}:([\\d.]+)`).exec(info)[1]), 0);
}

function round(value) {
  return Math.round(1000 * value) / 1000;
}
