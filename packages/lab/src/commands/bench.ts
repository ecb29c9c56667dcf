// afterstate bench: the kernel's speeds on this machine, beside plain C++ where a compiler is there. Every entry runs
// in turn and then all of them again, so that a machine that slows down or is shared slows all alike; a ratio is the
// median of the ratios within a turn.

import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseGame } from 'afterstate';
import type { Player } from 'afterstate';
import { cores, openPlayer } from 'afterstate/node';
import type { Command } from 'commander';
import { median, sorted } from '../measure/statistics.ts';
import { paintFor } from '../terminal/colour.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { progressLine } from '../terminal/progress.ts';
import { rate, table } from '../terminal/table.ts';
import { jsonOption, positiveNumber, wholeNumber } from './options.ts';

const run = promisify(execFile);

interface BenchOptions {
  json: boolean;
  native?: boolean;
  runs: number;
  seconds: number;
}

/** Something whose speed is measured. */
interface Bench {
  readonly name: string;
  readonly threads: number;
  /** Does the work for about so many seconds and gives the moves per second. */
  run(seconds: number, signal: AbortSignal): Promise<number>;
  /** The name of the entry that this one's speed is divided by, in the same turn. */
  readonly against?: string;
  close?(): Promise<void>;
}

/** A line of `bench --json`. */
interface BenchResult {
  readonly bench: string;
  /** The median of the runs. */
  readonly movesPerSecond: number;
  readonly slowest: number;
  readonly fastest: number;
  readonly runs: number;
  readonly threads: number;
  readonly against?: string;
  /** The median of this entry's speed over that of `against`, turn by turn. */
  readonly ratio?: number;
}

const NATIVE = 'native random 2048';

export function register(program: Command): void {
  program
    .command('bench')
    .description("the kernel's speeds, beside native code where g++ is there")
    .option('--native', 'fail where the native yardstick cannot be built')
    .option('--no-native', 'leave the native yardstick out')
    .option('--runs <n>', 'how often each is run', wholeNumber('--runs', 1, 1000), 5)
    .option('--seconds <n>', 'about how long a run takes', positiveNumber('--seconds', 3600), 1)
    .addOption(jsonOption('print a JSON document a line'))
    .action(async (options: BenchOptions) => {
      const results = await interruptible((signal) => runAll(options, signal));
      if (options.json) for (const result of results) process.stdout.write(`${JSON.stringify(result)}\n`);
      else process.stdout.write(report(results));
    });
}

async function runAll(options: BenchOptions, signal: AbortSignal): Promise<BenchResult[]> {
  const benches: Bench[] = [];
  try {
    const native = options.native === false ? undefined : await nativeBench(options.native === true);
    if (native) benches.push(native);
    const one = await randomPlay('2048', 1, native && NATIVE);
    benches.push(one);
    if (cores > 1) benches.push(await randomPlay('2048', cores, one.name));
    const threes = await randomPlay('threes', 1);
    benches.push(threes);
    if (cores > 1) benches.push(await randomPlay('threes', cores, threes.name));
    return await takeTurns(benches, options, signal);
  } finally {
    for (const bench of benches) await bench.close?.();
  }
}

async function takeTurns(
  benches: readonly Bench[],
  { runs, seconds }: BenchOptions,
  signal: AbortSignal,
): Promise<BenchResult[]> {
  const progress = progressLine({ total: benches.length * (runs + 1), unit: 'runs' });
  const speeds = new Map<string, number[]>(benches.map(({ name }) => [name, []]));
  try {
    let done = 0;
    // The first turn warms up and is not counted: it compiles, and finds how many games fill the time.
    for (let turn = 0; turn <= runs; turn++) {
      for (const bench of benches) {
        const speed = await bench.run(turn === 0 ? seconds / 2 : seconds, signal);
        signal.throwIfAborted();
        if (turn > 0) speeds.get(bench.name)!.push(speed);
        progress.update(++done, bench.name);
      }
    }
  } finally {
    progress.clear();
  }
  return benches.map(({ name, threads, against }) => {
    const own = speeds.get(name)!;
    const ascending = sorted(own);
    const base = {
      bench: name,
      movesPerSecond: Math.round(median(ascending)),
      slowest: Math.round(ascending[0]!),
      fastest: Math.round(ascending.at(-1)!),
      runs,
      threads,
    };
    const theirs = against === undefined ? undefined : speeds.get(against);
    return theirs
      ? { ...base, against: against!, ratio: median(sorted(own.map((speed, i) => speed / theirs[i]!))) }
      : base;
  });
}

async function randomPlay(game: string, threads: number, against?: string): Promise<Bench> {
  const player: Player = await openPlayer('random', { game: parseGame(game), threads });
  let gamesPerSecond = 2000;
  let first = 0;
  return {
    name: `random ${game}${threads > 1 ? `, ${threads} threads` : ''}`,
    threads,
    ...(against && { against }),
    async run(seconds, signal) {
      const games = Math.ceil(gamesPerSecond * seconds);
      const results = await player.playGames({ games, seed: 1, first, signal });
      first += games;
      gamesPerSecond = Math.min(games / results.seconds, 1e7 / seconds);
      return results.moves.reduce((sum, moves) => sum + moves, 0) / results.seconds;
    },
    close: () => player.close(),
  };
}

/** Plain C++ on one thread, built by the compiler of this machine for this machine; undefined where it has none. */
async function nativeBench(required: boolean): Promise<Bench | undefined> {
  // As many folders up from src/ as from dist/.
  const folder = fileURLToPath(new URL('../../../../bench/', import.meta.url));
  const program = `${folder}native`;
  try {
    await access(`${folder}native.cpp`);
    await run('g++', ['-O3', '-march=native', '-o', program, `${folder}native.cpp`]);
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT'
        ? 'g++ or bench/native.cpp is not there'
        : 'g++ failed on bench/native.cpp';
    if (required) throw new Error(`the native yardstick cannot be built: ${reason}`, { cause: error });
    process.stderr.write(`without the native yardstick: ${reason}\n`);
    return undefined;
  }
  let gamesPerSecond = 2000;
  return {
    name: NATIVE,
    threads: 1,
    async run(seconds, signal) {
      const { stdout } = await run(program, ['random', String(Math.ceil(gamesPerSecond * seconds))], { signal });
      const result = JSON.parse(stdout) as { games: number; seconds: number; movesPerSecond: number };
      gamesPerSecond = result.games / result.seconds;
      return result.movesPerSecond;
    },
  };
}

function report(results: readonly BenchResult[]): string {
  const { dim } = paintFor(process.stdout);
  const [heading, ...rows] = table(
    [
      ['bench', 'moves/s', 'slowest – fastest', 'ratio', ''],
      ...results.map((result) => [
        result.bench,
        rate(result.movesPerSecond),
        `${rate(result.slowest)} – ${rate(result.fastest)}`,
        result.ratio === undefined ? '' : result.ratio.toFixed(2),
        result.against === undefined ? '' : `of ${result.against}`,
      ]),
    ],
    ['left', 'right', 'right', 'right', 'left'],
  );
  return [dim(heading!), ...rows, ''].join('\n');
}
