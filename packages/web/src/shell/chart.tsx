// A chart of curves over games, or whatever a run counts, by uPlot, which is only loaded where one is shown. Colours follow the theme.

import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { axisNumber } from './numbers.ts';
import { tone } from './tone.ts';

export interface Curve {
  readonly label: string;
  /** A CSS colour for each theme. */
  readonly colour: { readonly light: string; readonly dark: string };
  readonly values: readonly (number | null)[];
}

interface ChartProps {
  readonly title: string;
  /** The chart in words, for those who do not see it. */
  readonly summary: string;
  readonly x: readonly number[];
  /** What x counts; games unless given. */
  readonly counts?: string;
  readonly curves: readonly Curve[];
  /** The range of the vertical axis; from 0 to the largest value unless given. */
  readonly top?: number;
  format(value: number): string;
}

const HEIGHT = 190;

export function Chart({ title, summary, x, counts = 'games', curves, top, format }: ChartProps) {
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
      const { clientWidth: width } = element;
      const options = chartOptions(width, { counts, curves: newest.current.curves, format, top });
      plot.current = new UPlot(options, dataOf(newest.current), element);
      observer = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height: HEIGHT }));
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
      <div ref={place} role="img" aria-label={summary} style={{ height: `${HEIGHT}px` }} />
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
  readonly curves: readonly Curve[];
  readonly top: number | undefined;
  format(value: number): string;
}

/** What is counted is whole: no tick stands at two and a half. */
const WHOLE_STEPS = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** Fewer points than this are drawn as such: two or three make no curve. */
const FEW_POINTS = 12;

function chartOptions(width: number, { counts, curves, format, top }: Drawing): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: () => QUIET[tone.peek()],
    grid: { stroke: () => LINE[tone.peek()], width: 1 },
    ticks: { show: false },
    font: '12px system-ui, sans-serif',
  };
  const named = curves.length > 1;
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    padding: [8, 48, 0, 0],
    scales: { x: { time: false }, y: { range: (_plot, _low, high) => [0, top ?? (high > 0 ? high * 1.05 : 1)] } },
    axes: [
      {
        ...axis,
        size: 28,
        space: 90,
        incrs: WHOLE_STEPS,
        // The last one says what is counted.
        values: (_plot, splits) => splits.map((n, i) => axisNumber(n) + (i === splits.length - 1 ? ` ${counts}` : '')),
      },
      { ...axis, size: 52, values: (_plot, splits) => splits.map(format) },
    ],
    hooks: { draw: named ? [(plot) => nameCurves(plot, curves)] : [] },
    series: [
      {},
      ...curves.map(({ label, colour }): uPlot.Series => ({
        label,
        stroke: () => colour[tone.peek()],
        width: 2,
        points: { show: (plot) => plot.data[0].length < FEW_POINTS, size: 6, fill: () => colour[tone.peek()] },
      })),
    ],
  };
}

const NAME_HEIGHT = 14;

/** Each curve's name at its end, moved apart where they would lie on each other. */
function nameCurves(plot: uPlot, curves: readonly Curve[]): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const ends = curves.flatMap(({ label, colour }, i) => {
    const values = (plot.data[i + 1] ?? []) as readonly (number | null | undefined)[];
    const value = values.findLast((point) => point !== null && point !== undefined);
    return value === null || value === undefined ? [] : [{ label, colour, y: plot.valToPos(value, 'y', true) }];
  });
  ends.sort((a, b) => a.y - b.y);
  const apart = NAME_HEIGHT * scale;
  for (let i = 1; i < ends.length; i++) ends[i]!.y = Math.max(ends[i]!.y, ends[i - 1]!.y + apart);
  const lowest = bbox.top + bbox.height;
  for (let i = ends.length - 1, limit = lowest; i >= 0; i--, limit -= apart) ends[i]!.y = Math.min(ends[i]!.y, limit);
  ctx.save();
  ctx.font = `600 ${12 * scale}px system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const { label, colour, y } of ends) {
    ctx.fillStyle = colour[tone.peek()];
    ctx.fillText(label, bbox.left + bbox.width + 6 * scale, y);
  }
  ctx.restore();
}
