// A figure as SVG: series of points with x, y and perhaps an interval, two axes with labels, a legend. Plain text without a
// dependency: the same figure gives the same bytes wherever it is drawn, and a browser, GitHub and a printed page can show it. The
// colours are those of Okabe and Ito, which people with any colour vision can tell apart; the paper is white even in dark
// surroundings.

import type { Interval } from 'afterstate/measure';
import type { Box } from './figure-labels.ts';
import { placeLabels } from './figure-labels.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly interval?: Interval | undefined;
  /** Text next to the point. */
  readonly label?: string;
}

export interface Series {
  /** The name in the legend; a series without a name is not listed. */
  readonly name?: string;
  readonly points: readonly Point[];
  /** Points joined by a line (the default), or separate. */
  readonly draw?: 'line' | 'points';
  /** Published by others: grey, with a dashed line and hollow points. */
  readonly isPublished?: boolean;
  /** A level to compare ours with: a dashed line without points, reusing the colours of ours. */
  readonly isLevel?: boolean;
}

export interface Axis {
  readonly label: string;
  readonly scale?: 'linear' | 'log';
  /** Whether the axis begins at 0, on a linear scale. */
  readonly fromZero?: boolean;
  /** Whether its ticks are whole numbers. */
  readonly whole?: boolean;
  /** Words instead of numbers, by whole value. */
  readonly names?: Readonly<Record<number, string>>;
}

export interface Figure {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
}

const [WIDTH, HEIGHT] = [720, 440];
const PLOT = { left: 76, right: 24, top: 44, bottom: 56 };
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000', '#8c6d1f'];
const PUBLISHED = '#767676';
/** The average width of a letter; a little more, since fonts differ. */
const LETTER = 6.6;
const LEGEND = { line: 17, narrowest: 150, widest: 260 };
/** Words below the axis that are too wide for their place are slanted by 40 degrees: how far they reach left and down. */
const SLANT = { left: Math.cos((40 * Math.PI) / 180), down: Math.sin((40 * Math.PI) / 180) };
/** If a series has more points, only its line is drawn. */
const MOST_MARKERS = 24;

interface Scale {
  readonly ticks: readonly number[];
  /** A value as a share of the axis, 0 to 1. */
  at(value: number): number;
}

export function drawFigure({ title, x, y, series }: Figure): string {
  const points = series.flatMap((one) => one.points);
  if (points.length === 0) throw new RangeError('a figure needs points');
  const named = series.filter(({ name }) => name !== undefined);
  const right = PLOT.right + (named.length > 1 ? legendWidth(named) : 0);
  const widths = Object.values(x.names ?? {}).map((word) => LETTER * word.length);
  const slot = (WIDTH - PLOT.left - right) / widths.length;
  const isSlanted = widths.some((width) => width > slot - 4);
  // Room for the first word on the left, beyond its own place, and for the longest word below.
  const left = isSlanted ? Math.round(Math.max(PLOT.left, SLANT.left * widths[0]! - 0.4 * slot)) : PLOT.left;
  const height =
    HEIGHT +
    (isSlanted ? Math.max(0, Math.round(SLANT.down * Math.max(...widths) - 10 + (x.label === '' ? 0 : 20))) : 0);
  const across = scaleOf(
    x,
    points.map((point) => point.x),
  );
  const up = scaleOf(
    y,
    points.flatMap((point) => [point.y, ...(point.interval ?? [])]),
  );
  const place = {
    x: (value: number): number => left + across.at(value) * (WIDTH - left - right),
    y: (value: number): number => HEIGHT - PLOT.bottom - up.at(value) * (HEIGHT - PLOT.top - PLOT.bottom),
  };
  const [end, base] = [WIDTH - right, HEIGHT - PLOT.bottom];
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${escape(title)}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    text(left, 26, title, 'font-size="15" font-weight="600"'),
    ...up.ticks.flatMap((tick) => [
      line([left, place.y(tick)], [end, place.y(tick)], '#e3e3e3'),
      text(left - 8, place.y(tick) + 4, numberText(tick), 'text-anchor="end" fill="#555"'),
    ]),
    ...across.ticks.flatMap((tick) => [
      line([place.x(tick), base], [place.x(tick), base + 5], '#888'),
      isSlanted
        ? `<text transform="translate(${fixed(place.x(tick) + 5)} ${base + 17}) rotate(-40)" text-anchor="end" fill="#555">${escape(x.names![tick] ?? '')}</text>`
        : text(place.x(tick), base + 19, x.names?.[tick] ?? numberText(tick), 'text-anchor="middle" fill="#555"'),
    ]),
    line([left, base], [end, base], '#888'),
    text((left + end) / 2, height - 14, x.label, 'text-anchor="middle"'),
    `<text transform="translate(${left - PLOT.left + 14} ${fixed((PLOT.top + base) / 2)}) rotate(-90)" text-anchor="middle">${escape(y.label)}</text>`,
    ...series.flatMap((one, i) => drawSeries(one, colourOf(series, i), place)),
    ...drawLabels(series, place, { left, right: end, top: PLOT.top - 12, bottom: base }),
    ...(named.length > 1 ? legend(series, end + 16) : []),
    '</svg>',
  ];
  return `${lines.join('\n')}\n`;
}

