// The options of commands whose games can be played elsewhere: by a pool of processes, or by the workers of a Redis. Code that
// makes jobs or talks to Redis is loaded only if an engine is named: loading it takes longer than most commands run.

import { InputError } from 'afterstate';
import type { Game, Player } from 'afterstate';
import { cores, openPlayer } from 'afterstate/node';
import { Option } from 'commander';
import type { Command } from 'commander';
import type { Engine } from '../jobs/engine.ts';
import type { JobHost } from '../jobs/job-player.ts';
import type { AddressFlags, RedisAddress } from '../jobs/redis-address.ts';
import { redisAddress } from '../jobs/redis-address.ts';
import type { WithHost } from '../select/run.ts';
import { share, wholeNumber } from './options.ts';

export interface EngineFlags extends AddressFlags {
  readonly engine?: 'local' | 'redis';
  readonly workers?: number;
  readonly work?: string;
  readonly verify?: number;
  readonly priority?: number;
}

const MOST_WORKERS = 256;
/** BullMQ's own limit. */
const MOST_PRIORITY = 2_097_151;
/** How long a job should take: a queue over a network costs more than a pipe, and more cores mean more jobs. */
const LOCAL_SECONDS = 1;
const REDIS_SECONDS = 5;
const CORES_PER_SECOND = 100;

/** `own` are commands that keep the results of jobs in a run folder: they have no --work. */
export function addEngineOptions(command: Command, { own = false } = {}): Command {
  command
    .optionsGroup(own ? 'Where jobs are done:' : 'Playing in processes or on other machines:')
    .addOption(
      new Option(
        '--engine <name>',
        `local: processes on this machine; redis: workers of a Redis, on any machine${own ? ' (default: local)' : ''}`,
      ).choices(['local', 'redis']),
    )
    .addOption(
      new Option('--workers <n>', `with --engine local: how many processes (default: ${cores})`).argParser(
        wholeNumber('--workers', 1, MOST_WORKERS),
      ),
    );
  addRedisOptions(command);
  if (!own) command.option('--work <folder>', 'keep results in this folder; the same command continues from them');
  command
    .addOption(
      new Option('--verify <share>', 'have a second worker repeat this share of the jobs, and compare').argParser(
        share('--verify'),
      ),
    )
    .addOption(
      new Option(
        '--priority <n>',
        'with --engine redis: work with a lower number is done first (default: 0)',
      ).argParser(wholeNumber('--priority', 0, MOST_PRIORITY)),
    );
  return command.optionsGroup('Options:');
}

export function addRedisOptions(command: Command): Command {
  return command
    .option('--redis <url>', 'redis://HOST:PORT or rediss://HOST:PORT (default: AFTERSTATE_REDIS_URL)')
    .option('--redis-password-file <file>', 'read the password from this file (default: AFTERSTATE_REDIS_PASSWORD)');
}

/** The Redis that the flags or the environment name. */
export async function neededRedis(flags: AddressFlags): Promise<RedisAddress> {
  const address = await redisAddress(flags);
  if (!address) throw new InputError('--redis is missing; give redis://HOST:PORT, or set AFTERSTATE_REDIS_URL');
  return address;
}

