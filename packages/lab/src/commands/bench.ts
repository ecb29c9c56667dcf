// afterstate bench: the kernel's speeds on this machine, compared with plain C++ if there is a compiler. All entries run in turn,
// several times over, so that a shared or throttled machine slows all of them alike; a ratio is the median of the ratios within a
// turn.

import { InputError } from 'afterstate';
import { median, sorted } from 'afterstate/measure';
import type { Command } from 'commander';
import { useHugePages } from '../files/memory.ts';
import { paintFor } from '../terminal/colour.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { progressLine } from '../terminal/progress.ts';
import { rate, table } from '../terminal/table.ts';
import type { Bench } from './benches.ts';
import { BENCHES, buildNative } from './benches.ts';
import { NEURAL_BENCHES } from './neural-benches.ts';
import { jsonOption, positiveNumber, wholeNumber } from './options.ts';

interface BenchOptions {
  json: boolean;
  native?: boolean;
  runs: number;
  seconds: number;
  only?: string;
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

export function register(program: Command): void {
  program
    .command('bench')
    .description("measure the kernel's speed, compared with native code if g++ is available")
    .option('--native', 'fail if the native yardstick cannot be built')
    .option('--no-native', 'leave the native yardstick out')
    .option('--only <text>', 'only entries whose name contains this, such as td or ply')
    .option('--runs <n>', 'how often each entry runs', wholeNumber('--runs', 1, 1000), 5)
    .option('--seconds <n>', 'roughly how long each run takes', positiveNumber('--seconds', 3600), 1)
    .addOption(jsonOption('print one JSON document per line'))
    .action(async (options: BenchOptions) => {
      const results = await interruptible((signal) => runAll(options, signal));
      if (options.json) for (const result of results) process.stdout.write(`${JSON.stringify(result)}\n`);
      else process.stdout.write(report(results));
    });
}

async function runAll(options: BenchOptions, signal: AbortSignal): Promise<BenchResult[]> {
  useHugePages();
  const native = options.native === false ? undefined : await buildNative(options.native === true);
  const benches: Bench[] = [];
  try {
    for (const { name, open } of [...BENCHES, ...NEURAL_BENCHES]) {
      const bench = name.includes(options.only ?? '') ? await open(native) : undefined;
      if (bench) benches.push(bench);
    }
    if (benches.length === 0)
      throw new InputError(`no entry has '${options.only}' in its name; try random, td, tc, ply`);
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
    // The first turn warms up and does not count: it compiles, and finds how many games fill the time.
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
