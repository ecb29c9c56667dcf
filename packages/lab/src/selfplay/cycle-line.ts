// What people see of self-play: a table with one line per cycle (later, one whenever the cycles have grown by a tenth), and on a
// terminal a live status line below it: the current work, the average, and the curve of averages so far.

import { condense, sparkline } from '../terminal/curves.ts';
import { growingTable } from '../terminal/growing-table.ts';
import { decimal, duration, rate } from '../terminal/table.ts';
import type { CycleMetrics, SelfPlayEvents } from './trainer.ts';

export interface CycleLine extends Required<SelfPlayEvents> {
  end(): void;
}

/** The first cycles have a line each, up to this many; then one line whenever the cycles have grown by GROWTH. */
const ALL = 20;
const GROWTH = 1.1;
const CURVE = 30;

export function cycleLine(title: string, out: NodeJS.WriteStream = process.stdout): CycleLine {
  const shown = growingTable(title, out);
  const averages: number[] = [];
  let last: CycleMetrics | undefined;
  let printed = 0;

  const row = (cells: readonly string[]): string => cells.map((cell, i) => cell.padStart(i < 2 ? 8 : 10)).join('');
  const number = (value: number | null | undefined, digits = 0): string =>
    value === null || value === undefined ? '–' : decimal(value, digits);
  shown.printQuiet(row(['cycle', 'games', 'average', 'last 100', 'max', 'loss', 'policy', 'value', 'moves/s', 'time']));

  return {
    onCycle(metrics) {
      last = metrics;
      if (metrics.recentScore !== null) averages.push(metrics.recentScore);
      if (metrics.cycles > ALL && metrics.cycles < printed * GROWTH) return;
      printed = metrics.cycles;
      const cells = [
        decimal(metrics.cycles),
        decimal(metrics.games),
        number(metrics.averageScore),
        number(metrics.recentScore),
        metrics.maxScore > 0 ? decimal(metrics.maxScore) : '–',
        number(metrics.loss, 3),
        number(metrics.policyLoss, 3),
        number(metrics.valueLoss, 3),
        rate(metrics.movesPerSecond),
        duration(metrics.seconds),
      ];
      const verdict = metrics.kept === undefined ? '' : metrics.kept ? '  kept' : '  restored';
      shown.print(`${row(cells)}${verdict}`);
    },
    onProgress(doing, done, total) {
      const what = doing === 'playing' ? 'moves' : 'batches';
      shown.draw(() => [
        `cycle ${decimal((last?.cycles ?? 0) + 1)}, ${doing}`,
        `${decimal(done)}${total === undefined ? '' : `/${decimal(total)}`} ${what}`,
        last?.recentScore ? `average ${decimal(last.recentScore)}` : '',
        sparkline(condense(averages, CURVE)),
      ]);
    },
    onNote: shown.printQuiet,
    end: shown.clear,
  };
}
