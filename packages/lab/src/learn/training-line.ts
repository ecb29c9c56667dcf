// What people see of a training: a table that gains a line whenever the games have grown by a tenth, and on a terminal a live
// status line below it: games, the average, speed, time left, and the curve of averages so far.

import { condense, sparkline } from '../terminal/curves.ts';
import { growingTable } from '../terminal/growing-table.ts';
import { decimal, duration, rate } from '../terminal/table.ts';
import type { Moment } from '../terminal/time-left.ts';
import { remember, secondsLeft } from '../terminal/time-left.ts';
import type { BlockMetrics } from './trainer.ts';

export interface TrainingLine {
  block(metrics: BlockMetrics, done: number, total: number): void;
  progress(games: number, total: number, movesPerSecond: number): void;
  note(text: string): void;
  end(): void;
}

/** The table gains a line whenever the games have grown by this factor. */
const GROWTH = 1.1;
const CURVE = 24;

export function trainingLine(title: string, out: NodeJS.WriteStream = process.stdout): TrainingLine {
  const shown = growingTable(title, out);
  const averages: number[] = [];
  let last: BlockMetrics | undefined;
  let printed = 0;
  let tiles: string[] = [];
  const started = performance.now();
  const moments: Moment[] = [];

  const row = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 ? cell.padStart(11) : cell.padStart(i < 4 ? 9 : 7))).join(' ');
  const heading = (names: readonly string[]): string => row(['games', 'average', 'max', 'moves/s', ...names]);

  return {
    block(metrics, done, total) {
      last = metrics;
      if (metrics.averageScore !== null) averages.push(metrics.averageScore);
      if (done < printed * GROWTH && done < total) return;
      printed = done;
      // The tiles worth a column: those that some but not all games make, up to the largest.
      const names = Object.keys(metrics.reach).slice(-5);
      if (names.join() !== tiles.join()) shown.printQuiet(heading(names));
      tiles = names;
      shown.print(
        row([
          decimal(metrics.games),
          metrics.averageScore === null ? '–' : decimal(metrics.averageScore),
          decimal(metrics.maxScore),
          rate(metrics.movesPerSecond),
          ...names.map((tile) => `${((metrics.reach[tile] ?? 0) * 100).toFixed(1)}%`),
        ]),
      );
    },
    progress(games, total, movesPerSecond) {
      remember(moments, { done: games, seconds: (performance.now() - started) / 1000 });
      const seconds = secondsLeft(moments, total);
      const left = seconds === undefined ? '' : `${duration(seconds)} left`;
      shown.draw(() => [
        `${decimal(games)}/${decimal(total)} games`,
        last?.averageScore ? `average ${decimal(last.averageScore)}` : '',
        `${rate(movesPerSecond)} moves/s`,
        left,
        sparkline(condense(averages, CURVE)),
      ]);
    },
    note: shown.printQuiet,
    end: shown.clear,
  };
}
