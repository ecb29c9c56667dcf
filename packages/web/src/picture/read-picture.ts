// Reads a board from a picture: finds its grid, then reads each cell by its number and, if the palette is known, by
// its colour. A cell where the two disagree, or where two numbers look alike, is uncertain. Everything happens in the page.

import type { Board, Game } from 'afterstate';
import { findGrid, frameColours, type Grid, type Span } from './find-grid.ts';
import { nearness, type Palette, paletteOf } from './palettes.ts';
import { type Colour, type Pixels, pixelsOf } from './pixels.ts';
import { likeness, type Shape, shapeOf } from './read-number.ts';

export interface ReadPicture {
  /** The picture's width divided by its height. */
  readonly aspect: number;
  readonly board: Board;
  /** The cells that a person should check. */
  readonly doubtful: readonly number[];
  /** Where the board is, as shares of the picture's width and height: left, top, width, height. */
  readonly place: readonly [number, number, number, number];
}

/** Undefined if the picture shows no board; throws if the browser cannot show the picture. */
export async function readPicture(picture: Blob, game: Game): Promise<ReadPicture | undefined> {
  const pixels = await pixelsOf(picture);
  const grid = findGrid(pixels, game);
  if (!grid) return undefined;
  const palette = paletteOf(game.name, frameColours(pixels, grid));
  const cells = grid.rows.flatMap((row) => grid.columns.map((column) => readCell(pixels, column, row, game, palette)));
  return {
    aspect: pixels.width / pixels.height,
    board: cells.map(({ exponent }) => exponent),
    doubtful: cells.flatMap(({ sure }, cell) => (sure ? [] : [cell])),
    place: placeOf(grid, pixels),
  };
}

/** Including the frame around the cells. */
function placeOf({ columns, rows }: Grid, { width, height }: Pixels): ReadPicture['place'] {
  const gapX = columns[1]![0] - columns[0]![1];
  const gapY = rows[1]![0] - rows[0]![1];
  const left = Math.max(0, columns[0]![0] - gapX);
  const top = Math.max(0, rows[0]![0] - gapY);
  const right = Math.min(width, columns.at(-1)![1] + gapX);
  const bottom = Math.min(height, rows.at(-1)![1] + gapY);
  return [left / width, top / height, (right - left) / width, (bottom - top) / height];
}

interface ReadCell {
  readonly exponent: number;
  readonly sure: boolean;
}

/** A number is certain from this likeness up, if no other comes close. */
const LIKE = 0.7;
const AHEAD = 0.08;
/** What an exact colour adds to the likeness of its number. */
const COLOUR_WEIGHT = 0.5;

function readCell(pixels: Pixels, column: Span, row: Span, game: Game, palette: Palette | undefined): ReadCell {
  const ground = groundOf(pixels, column, row);
  const shape = numberOf(pixels, column, row, ground);
  if (!shape) return { exponent: 0, sure: true };
  const found = Array.from({ length: game.maxExponent }, (_, i) => {
    const like = likeness(shape, game.tile(i + 1));
    return { exponent: i + 1, like, total: like + COLOUR_WEIGHT * (palette ? nearness(palette, i + 1, ground) : 0) };
  }).sort((a, b) => b.total - a.total);
  const [best, second] = found as [(typeof found)[number], (typeof found)[number]];
  return { exponent: best.exponent, sure: best.like >= LIKE && best.total - second.total >= AHEAD };
}

/** The colour beside the number: the median of what is seen above it. */
function groundOf({ width, data }: Pixels, column: Span, row: Span): Colour {
  const [left, right] = within(column, 0.15);
  const [top, bottom] = [at(row, 0.12), at(row, 0.22)];
  const channels: [number[], number[], number[]] = [[], [], []];
  for (let y = top; y <= bottom; y++)
    for (let x = left; x < right; x++)
      channels.forEach((values, channel) => values.push(data[4 * (width * y + x) + channel]!));
  const [red, green, blue] = channels.map((values) => values.sort((a, b) => a - b)[values.length >> 1]!);
  return [red!, green!, blue!];
}

function at([from, to]: Span, share: number): number {
  return Math.round(from + share * (to - from));
}

function within(span: Span, margin: number): Span {
  return [at(span, margin), at(span, 1 - margin)];
}

/** Colours closer to the ground than this are not ink. */
const FAINT = 30;

/** What differs from the ground in the middle of a cell; undefined if nothing does. */
function numberOf({ width, data }: Pixels, column: Span, row: Span, [red, green, blue]: Colour): Shape | undefined {
  const [left, right] = within(column, 0.03);
  const [top, bottom] = within(row, 0.18);
  const [across, down] = [right - left, bottom - top];
  const ink = new Float32Array(across * down);
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const from = 4 * (width * (top + y) + left + x);
      ink[across * y + x] = Math.hypot(data[from]! - red, data[from + 1]! - green, data[from + 2]! - blue);
    }
  const strong = ink.filter((distance) => distance > FAINT).sort();
  if (strong.length < 0.008 * ink.length) return undefined;
  // Edges are half ink; the stronger part of the rest is the ink itself.
  const full = strong[Math.floor(0.8 * strong.length)]!;
  return shapeOf(
    ink.map((distance) => Math.min(1, distance / full)),
    across,
    down,
  );
}
