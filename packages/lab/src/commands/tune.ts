// afterstate tune: a search over the weights of a heuristic, in a folder that survives anything.

import { formatSpec, InputError, parseSpec } from 'afterstate';
import type { Game } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import type { Command } from 'commander';
import { Option } from 'commander';
import type { Difference } from '../measure/measure.ts';
import { paintFor } from '../terminal/colour.ts';
import type { Progress } from '../terminal/progress.ts';
import { progressLine } from '../terminal/progress.ts';
import { decimal, table } from '../terminal/table.ts';
import { difference } from '../terminal/tiles.ts';
import { TUNE_METHODS } from '../tune/candidates.ts';
import { LEAST_GAMES, MOST_GAMES, MOST_TRIALS, planTuning } from '../tune/config.ts';
import type { TuneConfig } from '../tune/config.ts';
import type { TuneResult } from '../tune/tune-folder.ts';
import { TuneFolder } from '../tune/tune-folder.ts';
import type { Tuned, TuneEvents } from '../tune/tuner.ts';
import { tune } from '../tune/tuner.ts';
import { gameOption, jsonOption, needed, seedOption, threadsOption, wholeNumber } from './options.ts';

interface TuneFlags {
  player?: string;
  eval?: string;
  game: Game;
  method: string;
  trials: number;
  games: number;
  check: number;
  seed: number;
  threads: number;
  out?: string;
  resume?: string;
  json: boolean;
}

const REMEDY = "give one that values boards by a sum, such as 'expectimax?depth=2'";

export function register(program: Command): void {
  program
    .command('tune')
    .description('search for better weights of a heuristic; goes on where it was stopped with --resume')
    .option('--player <spec>', "whose weights: 'expectimax?depth=2', minimax, alphabeta")
    .option('--eval <sum>', "the weights to start from: 'snake+empty*200'; the first stays as it is")
    .addOption(gameOption())
    .addOption(
      new Option('--method <name>', TUNE_METHODS.map(({ name, summary }) => `${name} (${summary})`).join('; ')).default(
        'sweep',
      ),
    )
    .addOption(
      new Option('--trials <n>', 'how many candidates are played at most')
        .argParser(wholeNumber('--trials', 1, MOST_TRIALS))
        .default(60),
    )
    .addOption(
      new Option('--games <n>', 'games that a candidate plays; halving doubles them as it goes')
        .argParser(wholeNumber('--games', LEAST_GAMES, MOST_GAMES))
        .default(200),
    )
    .addOption(
      new Option('--check <n>', 'fresh games that the start and the best play at the end')
        .argParser(wholeNumber('--check', LEAST_GAMES, MOST_GAMES))
        .default(1000),
    )
    .addOption(seedOption())
    .addOption(threadsOption())
    .option('--out <folder>', 'where the trials are kept; runs/… unless given')
    .option('--resume <folder>', 'go on with a tuning')
    .addOption(jsonOption('print a JSON document a line: each trial, and at the end the result'))
    .action(async (flags: TuneFlags, command: Command) => {
      const given = Object.keys(flags).filter((name) => command.getOptionValueSource(name) === 'cli');
      const folder = flags.resume === undefined ? await newTuning(flags) : await oldTuning(flags.resume, given);
      const { result, trials } = await run(folder, flags);
      const words = result ? report(result) : stopped(folder, trials);
      if (!flags.json) process.stdout.write(words);
      else if (result) process.stdout.write(`${JSON.stringify(result)}\n`);
      else process.stderr.write(words);
    });
}

async function newTuning(flags: TuneFlags): Promise<TuneFolder> {
  const { game, method, trials, games, check, seed } = flags;
  const text = needed(flags.player, '--player', REMEDY);
  const spec = parseSpec(text);
  if (flags.eval !== undefined && spec.options.has('eval'))
    throw new InputError(`both --eval and '${text}' have weights to start from; give them once`);
  const options = { ...Object.fromEntries(spec.options), ...(flags.eval !== undefined && { eval: flags.eval }) };
  const player = formatSpec(spec.name, options, spec.model);
  const config = { game: game.spec, player, method, trials, games, check, seed };
  planTuning(config);
  // Whatever else is wrong with the spec is said now; and a tuning goes by the spec as it is written in full.
  const opened = await openPlayer(player, { game });
  await opened.close();
  const whole: TuneConfig = { ...config, player: opened.spec };
  return TuneFolder.create(flags.out ?? TuneFolder.nameFor(whole), whole);
}

