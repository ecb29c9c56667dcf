// afterstate worker: lends the cores of this machine to the work on a Redis.

import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { cores } from 'afterstate/node';
import { InputError } from 'afterstate';
import { Option } from 'commander';
import type { Command } from 'commander';
import { usualMemory } from '../jobs/local-engine.ts';
import type { AddressFlags } from '../jobs/redis-address.ts';
import type { RedisWorker } from '../jobs/redis-worker.ts';
import { Interrupted } from '../terminal/interrupt.ts';
import { decimal } from '../terminal/table.ts';
import { addRedisOptions, neededRedis } from './engine-options.ts';
import { wholeNumber } from './options.ts';

interface WorkerFlags extends AddressFlags {
  cores: number;
  memory: number;
  name: string;
  cache: string;
  lease: number;
}

const LINE_MS = 500;

export function register(program: Command): void {
  const command = program
    .command('worker')
    .description('run jobs for other machines, from a queue on Redis, until Ctrl-C');
  addRedisOptions(command)
    .addOption(
      new Option('--cores <n>', 'how many jobs to run at once')
        .argParser(wholeNumber('--cores', 1, 1024))
        .default(cores),
    )
    .addOption(
      new Option('--memory <size>', 'memory that all jobs together may use: 8G, 500M')
        .argParser(readBytes)
        .default(usualMemory(), 'four fifths of what this machine has'),
    )
    .option('--name <name>', 'its name in lists', hostname())
    .option('--cache <folder>', 'where models are kept between jobs', join(cacheFolder(), 'blobs'))
    .addOption(
      new Option('--lease <seconds>', 'its jobs go to other workers after this long without a sign of life')
        .argParser(wholeNumber('--lease', 1, 3600))
        .default(30),
    )
    .action(async (flags: WorkerFlags) => work(flags));
}

async function work(flags: WorkerFlags): Promise<void> {
  if (!/^[\w.-]{1,64}$/.test(flags.name))
    throw new InputError(`--name '${flags.name}' may have letters, digits, '.', '-' and '_' only, at most 64`);
  const address = await neededRedis(flags);
  const line = liveLine();
  const { name, memory, cache, lease } = flags;
  const { RedisWorker: Redis } = await import('../jobs/redis-worker.ts');
  const worker = await Redis.start({ address, name, cores: flags.cores, memory, cache, lease, onNote: line.note });
  let asked = false;
  const status: { value?: number } = {};
  const onInterrupt = (): void => {
    status.value = 130;
    if (!asked && worker.notice().doing.length > 0)
      line.note('finishing the jobs under way; Ctrl-C again hands them back');
    void worker.close(asked);
    asked = true;
  };
  const onTerminate = (): void => {
    status.value = 143;
    void worker.close(true);
  };
  process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate);
  line.note(
    `${worker.id} works for ${address.shown} with ${flags.cores} core${flags.cores === 1 ? '' : 's'}; Ctrl-C to leave`,
  );
  const timer = setInterval(() => line.show(describe(worker)), LINE_MS);
  try {
    const why = await worker.left;
    if (why !== undefined) throw new Error(why);
  } finally {
    clearInterval(timer);
    line.clear();
    process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate);
  }
  const { done, failed } = worker.notice();
  line.note(`${worker.id} left after ${decimal(done)} jobs${failed > 0 ? `; ${decimal(failed)} failed` : ''}`);
  if (status.value !== undefined) throw new Interrupted(status.value);
}

function describe(worker: RedisWorker): string {
  const { done, doing } = worker.notice();
  const parts = doing.map(({ words, done: games, size }) => `${words} ${Math.floor((100 * games) / size)}%`);
  return [`${decimal(done)} done`, ...(parts.length > 0 ? parts : ['waiting for jobs'])].join('  ');
}

interface Line {
  show(text: string): void;
  note(text: string): void;
  clear(): void;
}

/** A line on stderr that is redrawn in place; if stderr is not a terminal, only its notes. */
function liveLine(stream = process.stderr): Line {
  const clear = (): void => void (stream.isTTY && stream.write('\r\x1b[K'));
  return {
    clear,
    show: (text) => void (stream.isTTY && stream.write(`\r${text.slice(0, (stream.columns || 80) - 1)}\x1b[K`)),
    note(text) {
      clear();
      stream.write(`${text}\n`);
    },
  };
}

function readBytes(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([KMGT])$/i.exec(text) ?? [];
  const bytes = Number(number) * 1000 ** ('KMGT'.indexOf((unit ?? 'K').toUpperCase()) + 1);
  if (!(bytes >= 100e6)) throw new InputError(`--memory must be a size of at least 100M, such as 8G, not '${text}'`);
  return bytes;
}

function cacheFolder(): string {
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'afterstate');
}
