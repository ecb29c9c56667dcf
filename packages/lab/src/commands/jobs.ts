// afterstate jobs: shows what is under way on a Redis or in a folder of work, cancels it, and runs jobs from a file.

import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError } from 'afterstate';
import type { Command } from 'commander';
import { unread } from '../files/disk.ts';
import type { ClusterState } from '../jobs/cluster-state.ts';
import { cancelWork, listWorks } from '../jobs/cluster.ts';
import { coordinate } from '../jobs/coordinator.ts';
import { isAlive, ownerOf } from '../files/lock.ts';
import type { Job } from '../jobs/job.ts';
import { readJob } from '../jobs/kinds.ts';
import type { AddressFlags } from '../jobs/redis-address.ts';
import { readWork } from '../jobs/work-folder.ts';
import { paintFor } from '../terminal/colour.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { progressLine } from '../terminal/progress.ts';
import { decimal, table } from '../terminal/table.ts';
import type { EngineFlags } from './engine-options.ts';
import { addEngineOptions, addRedisOptions, neededRedis, withEngine } from './engine-options.ts';
import { jsonOption } from './options.ts';

interface ListFlags extends AddressFlags {
  work?: string;
  json: boolean;
}

const WATCH_MS = 1000;

export function register(program: Command): void {
  const jobs = program.command('jobs').description('list, watch or cancel work under way; run jobs from a file');
  listing(
    jobs
      .command('list', { isDefault: true })
      .description('show the queues, work and workers of a Redis, or a folder of work'),
  ).action((flags: ListFlags) => list(flags));
  listing(
    jobs.command('watch').description('the same, every second until Ctrl-C; with --json one line per second'),
  ).action((flags: ListFlags) => watch(flags));
  listing(jobs.command('cancel').description('stop work: by its id on a Redis, or by its folder on this machine'))
    .argument('[id]', 'an id from jobs list, or all')
    .action((id: string | undefined, flags: ListFlags) => cancel(id, flags));
  addEngineOptions(
    jobs
      .command('run')
      .description('run the jobs of a file, one JSON document {"kind", "params"} per line; results go to --work')
      .argument('<file>', 'the jobs'),
  )
    .addOption(jsonOption())
    .action((file: string, flags: EngineFlags & { json: boolean }) =>
      interruptible((signal) => run(file, flags, signal)),
    );
}

function listing(command: Command): Command {
  return addRedisOptions(command).option('--work <folder>', 'a folder of work').addOption(jsonOption());
}

async function list(flags: ListFlags): Promise<void> {
  const state = flags.work === undefined ? await stateOfRedis(flags) : await stateOfFolder(flags.work);
  process.stdout.write(flags.json ? `${JSON.stringify(state)}\n` : report(state));
}

async function watch(flags: ListFlags): Promise<void> {
  await interruptible(async (signal) => {
    for (;;) {
      const state = flags.work === undefined ? await stateOfRedis(flags) : await stateOfFolder(flags.work);
      if (flags.json) process.stdout.write(`${JSON.stringify(state)}\n`);
      else process.stdout.write(`${process.stdout.isTTY ? '\x1b[H\x1b[2J' : ''}${report(state)}`);
      await sleep(WATCH_MS, undefined, { signal });
    }
  });
}

async function cancel(id: string | undefined, flags: ListFlags): Promise<void> {
  if (flags.work !== undefined) return cancelFolder(flags.work);
  if (id === undefined) throw new InputError('say which work to cancel: an id that afterstate jobs list shows, or all');
  const { connect } = await import('../jobs/redis-connection.ts');
  const redis = await connect(await neededRedis(flags));
  try {
    const works = await listWorks(redis);
    const chosen = works.filter((work) => id === 'all' || work.id === id);
    if (chosen.length === 0 && id !== 'all')
      throw new InputError(`there is no work '${id}'; there is ${works.map((work) => work.id).join(', ') || 'none'}`);
    for (const work of chosen) await cancelWork(redis, work.id);
    const cancelled = chosen.map((work) => work.id);
    process.stdout.write(
      flags.json ? `${JSON.stringify({ cancelled })}\n` : `cancelled: ${cancelled.join(', ') || 'nothing'}\n`,
    );
  } finally {
    redis.disconnect();
  }
}

