// afterstate eval: how well a player plays, with intervals.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from 'afterstate';
import type { Game } from 'afterstate';
import { measureGames } from 'afterstate/measure';
import type { MeasuredGames } from 'afterstate/measure';
import { Option } from 'commander';
import type { Command } from 'commander';
import { unread } from '../files/disk.ts';
import { useHugePages } from '../files/memory.ts';
import { NewFile } from '../files/new-file.ts';
import { shellWord } from '../files/shell-word.ts';
import type { JobHost } from '../jobs/job-player.ts';
import { recordLines } from '../measure/record-lines.ts';
import { paintFor } from '../terminal/colour.ts';
import { bar, sparkline } from '../terminal/curves.ts';
import { interruptible, Interrupted } from '../terminal/interrupt.ts';
import { progressLine } from '../terminal/progress.ts';
import { decimal, duration, percent, rate, table } from '../terminal/table.ts';
import type { EngineFlags } from './engine-options.ts';
import { addEngineOptions, openBulkPlayer, refuseThreads, withEngine } from './engine-options.ts';
import {
  gameOption,
  gamesOption,
  jsonOption,
  MAX_GAMES,
  neededPlayer,
  PLAYERS_HELP,
  seedOption,
  threadsOption,
  wholeNumber,
} from './options.ts';

interface EvalOptions extends EngineFlags {
  player?: string;
  game: Game;
  games: number;
  seed: number;
  first: number;
  threads: number;
  records?: string;
  scores: boolean;
  json: boolean;
}

export function register(program: Command): void {
  const command = program
    .command('eval')
    .description('measure a player: average score, how often it reaches each tile, speed')
    .option('--player <spec>', "the player to measure: random, 'ntuple?ply=3', 'cycle?moves=up,left'")
    .addOption(gameOption())
    .addOption(gamesOption(1000))
    .addOption(seedOption())
    .addOption(
      new Option('--first <n>', 'the number of the first game, to measure a series in parts')
        .argParser(wholeNumber('--first', 0, Number.MAX_SAFE_INTEGER - MAX_GAMES))
        .default(0),
    )
    .addOption(threadsOption())
    .option('--records <folder>', 'write the record of every game to records.jsonl in this folder')
    .option('--scores', 'with --json: also the score of every game, which eval merge needs', false)
    .addOption(jsonOption())
    .addHelpText('after', PLAYERS_HELP);
  addEngineOptions(command)
    .action(async (options: EvalOptions) => {
      if (command.args.length > 0)
        throw new InputError(`eval has no '${command.args[0]}'; use eval merge, or eval --player SPEC`);
      refuseThreads(options, command);
      useHugePages();
      const spec = neededPlayer(options.player);
      const measured = await interruptible((signal) =>
        withEngine(options, `eval ${spec}`, signal, (host, stop) => evaluate(spec, options, host, stop)),
      );
      show(measured, options);
    })
    .allowExcessArguments();
  command
    .command('merge')
    .description('merge measurements of parts of a series, from eval --scores --json, into one')
    .argument('<files...>', 'measurements of different games of the same player and seed')
    .action(async (files: string[]) => {
      const { mergeParts, readPart } = await import('../measure/merge.ts');
      const parts = await Promise.all(files.map(async (name) => ({ ...readPart(await readJson(name), name), name })));
      const { scores, json } = command.opts<EvalOptions>();
      const merged = mergeParts(parts);
      show(merged, { scores, json }, merged.ranges.length > 1 ? { ranges: merged.ranges } : {});
    });
}

function show(measured: MeasuredGames, { scores, json }: { scores: boolean; json: boolean }, more: object = {}): void {
  const document = { ...measured.measurement, ...more, ...(scores && { scores: Array.from(measured.scores) }) };
  process.stdout.write(json ? `${JSON.stringify(document)}\n` : report(measured));
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`'${file}' cannot be read: ${unread(error)}`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new InputError(`'${file}' is not JSON; merge takes what eval --scores --json writes`);
  }
}

