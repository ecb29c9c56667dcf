// What people see of a supervised training: a table that gains a line whenever the actions have grown by a tenth and at every
// test play, and on a terminal a live status line below it.

import { bar } from '../terminal/curves.ts';
import { growingTable } from '../terminal/growing-table.ts';
import { decimal, duration, rate } from '../terminal/table.ts';
import type { FitEvents, FitMetrics } from './fit.ts';

/** The table gains a line whenever the actions have grown by this factor. */
const GROWTH = 1.1;
/** How much of the live line's loss and accuracy each step keeps. */
const SMOOTH = 0.98;

export interface FitLine extends Required<FitEvents> {
  end(): void;
}

export function fitLine(title: string, kind: 'accuracy' | 'error', out: NodeJS.WriteStream = process.stdout): FitLine {
  const shown = growingTable(title, out);
  const started = performance.now();
  let from: number | undefined;
  let printed = 0;
  let smooth: { loss: number; other: number } | undefined;

  const other = (value: number | undefined): string =>
    value === undefined ? '' : kind === 'accuracy' ? `${(value * 100).toFixed(2)}%` : decimal(value);
  const row = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => cell.padStart(i === 0 ? 13 : 10))
      .join(' ')
      .trimEnd();

  shown.printQuiet(
    row(['actions', 'loss', kind, 'test loss', `test ${kind}`.slice(0, 10), 'actions/s', 'score', 'max']),
  );
  return {
    onBlock(metrics: FitMetrics, total) {
      if (metrics.actions < printed * GROWTH && metrics.actions < total && metrics.averageScore === undefined) return;
      printed = metrics.actions;
      shown.print(
        row([
          decimal(metrics.actions),
          metrics.loss.toFixed(4),
          other(metrics[kind]),
          metrics.testLoss?.toFixed(4) ?? '',
          other(kind === 'accuracy' ? metrics.testAccuracy : metrics.testError),
          rate(metrics.actionsPerSecond),
          metrics.averageScore === undefined ? '' : decimal(metrics.averageScore),
          metrics.maxScore === undefined ? '' : decimal(metrics.maxScore),
        ]),
      );
    },
    onStep(actions, total, measures) {
      const now = { loss: measures['loss']!, other: measures[kind]! };
      const mix = (old: number, value: number): number => SMOOTH * old + (1 - SMOOTH) * value;
      const { loss, other: rest } = (smooth = smooth
        ? { loss: mix(smooth.loss, now.loss), other: mix(smooth.other, now.other) }
        : now);
      from ??= actions;
      const perSecond = (actions - from) / ((performance.now() - started) / 1000);
      const left = perSecond > 0 ? `${duration(Math.max(0, total - actions) / perSecond)} left` : '';
      const accuracy = kind === 'accuracy' ? `accuracy ${(rest * 100).toFixed(1)}%` : '';
      shown.draw(() => [
        `${bar(actions / total, 16)} ${decimal(actions)}/${decimal(total)} actions`,
        `loss ${loss.toFixed(4)}`,
        accuracy,
        `${rate(perSecond)}/s`,
        left,
      ]);
    },
    onPlay(games, total) {
      shown.draw(() => [`test plays: ${decimal(games)}/${decimal(total)} games`]);
    },
    onNote: shown.printQuiet,
    end: shown.clear,
  };
}
