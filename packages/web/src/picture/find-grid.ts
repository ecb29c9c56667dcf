// Finds the board in a picture: squares of one size in evenly spaced rows and columns. It assumes nothing about colours, so
// it also finds boards of other pages and themes. Looking for the frame was refused: on the classic page large tiles
// glow, and the glow hides it.

import type { Shape } from 'afterstate';
import { type Colour, colourAt, type Pixels } from './pixels.ts';
import { type Square, squaresOf } from './regions.ts';

/** From the first pixel to one past the last. */
export type Span = readonly [from: number, to: number];

export interface Grid {
  /** Of the cells, from left to right. */
  readonly columns: readonly Span[];
  /** Of the cells, from top to bottom. */
  readonly rows: readonly Span[];
}

/** A square and its place in a lattice. */
interface Placed {
  readonly square: Square;
  readonly column: number;
  readonly row: number;
}

/** Empty cells and frames are almost the same colour in dark themes; a tile beside a glowing one has many colours. */
const TOLERANCES = [7, 16, 32];
/** How far apart neighbours are, in widths. */
const LEAST_STEP = 1.01;
const MOST_STEP = 1.45;
/** The share of a board's cells that must be seen as squares. */
const LEAST_SEEN = 0.5;

export function findGrid(pixels: Pixels, shape: Shape): Grid | undefined {
  const squares = TOLERANCES.flatMap((tolerance) => squaresOf(pixels, tolerance));
  let best: readonly Placed[] = [];
  for (const anchor of squares)
    for (const step of stepsFrom(anchor, squares)) {
      const placed = boardIn(latticeOf(anchor, step, squares), shape);
      if (placed && worth(placed) > worth(best)) best = placed;
    }
  if (best.length === 0) return undefined;
  const spans = (
    count: number,
    place: (one: Placed) => number,
    from: (one: Square) => number,
    side: (one: Square) => number,
  ) => {
    const starts = lineThrough(best.map((one) => [place(one), from(one.square)]));
    const ends = lineThrough(best.map((one) => [place(one), from(one.square) + side(one.square)]));
    return Array.from({ length: count }, (_, i): Span => [Math.round(starts(i)), Math.round(ends(i))]);
  };
  return {
    columns: spans(
      shape.columns,
      ({ column }) => column,
      ({ left }) => left,
      ({ width }) => width,
    ),
    rows: spans(
      shape.rows,
      ({ row }) => row,
      ({ top }) => top,
      ({ height }) => height,
    ),
  };
}

/** More cells seen is better, and among equals the larger board. */
function worth(placed: readonly Placed[]): number {
  const cells = new Set(placed.map(({ column, row }) => `${column} ${row}`)).size;
  return cells + Math.min(0.99, (placed[0]?.square.width ?? 0) / 10_000);
}

function isAlike(a: Square, b: Square): boolean {
  return (
    Math.abs(a.width - b.width) <= Math.max(3, 0.12 * a.width) &&
    Math.abs(a.height - b.height) <= Math.max(3, 0.12 * a.height)
  );
}

/** The distances to the neighbours on the right. */
function stepsFrom(anchor: Square, squares: readonly Square[]): number[] {
  return squares
    .filter((other) => isAlike(anchor, other) && Math.abs(other.top - anchor.top) <= 0.1 * anchor.height)
    .map((other) => other.left - anchor.left)
    .filter((step) => step >= LEAST_STEP * anchor.width && step <= MOST_STEP * anchor.width);
}

/** All squares that lie on the points of a lattice. */
function latticeOf(anchor: Square, step: number, squares: readonly Square[]): Placed[] {
  return squares.flatMap((square) => {
    if (!isAlike(anchor, square)) return [];
    const across = (square.left + square.width / 2 - anchor.left - anchor.width / 2) / step;
    const down = (square.top + square.height / 2 - anchor.top - anchor.height / 2) / step;
    const [column, row] = [Math.round(across), Math.round(down)];
    const off = Math.max(Math.abs(across - column), Math.abs(down - row));
    return off <= 0.1 ? [{ square, column, row }] : [];
  });
}

/** The board-sized part of a lattice, with its columns and rows counted from 0. */
function boardIn(placed: readonly Placed[], { rows, columns }: Shape): readonly Placed[] | undefined {
  const [firstColumn, lastColumn] = rangeOf(
    placed.map(({ column }) => column),
    columns,
  );
  const [firstRow, lastRow] = rangeOf(
    placed.map(({ row }) => row),
    rows,
  );
  if (lastColumn - firstColumn !== columns - 1 || lastRow - firstRow !== rows - 1) return undefined;
  const inside = placed.flatMap(({ square, column, row }) =>
    column < firstColumn || column > lastColumn || row < firstRow || row > lastRow
      ? []
      : [{ square, column: column - firstColumn, row: row - firstRow }],
  );
  const seen = new Set(inside.map(({ column, row }) => columns * row + column)).size;
  return seen >= LEAST_SEEN * rows * columns ? inside : undefined;
}

/** The first and last number; a single one further out, such as a button beside the board, does not count if there are too many. */
function rangeOf(numbers: readonly number[], most: number): readonly [number, number] {
  const often = (n: number): number => numbers.filter((other) => other === n).length;
  let [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  while (last - first >= most && often(first) <= TOLERANCES.length) first++;
  while (last - first >= most && often(last) <= TOLERANCES.length) last--;
  return [first, last];
}

/** The least-squares line through points. */
function lineThrough(points: readonly (readonly [x: number, y: number])[]): (x: number) => number {
  const mean = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
  const [x0, y0] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const slope =
    points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0) / points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
  return (x) => y0 + slope * (x - x0);
}

/** The colours where the frame shows between four cells; some are in the glow of a tile. */
export function frameColours(pixels: Pixels, { columns, rows }: Grid): Colour[] {
  const between = (spans: readonly Span[]): number[] =>
    spans.slice(1).map(([from], i) => Math.floor((spans[i]![1] + from) / 2));
  return between(rows).flatMap((y) => between(columns).map((x) => colourAt(pixels, x, y)));
}