async function evaluate(
  spec: string,
  options: EvalOptions,
  host: JobHost | undefined,
  signal: AbortSignal,
): Promise<MeasuredGames> {
  const { games, seed, first } = options;
  const player = await openBulkPlayer(spec, options, host);
  const progress = progressLine({ total: games, unit: 'games' });
  let file: NewFile | undefined;
  let played = 0;
  try {
    file = options.records === undefined ? undefined : await NewFile.open(join(options.records, 'records.jsonl'));
    const started = performance.now();
    const measured = await measureGames(player, {
      games,
      seed,
      first,
      signal,
      onProgress: (done) => {
        played = done.games;
        progress.update(played, `${rate((done.moves * 1000) / (performance.now() - started))} moves/s`);
      },
      onRecords: file && ((results, number) => file!.write(recordLines(player, seed, results, number))),
    });
    await file?.commit();
    return measured;
  } catch (error) {
    await file?.discard();
    if (!(signal.reason instanceof Interrupted)) throw error;
    const kept =
      options.work === undefined
        ? 'nothing was kept'
        : `what was played is in ${shellWord(options.work)}; the same command continues`;
    throw Interrupted.by(signal, `stopped after ${decimal(played)} of ${decimal(games)} games; ${kept}`);
  } finally {
    progress.clear();
    await player.close();
  }
}

function report({ measurement: m, scores }: MeasuredGames): string {
  const { bold, dim, colour } = paintFor(process.stdout);
  const half = m.averageScoreCI95 ? ` ± ${decimal((m.averageScoreCI95[1] - m.averageScoreCI95[0]) / 2, 1)}` : '';
  const games = m.games === 1 ? '1 game' : `${decimal(m.games)} games`;
  const figures = table(
    [
      [
        'average',
        `${decimal(m.averageScore, 1)}${half}`,
        m.averageScoreCI95 ? interval(m.averageScoreCI95, (value) => decimal(value, 1)) : '',
      ],
      ['median', decimal(m.medianScore), interval(m.medianScoreCI95, (value) => decimal(value))],
      ['range', `${decimal(m.minScore)} to ${decimal(m.maxScore)}`, shape(scores, m.minScore, m.maxScore)],
      ...(m.maxScoreOf100 === null
        ? []
        : [['max of 100', decimal(m.maxScoreOf100, 1), 'mean of the maxima of every 100 games']]),
      ['deviation', m.deviation === null ? '–' : decimal(m.deviation, 1), ''],
    ],
    ['left', 'left', 'left'],
  );
  const tiles = [...new Set([...Object.keys(m.largest), ...Object.keys(m.reach)])].map(Number).sort((a, b) => a - b);
  const [heading, ...rows] = table(
    [
      ['tile', 'reached', '95% interval', '', 'largest in'],
      ...tiles.map((tile) => {
        const reach = m.reach[tile];
        return [
          String(tile),
          reach ? percent(reach.rate) : '',
          reach ? interval(reach.ci95, percent) : '',
          reach ? bar(reach.rate, 20) : '',
          percent((m.largest[tile] ?? 0) / m.games),
        ];
      }),
    ],
    ['right', 'right', 'left', 'left', 'right'],
  );
  return [
    bold(`${m.player} on ${m.game}: ${games}${m.first === undefined ? '' : ` from number ${m.first}`}, seed ${m.seed}`),
    '',
    ...figures,
    '',
    dim(heading!),
    ...rows.map((row) => row.replace(/[█▏▎▍▌▋▊▉]+/, (text) => colour(text, 215))),
    '',
    dim(
      `${decimal(m.moves)} moves in ${duration(m.seconds)} on ${m.threads} thread${m.threads === 1 ? '' : 's'}: ${rate(m.movesPerSecond)} moves/s`,
    ),
    '',
  ].join('\n');
}

function interval([low, high]: readonly [number, number], text: (value: number) => string): string {
  return `${text(low)} – ${text(high)}`;
}

/** How the scores are spread between the smallest and the largest. */
function shape(scores: Uint32Array, low: number, high: number): string {
  if (high === low) return '';
  const bins = Array.from({ length: 30 }, () => 0);
  for (const score of scores) bins[Math.min(29, Math.floor((30 * (score - low)) / (high - low)))]!++;
  return sparkline(bins);
}