interface Place {
  x(value: number): number;
  y(value: number): number;
}

/** A single published series is grey; several, and levels, use the colours of ours in the same order, and differ by their dashes. */
function colourOf(series: readonly Series[], index: number): string {
  const { isPublished = false, isLevel = false } = series[index]!;
  const alike = series.filter(
    (one) => (one.isPublished ?? false) === isPublished && (one.isLevel ?? false) === isLevel,
  );
  if (isPublished && alike.length === 1) return PUBLISHED;
  return COLOURS[alike.indexOf(series[index]!) % COLOURS.length]!;
}

function drawSeries(
  { points, draw = 'line', isPublished = false, isLevel = false }: Series,
  colour: string,
  place: Place,
): string[] {
  const path = points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${fixed(place.x(x))} ${fixed(place.y(y))}`).join('');
  const few = !isLevel && (draw === 'points' || points.length <= MOST_MARKERS);
  const withInterval = points.filter((point) => point.interval !== undefined);
  // A band if points are dense, bars if they are far apart.
  const band = [
    ...withInterval.map(({ x, interval }) => `${fixed(place.x(x))},${fixed(place.y(interval![1]))}`),
    ...withInterval.toReversed().map(({ x, interval }) => `${fixed(place.x(x))},${fixed(place.y(interval![0]))}`),
  ];
  return [
    ...(!few && withInterval.length > 1
      ? [`<polygon points="${band.join(' ')}" fill="${colour}" fill-opacity="0.15"/>`]
      : []),
    ...(draw === 'line'
      ? [
          `<path d="${path}" fill="none" stroke="${colour}" stroke-width="1.8"${isPublished || isLevel ? ' stroke-dasharray="6 4"' : ''}/>`,
        ]
      : []),
    ...(few ? withInterval.flatMap(({ x, interval }) => bar(place.x(x), interval!.map(place.y), colour)) : []),
    ...(few ? points.map(({ x, y }) => marker(place.x(x), place.y(y), colour, isPublished)) : []),
  ];
}

/** The labels of all points, each where it covers nothing, if possible. */
function drawLabels(series: readonly Series[], place: Place, bounds: Box): string[] {
  const points = series.filter(({ isLevel }) => !isLevel).flatMap((one) => one.points);
  const labelled = points.flatMap(({ x, y, label }) =>
    label === undefined ? [] : [{ x: place.x(x), y: place.y(y), text: label }],
  );
  if (labelled.length === 0) return [];
  const drawn = points.flatMap(({ x, y, interval }): Box[] => {
    const [at, middle] = [place.x(x), place.y(y)];
    const [low, high] = (interval ?? []).map(place.y);
    return [
      { left: at - 4, right: at + 4, top: middle - 4, bottom: middle + 4 },
      ...(low === undefined || high === undefined ? [] : [{ left: at - 4, right: at + 4, top: high, bottom: low }]),
    ];
  });
  return placeLabels(labelled, drawn, bounds).flatMap(({ x, y, anchor, isAway }, i) => {
    const of = labelled[i]!;
    return [
      ...(isAway ? [line([of.x, of.y], [x, y < of.y ? y + 3 : y - 9], '#999')] : []),
      text(x, y, of.text, `font-size="11"${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}`),
    ];
  });
}

function marker(x: number, y: number, colour: string, isHollow: boolean): string {
  const paint = isHollow ? `fill="#fff" stroke="${colour}" stroke-width="1.6"` : `fill="${colour}"`;
  return `<circle cx="${fixed(x)}" cy="${fixed(y)}" r="3.5" ${paint}/>`;
}

function bar(x: number, ends: readonly number[], colour: string): string[] {
  const [low, high] = ends as [number, number];
  return [
    line([x, low], [x, high], colour),
    line([x - 4, low], [x + 4, low], colour),
    line([x - 4, high], [x + 4, high], colour),
  ];
}

function legendWidth(series: readonly Series[]): number {
  const longest = Math.max(...series.map(({ name = '' }) => name.length));
  return Math.min(LEGEND.widest, Math.max(LEGEND.narrowest, 46 + LETTER * longest));
}

function legend(series: readonly Series[], x: number): string[] {
  return series
    .flatMap((one, i) => (one.name === undefined ? [] : [{ ...one, colour: colourOf(series, i) }]))
    .flatMap(({ name = '', draw = 'line', isPublished = false, isLevel = false, colour }, i) => {
      const y = PLOT.top + 8 + LEGEND.line * i;
      const dashes = isPublished || isLevel ? ' stroke-dasharray="5 3"' : '';
      return [
        draw === 'points'
          ? marker(x + 9, y, colour, isPublished)
          : `<line x1="${x}" y1="${y}" x2="${x + 18}" y2="${y}" stroke="${colour}" stroke-width="3"${dashes}/>`,
        text(x + 24, y + 4, name),
      ];
    });
}

/** The scale of an axis over values, with ticks at round numbers. */
export function scaleOf(axis: Axis, values: readonly number[]): Scale {
  const { scale = 'linear', fromZero = false, whole = false, names } = axis;
  let low = Math.min(...values);
  let high = Math.max(...values);
  if (scale === 'log') {
    if (!(low > 0)) throw new RangeError(`a logarithmic axis has no ${low}`);
    [low, high] = [10 ** Math.floor(Math.log10(low)), 10 ** Math.ceil(Math.log10(high * 1.0001))];
    const decades = Math.round(Math.log10(high / low));
    const ticks = Array.from({ length: decades + 1 }, (_, i) => low * 10 ** i);
    return { ticks, at: (value) => Math.log10(value / low) / decades };
  }
  if (names) {
    const ticks = Object.keys(names).map(Number);
    const [first, last] = [Math.min(...ticks), Math.max(...ticks)];
    return { ticks, at: (value) => (value - first + 0.5) / (last - first + 1) };
  }
  if (fromZero) low = Math.min(0, low);
  if (low === high) [low, high] = [low - 1, high + 1];
  const step = Math.max(roundStep((high - low) / 5), whole ? 1 : 0);
  const [first, last] = [Math.floor(low / step), Math.ceil(high / step)];
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
  return { ticks, at: (value) => (value / step - first) / (last - first) };
}

/** 1, 2 or 5 times a power of ten, at least as large. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * 0.9999)!;
}

function numberText(value: number): string {
  if (Math.abs(value) >= 1e6) return `${plain(value / 1e6)}M`;
  return plain(value);
}

function plain(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 6 });
}

function line([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number], colour: string): string {
  return `<line x1="${fixed(x1)}" y1="${fixed(y1)}" x2="${fixed(x2)}" y2="${fixed(y2)}" stroke="${colour}"/>`;
}

function text(x: number, y: number, content: string, attributes = ''): string {
  return `<text x="${fixed(x)}" y="${fixed(y)}"${attributes && ` ${attributes}`}>${escape(content)}</text>`;
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Labels come from tables, where backticks mark code; a figure has no such letters. */
function escape(content: string): string {
  return content.replaceAll('`', '').replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
}
