// What a person sees of a training: a table that grows by a line after each tenth more games, and on a terminal below it
// one line that lives: games, the average, speed, time left, and the curve of averages so far.

import { paintFor } from '../terminal/colour.ts';
import { sparkline } from '../terminal/curves.ts';
import { decimal, duration, rate } from '../terminal/table.ts';
import type { BlockMetrics } from './run-folder.ts';

export interface TrainingLine {
  block(metrics: BlockMetrics, done: number, total: number): void;
  progress(games: number, total: number, movesPerSecond: number): void;
  note(text: string): void;
  end(): void;
}

/** A line of the table for each time the games have grown by this. */
const GROWTH = 1.1;
const CURVE = 24;

export function trainingLine(title: string, out: NodeJS.WriteStream = process.stdout): TrainingLine {
  const { bold, dim } = paintFor(out);
  const averages: number[] = [];
  let last: BlockMetrics | undefined;
  let printed = 0;
  let tiles: string[] = [];
  const started = performance.now();
  let startGames: number | undefined;

  const clear = (): void => {
    if (out.isTTY) out.write('\r\x1b[K');
  };
  const row = (cells: readonly string[]): string =>
    cells.map((cell, i) => (i === 0 ? cell.padStart(11) : cell.padStart(i < 4 ? 9 : 7))).join(' ');
  const heading = (names: readonly string[]): string => dim(row(['games', 'average', 'max', 'moves/s', ...names]));
  out.write(`${bold(title)}\n`);

  return {
    block(metrics, done, total) {
      last = metrics;
      if (metrics.averageScore !== null) averages.push(metrics.averageScore);
      if (done < printed * GROWTH && done < total) return;
      printed = done;
      clear();
      // The tiles worth a column: those that some games make and not all, up to the largest there is.
      const names = Object.keys(metrics.reach).slice(-5);
      if (names.join() !== tiles.join()) out.write(`${heading(names)}\n`);
      tiles = names;
      out.write(
        `${row([
          decimal(metrics.games),
          metrics.averageScore === null ? '–' : decimal(metrics.averageScore),
          decimal(metrics.maxScore),
          rate(metrics.movesPerSecond),
          ...names.map((tile) => `${((metrics.reach[tile] ?? 0) * 100).toFixed(1)}%`),
        ])}\n`,
      );
    },
    progress(games, total, movesPerSecond) {
      if (!out.isTTY) return;
      startGames ??= games;
      const perSecond = (games - startGames) / ((performance.now() - started) / 1000);
      const left = perSecond > 0 ? `${duration((total - games) / perSecond)} left` : '';
      const text = [
        `${decimal(games)}/${decimal(total)} games`,
        last?.averageScore ? `average ${decimal(last.averageScore)}` : '',
        `${rate(movesPerSecond)} moves/s`,
        left,
        sparkline(condense(averages, CURVE)),
      ];
      out.write(
        `\r${text
          .filter(Boolean)
          .join('  ')
          .slice(0, (out.columns || 80) - 1)}\x1b[K`,
      );
    },
    note(text) {
      clear();
      out.write(`${dim(text)}\n`);
    },
    end: clear,
  };
}

/** At most so many values, each the mean of its share. */
function condense(values: readonly number[], most: number): number[] {
  if (values.length <= most) return [...values];
  return Array.from({ length: most }, (_, i) => {
    const part = values.slice(Math.floor((i * values.length) / most), Math.floor(((i + 1) * values.length) / most));
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}
