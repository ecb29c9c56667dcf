// afterstate eval: how well a player plays, with intervals.

import { join } from 'node:path';
import type { Game } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import type { Command } from 'commander';
import { useHugePages } from '../files/huge-pages.ts';
import { measureGames } from '../measure/measure.ts';
import type { MeasuredGames } from '../measure/measure.ts';
import { recordLines } from '../measure/record-lines.ts';
import { paintFor } from '../terminal/colour.ts';
import { bar, sparkline } from '../terminal/curves.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { progressLine } from '../terminal/progress.ts';
import { decimal, duration, percent, rate, table } from '../terminal/table.ts';
import { NewFile } from './new-file.ts';
import { gameOption, gamesOption, jsonOption, needed, PLAYER_REMEDY, seedOption, threadsOption } from './options.ts';

interface EvalOptions {
  player?: string;
  game: Game;
  games: number;
  seed: number;
  threads: number;
  records?: string;
  json: boolean;
}

export function register(program: Command): void {
  program
    .command('eval')
    .description('measure a player: average score, rates of reaching each tile, speed')
    .option('--player <spec>', "who plays: random, 'cycle?moves=up,left'")
    .addOption(gameOption())
    .addOption(gamesOption(1000))
    .addOption(seedOption())
    .addOption(threadsOption())
    .option('--records <folder>', 'write the record of every game to records.jsonl in this folder')
    .addOption(jsonOption())
    .action(async (options: EvalOptions) => {
      useHugePages();
      const measured = await interruptible((signal) => evaluate(options, signal));
      process.stdout.write(options.json ? `${JSON.stringify(measured.measurement)}\n` : report(measured));
    });
}

async function evaluate(options: EvalOptions, signal: AbortSignal): Promise<MeasuredGames> {
  const { games, seed } = options;
  const player = await openPlayer(needed(options.player, '--player', PLAYER_REMEDY), {
    game: options.game,
    threads: options.threads,
  });
  const progress = progressLine({ total: games, unit: 'games' });
  let file: NewFile | undefined;
  try {
    file = options.records === undefined ? undefined : await NewFile.open(join(options.records, 'records.jsonl'));
    const started = performance.now();
    const measured = await measureGames(player, {
      games,
      seed,
      signal,
      onProgress: (done) =>
        progress.update(done.games, `${rate((done.moves * 1000) / (performance.now() - started))} moves/s`),
      onRecords: file && ((results, first) => file!.write(recordLines(player, seed, results, first))),
    });
    await file?.commit();
    return measured;
  } catch (error) {
    await file?.discard();
    throw error;
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
    bold(`${m.player} on ${m.game}: ${games}, seed ${m.seed}`),
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
