// What people see of a tuning: a table that grows by one line per round, and at the end the best weights next to the first.

import { parseSpec } from 'afterstate';
import type { Difference } from 'afterstate/measure';
import { gameFlag, shellWord } from '../files/shell-word.ts';
import { paintFor } from '../terminal/colour.ts';
import type { Progress } from '../terminal/progress.ts';
import { progressLine } from '../terminal/progress.ts';
import { decimal, table } from '../terminal/table.ts';
import { difference } from '../terminal/tiles.ts';
import type { TuneConfig } from './config.ts';
import type { TuneResult } from './trials.ts';
import type { TuneEvents } from './tuner.ts';

/** A table that grows by one line per round, and on a terminal the progress line. */
export function tuneLine(config: TuneConfig): TuneEvents & { end(): void } {
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

/** What the tuning found, with commands to play and compare it. */
export function report({ trials, start, best, check }: TuneResult): string {
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
  const game = gameFlag(check.game);
  return [
    '',
    bold(`${decimal(trials)} trials; ${decimal(check.games)} fresh games, seed ${check.seed}`),
    dim(heading!),
    ...rows,
    d ? verdict(d) : 'no candidate was better than the start',
    '',
    `afterstate eval --player ${shellWord(best)}${game}`,
    ...(d
      ? [`afterstate compare ${shellWord(start)} ${shellWord(best)}${game} --games ${check.games} --seed ${check.seed}`]
      : []),
  ].join('\n');
}

function verdict({ difference: mean, ci95 }: Difference): string {
  // At least two games are played, so there is an interval.
  const [low, high] = ci95!;
  const words = low > 0 ? 'better' : high < 0 ? 'worse: the trials were lucky' : 'too small to be certain';
  return `difference ${difference(mean)} ± ${decimal((high - low) / 2, 1)}: ${words}`;
}
