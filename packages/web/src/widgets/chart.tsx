// A chart of curves over games, or whatever a run counts. uPlot draws it, and is loaded with the first chart. Colours follow
// the theme.

import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { axisNumber } from '../shell/numbers.ts';
import { tone } from '../shell/tone.ts';

export interface Curve {
  readonly label: string;
  /** A CSS colour for each theme. */
  readonly colour: { readonly light: string; readonly dark: string };
  readonly values: readonly (number | null)[];
  /** The index of the value that its name is placed beside; by default, after the last. */
  readonly nameAt?: number;
}

interface ChartProps {
  readonly title: string;
  /** The chart in words, for screen readers. */
  readonly summary: string;
  readonly x: readonly number[];
  /** What x counts; games by default. */
  readonly counts?: string;
  /** The label below a place of the horizontal axis, if x is not a count: each whole x has its own. */
  names?(x: number): string;
  readonly curves: readonly Curve[];
  /** The range of the vertical axis; by default, from 0 to the largest value. */
  readonly top?: number;
  /** Whether a curve continues across places where it has no value. */
  readonly joined?: boolean;
  format(value: number): string;
}

export function Chart({ title, summary, x, counts = 'games', names, curves, top, joined = false, format }: ChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const newest = useRef<{ x: readonly number[]; curves: readonly Curve[] }>({ x, curves });
  newest.current = { x, curves };
  const shape = curves.map(({ label }) => label).join();

  useEffect(() => {
    let gone = false;
    let observer: ResizeObserver | undefined;
    let stopColours: (() => void) | undefined;
    void Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]).then(([{ default: UPlot }]) => {
      const element = place.current;
      if (gone || !element) return;
      const size = { width: element.clientWidth, height: element.clientHeight };
      const now = (): readonly Curve[] => newest.current.curves;
      const options = chartOptions(size, { counts, names, curves: now(), now, format, top, joined });
      plot.current = new UPlot(options, dataOf(newest.current), element);
      observer = new ResizeObserver(() =>
        plot.current?.setSize({ width: element.clientWidth, height: element.clientHeight }),
      );
      observer.observe(element);
      stopColours = effect(() => {
        void tone.value;
        plot.current?.redraw(false);
      });
    });
    return () => {
      gone = true;
      observer?.disconnect();
      stopColours?.();
      plot.current?.destroy();
      plot.current = undefined;
    };
  }, [shape]);

  useEffect(() => plot.current?.setData(dataOf(newest.current)), [x, curves]);

  return (
    <figure class="chart">
      <figcaption>{title}</figcaption>
      <div ref={place} class="chart-plot" role="img" aria-label={summary} />
    </figure>
  );
}

function dataOf({ x, curves }: { x: readonly number[]; curves: readonly Curve[] }): uPlot.AlignedData {
  return [x, ...curves.map(({ values }) => values)] as unknown as uPlot.AlignedData;
}

const QUIET = { light: '#6b625a', dark: '#a89e93' };
const LINE = { light: '#e2dad0', dark: '#37322d' };

interface Drawing {
  readonly counts: string;
  readonly names: ((x: number) => string) | undefined;
  readonly curves: readonly Curve[];
  /** The same, with their newest values. */
  now(): readonly Curve[];
  readonly top: number | undefined;
  readonly joined: boolean;
  format(value: number): string;
}

/** Counts are whole numbers, so there is no tick at two and a half. */
const WHOLE_STEPS = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** Fewer points are drawn as dots: two or three do not make a curve. */
const FEW_POINTS = 12;

function chartOptions(
  { width, height }: { width: number; height: number },
  { counts, names, curves, now, format, top, joined }: Drawing,
): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: () => QUIET[tone.peek()],
    grid: { stroke: () => LINE[tone.peek()], width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  const named = curves.length > 1;
  return {
    width,
    height,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 48, 0, 0],
    scales: { x: { time: false }, y: { range: (_plot, _low, high) => [0, top ?? (high > 0 ? high * 1.05 : 1)] } },
    axes: [
      {
        ...axis,
        size: 28,
        space: names ? 48 : 90,
        incrs: WHOLE_STEPS,
        // The last tick says what is counted.
        values: (_plot, splits) =>
          splits.map((n, i) => names?.(n) ?? axisNumber(n) + (i === splits.length - 1 ? ` ${counts}` : '')),
      },
      { ...axis, size: 52, values: (_plot, splits) => splits.map(format) },
    ],
    hooks: { draw: named ? [(plot) => nameCurves(plot, now())] : [] },
    series: [
      {},
      ...curves.map(({ label, colour }): uPlot.Series => ({
        label,
        stroke: () => colour[tone.peek()],
        width: 2,
        spanGaps: joined,
        points: { show: (plot) => plot.data[0].length < FEW_POINTS, size: 6, fill: () => colour[tone.peek()] },
      })),
    ],
  };
}

const NAME_HEIGHT = 14;

/** Each curve's name at its end, moved apart if they would overlap. */
function nameCurves(plot: uPlot, curves: readonly Curve[]): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.font = `600 ${12 * scale}px system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  const ends = curves.flatMap(({ label, colour, nameAt }, i) => {
    if (nameAt !== undefined) {
      nameBeside(plot, i, nameAt, label, colour[tone.peek()]);
      return [];
    }
    const values = (plot.data[i + 1] ?? []) as readonly (number | null | undefined)[];
    const value = values.findLast((point) => point !== null && point !== undefined);
    return value === null || value === undefined ? [] : [{ label, colour, y: plot.valToPos(value, 'y', true) }];
  });
  ends.sort((a, b) => a.y - b.y);
  const apart = NAME_HEIGHT * scale;
  for (let i = 1; i < ends.length; i++) ends[i]!.y = Math.max(ends[i]!.y, ends[i - 1]!.y + apart);
  const lowest = bbox.top + bbox.height;
  for (let i = ends.length - 1, limit = lowest; i >= 0; i--, limit -= apart) ends[i]!.y = Math.min(ends[i]!.y, limit);
  for (const { label, colour, y } of ends) {
    ctx.fillStyle = colour[tone.peek()];
    ctx.fillText(label, bbox.left + bbox.width + 6 * scale, y);
  }
  ctx.restore();
}

/** To the right of a point, above the line that falls from it. */
function nameBeside(plot: uPlot, curve: number, at: number, label: string, colour: string): void {
  const [x, y] = [plot.data[0][at], plot.data[curve + 1]?.[at]];
  if (x === undefined || y === null || y === undefined) return;
  const scale = devicePixelRatio;
  plot.ctx.fillStyle = colour;
  plot.ctx.fillText(label, plot.valToPos(x, 'x', true) + 9 * scale, plot.valToPos(y, 'y', true) + 1 * scale);
}