async function oldTuning(path: string, given: readonly string[]): Promise<TuneFolder> {
  const other = given.find((name) => !['resume', 'threads', 'json'].includes(name));
  if (other !== undefined)
    throw new InputError(`--${other} cannot be changed when a tuning goes on; only --threads can`);
  return TuneFolder.open(path);
}

async function run(folder: TuneFolder, { threads, json }: TuneFlags): Promise<Tuned> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const events = json ? jsonEvents() : screenEvents(folder.config);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await tune(folder, { threads, signal: controller.signal, events });
  } finally {
    events.end?.();
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

type Shown = TuneEvents & { end?(): void };

function jsonEvents(): Shown {
  return { onTrial: (trial) => void process.stdout.write(`${JSON.stringify(trial)}\n`) };
}

/** A table that grows by a line a round, and on a terminal the progress line. */
function screenEvents(config: TuneConfig): Shown {
  const { bold, dim } = paintFor(process.stdout);
  const { game, player, method, seed, trials } = config;
  let kept = 0;
  let progress: Progress | undefined;
  let check: Progress | undefined;
  const row = ([round, about, average, weights]: readonly string[]): string =>
    `${round!.padStart(5)}  ${about!.padEnd(12)}  ${average!.padStart(20)}  ${weights}\n`;
  process.stdout.write(`${bold(`${game}: ${player} by ${method}, seed ${seed}`)}\n`);
  process.stdout.write(dim(row(['round', 'tried', 'average', 'best weights'])));
  return {
    onBegin(count) {
      kept = count;
      progress = progressLine({ total: Math.max(1, trials - kept), unit: 'trials' });
    },
    onRound(round, best) {
      progress?.clear();
      process.stdout.write(row([String(best.round), round[0]!.about, withInterval(best), weightsOf(best.player)]));
    },
    onProgress: (done, spec, games, of) => progress?.update(done - kept + games / of, weightsOf(spec)),
    onCheck(spec, games, of) {
      progress?.clear();
      check ??= progressLine({ total: of, unit: 'games' });
      check.update(games, weightsOf(spec));
    },
    end() {
      progress?.clear();
      check?.clear();
    },
  };
}

function weightsOf(spec: string): string {
  return parseSpec(spec).options.get('eval') ?? '';
}

interface Averaged {
  readonly averageScore: number;
  readonly averageScoreCI95: readonly [number, number] | null;
}

function withInterval({ averageScore, averageScoreCI95: ends }: Averaged): string {
  return `${decimal(averageScore)}${ends ? ` ± ${decimal((ends[1] - ends[0]) / 2)}` : ''}`;
}

function report({ trials, start, best, check }: TuneResult): string {
  const { bold, dim } = paintFor(process.stdout);
  const [heading, ...rows] = table(
    [
      ['', 'average', 'median', 'max', 'player'],
      ...check.players.map((m, i) => [
        i === 0 ? 'start' : 'best',
        withInterval(m),
        decimal(m.medianScore),
        decimal(m.maxScore),
        m.player,
      ]),
    ],
    ['left', 'right', 'right', 'right', 'left'],
  );
  const [d] = check.differences;
  const game = check.game === '2048' ? '' : ` --game '${check.game}'`;
  return [
    '',
    bold(`${decimal(trials)} trials; ${decimal(check.games)} fresh games, seed ${check.seed}`),
    dim(heading!),
    ...rows,
    d ? verdict(d) : 'nothing that was tried is better than the start',
    '',
    `afterstate eval --player '${best}'${game}`,
    ...(d ? [`afterstate compare '${start}' '${best}'${game} --games ${check.games} --seed ${check.seed}`] : []),
    '',
  ].join('\n');
}

function verdict({ difference: mean, ci95 }: Difference): string {
  // At least two games are played, so there is an interval.
  const [low, high] = ci95!;
  const words = low > 0 ? 'better' : high < 0 ? 'worse: it was luck' : 'too little to be certain';
  return `difference ${difference(mean)} ± ${decimal((high - low) / 2, 1)}: ${words}`;
}

function stopped(folder: TuneFolder, trials: number): string {
  return `stopped after ${decimal(trials)} trials, and saved; go on with: afterstate tune --resume ${folder.path}\n`;
}