/** Opens the engine that the flags name while `use` runs; passes undefined if they name none. */
export async function withEngine<T>(
  flags: EngineFlags,
  title: string,
  signal: AbortSignal,
  use: (host: JobHost | undefined, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  requireEngine(flags);
  if (flags.engine === undefined) return use(undefined, signal);
  const address = flags.engine === 'redis' ? await neededRedis(flags) : undefined;
  const [{ WorkFolder }, { LocalEngine }] = await Promise.all([
    import('../jobs/work-folder.ts'),
    import('../jobs/local-engine.ts'),
  ]);
  const work = await WorkFolder.open(flags.work);
  const cancel = new AbortController();
  const state = { jobs: 0, done: 0, failed: 0 };
  const onNote = (text: string): void => void process.stderr.write(`${text}\n`);
  let engine: Engine | undefined;
  try {
    engine = address
      ? await (
          await import('../jobs/redis-engine.ts')
        ).RedisEngine.open({
          address,
          blobs: work.blobs,
          title,
          priority: flags.priority ?? 0,
          state: () => state,
          onNote,
          onCancel: () => cancel.abort(new Error('the work was cancelled; its results so far are kept with --work')),
        })
      : new LocalEngine(flags.workers ?? cores, work.blobs);
    const host: JobHost = {
      title,
      work,
      engine,
      verify: flags.verify ?? 0,
      onNote,
      onState: (now) => Object.assign(state, now),
      workers: () => (address ? coresThere(address) : Promise.resolve(flags.workers ?? cores)),
      ...(!address && { ownThreads: flags.workers ?? cores }),
      secondsPerJob: (there) => (address ? Math.max(REDIS_SECONDS, there / CORES_PER_SECOND) : LOCAL_SECONDS),
    };
    return await use(host, AbortSignal.any([signal, cancel.signal]));
  } finally {
    await engine?.close();
    await work.close();
  }
}

/** The options of commands whose jobs belong to a run folder. */
export function addRunEngine(command: Command): void {
  addEngineOptions(command, { own: true });
  command
    .optionsGroup('Where jobs are done:')
    .option(
      '--reuse <path>',
      'take the results of identical jobs from this folder of work, run folder or file of results',
    )
    .optionsGroup('Options:');
}

/** Opens the engine of a command with `addRunEngine`, the processes of this machine by default. */
export const withRunEngine: WithHost = (own, { work, title, signal }, use) => {
  const { reuse, ...flags } = own as EngineFlags & { readonly reuse?: string };
  return withEngine({ engine: 'local', ...flags, work }, title, signal, async (host, stop) => {
    if (reuse !== undefined) await host!.work.readAlso(reuse);
    return use(host!, stop);
  });
};

/** A player for games in bulk: on threads of this process, or wherever the host plays. */
export async function openBulkPlayer(
  spec: string,
  { game, threads }: { readonly game: Game; readonly threads: number },
  host: JobHost | undefined,
): Promise<Player> {
  if (!host) return openPlayer(spec, { game, threads });
  return (await import('../jobs/job-player.ts')).JobPlayer.open(spec, game, host);
}

/** Only a process that plays games itself uses threads. */
export function refuseThreads({ engine }: EngineFlags, command: Command): void {
  if (engine === undefined || command.getOptionValueSource('threads') !== 'cli') return;
  const remedy = engine === 'local' ? 'give --workers instead' : 'a worker says how many --cores it has';
  throw new InputError(`--threads is for games played in this process; ${remedy}`);
}

function requireEngine(flags: EngineFlags): void {
  const needs = (name: keyof EngineFlags, flag: string, engines: string): void => {
    if (flags[name] === undefined || engines.split(' or ').includes(flags.engine ?? '')) return;
    throw new InputError(`${flag} is for --engine ${engines}; add it, or leave ${flag} out`);
  };
  needs('workers', '--workers', 'local');
  needs('redis', '--redis', 'redis');
  needs('redisPasswordFile', '--redis-password-file', 'redis');
  needs('priority', '--priority', 'redis');
  needs('work', '--work', 'local or redis');
  needs('verify', '--verify', 'local or redis');
}

/** The cores of the present workers, or those of this machine if there are more. */
async function coresThere(address: RedisAddress): Promise<number> {
  const [{ connect }, { listWorkers }, { thisBuild }] = await Promise.all([
    import('../jobs/redis-connection.ts'),
    import('../jobs/cluster.ts'),
    import('../jobs/build.ts'),
  ]);
  const redis = await connect(address);
  try {
    const ours = (await listWorkers(redis)).filter(({ kernel }) => kernel === thisBuild().kernel);
    return Math.max(
      cores,
      ours.reduce((sum, worker) => sum + worker.cores, 0),
    );
  } finally {
    redis.disconnect();
  }
}
