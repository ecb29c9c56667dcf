// The figures of a selection: the learning curves of the network after each step, and, as the paper's figures 6 and 7, what the
// best, the mean and the worst candidate of each step reached.

import { mean } from 'afterstate/measure';
import type { Point } from '../measure/figure.ts';
import { drawFigure } from '../measure/figure.ts';
import type { Selection } from './selection.ts';

export function drawCurves({ settings, steps }: Selection): string {
  const { seeds, game } = settings;
  return drawFigure({
    title: `${game}: the network after each step`,
    x: { label: 'games', fromZero: true },
    y: { label: seeds === 1 ? 'average score' : 'average score, 95% interval over seeds', fromZero: true },
    series: steps.map(({ tuples, curve }) => ({
      name: tuples === 1 ? '1 tuple' : `${tuples} tuples`,
      points: curve.map(({ games, mean: y, ci95 }): Point => ({ x: games, y, interval: bounded(ci95) })),
    })),
  });
}

export function drawSteps({ settings, unit, steps }: Selection): string {
  const series = (name: string, of: (means: readonly number[]) => number) => ({
    name,
    points: steps.map(({ tuples, candidates }): Point => ({
      x: tuples,
      y: of(candidates.filter(({ games }) => games === settings.games).map((candidate) => candidate.mean)),
    })),
  });
  return drawFigure({
    title: `${settings.game}: candidates of each step`,
    x: { label: 'tuples', fromZero: true, whole: true },
    y: { label: unit, fromZero: true },
    series: [
      series('best', (means) => Math.max(...means)),
      series('mean', (means) => mean(means)),
      series('worst', (means) => Math.min(...means)),
    ],
  });
}

/** The interval of two seeds may be wider than any axis; points are never negative. */
function bounded(ci95: readonly [number, number] | null): readonly [number, number] | undefined {
  return ci95 ? [Math.max(0, ci95[0]), ci95[1]] : undefined;
}
