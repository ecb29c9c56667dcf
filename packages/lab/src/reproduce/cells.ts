// Parts of tables and figures that many recipes share: the cells of a measurement, and the figure that puts means side by side.

import { mean, meanInterval, wilson } from 'afterstate/measure';
import type { Figure, Point, Series } from '../measure/figure.ts';
import type { BlockMetrics } from '../learn/trainer.ts';
import type { Evaluated } from './recipe.ts';
import type { Cell, Column, Line, Row, Table } from './table.ts';

/** The columns of He's tables, and of most measurements. */
export const SCORE_COLUMNS: readonly Column[] = [
  { key: 'games', label: 'games' },
  { key: 'mean', label: 'mean', format: 'tenths' },
  { key: 'deviation', label: 'deviation', format: 'tenths' },
  { key: 'median', label: 'median' },
  { key: 'min', label: 'minimum' },
  { key: 'max', label: 'maximum' },
];

export function scoreCells(m: Evaluated): Record<string, Cell> {
  return {
    games: m.games,
    mean: { value: m.averageScore, ci95: m.averageScoreCI95 },
    ...(m.deviation !== null && { deviation: m.deviation }),
    median: { value: m.medianScore, ci95: m.medianScoreCI95 },
    min: m.minScore,
    max: m.maxScore,
  };
}

/** The rate of reaching a tile: 0 if no game came near it. */
export function reachCell({ reach, games }: Evaluated, tile: number): Cell {
  const found = reach[tile];
  if (found) return { value: found.rate, ci95: found.ci95 };
  return { value: 0, ci95: wilson(0, games) };
}

/** Yeh's "maximum score": the mean of the maxima of every 100 games, with its interval; of fewer games there is none. */
export function maximaOf100({ scores }: Evaluated): Cell | undefined {
  const maxima: number[] = [];
  for (let i = 0; i + 100 <= scores.length; i += 100) maxima.push(Math.max(...scores.slice(i, i + 100)));
  if (maxima.length === 0) return undefined;
  return { value: mean(maxima), ci95: meanInterval(maxima) ?? null };
}

/** A published number with its ±. */
export function plusMinus(value: number, half: number): Cell {
  return { value, ci95: [value - half, value + half] };
}

/** A published rate with its ±, both in per cent; a rate is neither negative nor above 1. */
export function ratePlusMinus(percent: number, half: number): Cell {
  const ends = [percent - half, percent + half].map((end) => Math.min(1, Math.max(0, end / 100)));
  return { value: percent / 100, ci95: [ends[0]!, ends[1]!] };
}

/** A training's metrics as curves, one for each phase that teaches. */
export function learningCurves(
  name: string,
  metrics: readonly BlockMetrics[],
  key: 'averageScore' | 'maxScore',
): Series[] {
  const phases = [...new Set(metrics.map(({ phase }) => phase))].filter((phase) => !phase.startsWith('boards'));
  return phases.map((phase) => {
    const lines = metrics.filter((line) => line.phase === phase && line.averageScore !== null);
    const before = metrics.find((line) => line.phase === phase)!;
    const start = metrics[metrics.indexOf(before) - 1]?.games ?? 0;
    const points = condensed(
      lines.map((line) => ({ x: line.games - start, y: Number(line[key]) })),
      60,
      key === 'maxScore',
    );
    return { name: phases.length > 1 ? `${name}, ${phase}` : name, points };
  });
}

/** At most this many points: each the mean of its share, or the largest. */
function condensed(points: readonly Point[], most: number, isMax: boolean): Point[] {
  if (points.length <= most) return [...points];
  return Array.from({ length: most }, (_, i) => {
    const part = points.slice(Math.floor((i * points.length) / most), Math.floor(((i + 1) * points.length) / most));
    const ys = part.map(({ y }) => y);
    return { x: part.at(-1)!.x, y: isMax ? Math.max(...ys) : mean(ys) };
  });
}

export function speedCell({ movesPerSecond }: Evaluated): Cell {
  return Math.round(movesPerSecond);
}

export function numberIn(cell: Cell | undefined): number | undefined {
  return typeof cell === 'object' ? cell.value : typeof cell === 'number' ? cell : undefined;
}

export function pointAt(x: number, cell: Cell | undefined): Point | undefined {
  const y = numberIn(cell);
  if (y === undefined) return undefined;
  const ci95 = typeof cell === 'object' ? cell.ci95 : null;
  return ci95 ? { x, y, interval: ci95 } : { x, y };
}

/** One column of tables: the paper's numbers and each of our lines, one place per row. */
export function sideBySide(tables: readonly Table[], key: string, title: string, label: string): Figure {
  const rows = tables.flatMap((table) => table.rows);
  const names = [...new Set(rows.flatMap((row) => row.ours.map((line) => line.label)))];
  // Side by side, so that intervals do not cover each other.
  const shift = (place: number): number => (place - names.length / 2) * Math.min(0.12, 0.6 / (names.length + 1));
  const series = (
    name: string,
    line: (row: Row) => Line['cells'] | undefined,
    published: boolean,
    place: number,
  ): Series => ({
    name,
    draw: 'points',
    isPublished: published,
    points: rows.flatMap((row, i) => pointAt(i + 1 + shift(place), line(row)?.[key]) ?? []),
  });
  return {
    title,
    x: { label: '', names: Object.fromEntries(rows.map((row, i) => [i + 1, row.label])) },
    y: { label, fromZero: true },
    series: [
      series('paper', (row) => row.paper, true, 0),
      ...names.map((name, i) =>
        series(name, (row) => row.ours.find((line) => line.label === name)?.cells, false, i + 1),
      ),
    ],
  };
}