async function cancelFolder(folder: string): Promise<void> {
  const {
    work: [work],
  } = await stateOfFolder(folder);
  if (!work || work.pid === 0) throw new InputError(`nobody is at work in '${folder}'`);
  try {
    process.kill(work.pid, 'SIGINT');
  } catch {
    throw new InputError(`'${folder}' is worked on by process ${work.pid} on ${work.host}; cancel it there`);
  }
  process.stdout.write(`cancelled: process ${work.pid}\n`);
}

async function stateOfRedis(flags: ListFlags): Promise<ClusterState> {
  const address = await neededRedis(flags);
  const { connect } = await import('../jobs/redis-connection.ts');
  const { clusterState } = await import('../jobs/cluster-state.ts');
  const redis = await connect(address);
  try {
    return await clusterState(redis);
  } finally {
    redis.disconnect();
  }
}

async function stateOfFolder(folder: string): Promise<ClusterState> {
  const state = await readWork(folder);
  if (!state)
    throw new InputError(`'${folder}' is not a folder of work; --work of eval, compare, records or jobs run makes one`);
  const { lock, ...work } = state;
  const owner = await ownerOf(lock);
  const alive = owner !== undefined && (await isAlive(lock, owner));
  const { pid, host, since } = alive ? owner : { pid: 0, host: '', since: '' };
  return { queues: [], work: [{ id: folder, pid, host, since, ...work, version: '', kernel: '' }], workers: [] };
}

async function run(file: string, flags: EngineFlags & { json: boolean }, signal: AbortSignal): Promise<void> {
  const jobs = await readJobs(file);
  const engine = flags.engine ?? 'local';
  if (flags.work === undefined) throw new InputError('--work is missing; name the folder for the results');
  await withEngine({ ...flags, engine }, `jobs of ${file}`, signal, async (host, stop) => {
    const progress = progressLine({ total: jobs.length, unit: 'jobs' });
    const started = performance.now();
    try {
      const { reused, failed, workers } = await coordinate(jobs, {
        ...host!,
        signal: stop,
        onProgress: ({ done }) => progress.update(done),
      });
      const seconds = (performance.now() - started) / 1000;
      const summary = {
        jobs: jobs.length,
        done: jobs.length - failed.length,
        reused,
        failed: failed.length,
        workers,
        seconds,
      };
      if (flags.json) process.stdout.write(`${JSON.stringify(summary)}\n`);
      else
        process.stdout.write(
          `${decimal(summary.done)} of ${decimal(jobs.length)} jobs are done; ${decimal(reused)} were done before\n`,
        );
      const [first] = failed;
      if (first) throw new Error(`${decimal(failed.length)} of ${decimal(jobs.length)} jobs failed: ${first.error}`);
    } finally {
      progress.clear();
    }
  });
}

async function readJobs(file: string): Promise<Job[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`'${file}' cannot be read: ${unread(error)}`);
  });
  const lines = text.split('\n').flatMap((line, i) => (line.trim() === '' ? [] : [{ line, number: i + 1 }]));
  return lines.map(({ line, number }) => {
    try {
      return readJob(JSON.parse(line));
    } catch (error) {
      throw new InputError(`'${file}', line ${number}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}

function report({ queues, work, workers }: ClusterState): string {
  const { bold, dim } = paintFor(process.stdout);
  const lines: string[] = [];
  const section = (title: string, heading: readonly string[], rows: readonly (readonly string[])[]): void => {
    const [first, ...rest] = table(
      [[...heading], ...rows.map((row) => [...row])],
      heading.map(() => 'left'),
    );
    lines.push(bold(title), ...(rows.length === 0 ? [dim('none')] : [dim(first!), ...rest]), '');
  };
  if (queues.length > 0)
    section(
      'queues',
      ['queue', 'waiting', 'active', 'failed'],
      queues.map(({ name, waiting, active, failed }) => [name, decimal(waiting), decimal(active), decimal(failed)]),
    );
  section(
    'work',
    ['id', 'what', 'done', 'failed', 'by'],
    work.map(({ id, title, done, jobs, failed, host, pid }) => [
      id,
      title,
      `${decimal(done)}/${decimal(jobs)}`,
      decimal(failed),
      pid === 0 ? 'nobody' : `${host} ${pid}`,
    ]),
  );
  if (queues.length > 0 || workers.length > 0)
    section(
      'workers',
      ['worker', 'cores', 'done', 'doing'],
      workers.map(({ id, cores, done, doing }) => [
        id,
        decimal(cores),
        decimal(done),
        doing.map(({ words, done: games, size }) => `${words} ${Math.floor((100 * games) / size)}%`).join('; ') ||
          'waiting',
      ]),
    );
  return lines.join('\n');
}
