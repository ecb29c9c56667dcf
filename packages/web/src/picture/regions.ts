// Regions of one colour in a picture, and which of them are square: cells and tiles are, whatever their colours. Each region is filled from
// a point where the picture is flat, so none begins on an edge.

import { apart, colourAt, type Pixels } from './pixels.ts';

/** The box of a region, in pixels. */
export interface Square {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Smaller cells have numbers that nobody can read. */
const LEAST_SIDE = 16;
/** The least share of a cell that is ground; the rest is the number and the corners. */
const LEAST_SHARE = 0.3;

/** The square regions in which no channel differs by more than `tolerance` from where they begin. */
export function squaresOf(pixels: Pixels, tolerance: number): Square[] {
  const { width, height, data } = pixels;
  const seen = new Uint8Array(width * height);
  const open = new Int32Array(width * height);
  const squares: Square[] = [];
  for (let y = 2; y < height - 2; y += 3) {
    for (let x = 2; x < width - 2; x += 3) {
      const start = width * y + x;
      if (seen[start] !== 0 || !isFlat(pixels, x, y)) continue;
      const [red, green, blue] = colourAt(pixels, x, y);
      let [left, right, top, bottom, size, count] = [x, x, y, y, 0, 1];
      const visit = (at: number): void => {
        if (
          seen[at] === 0 &&
          Math.abs(data[4 * at]! - red) <= tolerance &&
          Math.abs(data[4 * at + 1]! - green) <= tolerance &&
          Math.abs(data[4 * at + 2]! - blue) <= tolerance
        ) {
          seen[at] = 1;
          open[count++] = at;
        }
      };
      seen[start] = 1;
      open[0] = start;
      while (count > 0) {
        const at = open[--count]!;
        const column = at % width;
        const row = (at - column) / width;
        size++;
        if (column < left) left = column;
        if (column > right) right = column;
        if (row < top) top = row;
        if (row > bottom) bottom = row;
        if (column > 0) visit(at - 1);
        if (column < width - 1) visit(at + 1);
        if (row > 0) visit(at - width);
        if (row < height - 1) visit(at + width);
      }
      const square = { left, top, width: right - left + 1, height: bottom - top + 1 };
      if (isSquare(square, size)) squares.push(square);
    }
  }
  return squares;
}

function isFlat(pixels: Pixels, x: number, y: number): boolean {
  const colour = colourAt(pixels, x, y);
  return [-1, 1].every(
    (by) => apart(colour, colourAt(pixels, x + by, y)) <= 4 && apart(colour, colourAt(pixels, x, y + by)) <= 4,
  );
}

function isSquare({ width, height }: Square, size: number): boolean {
  const ratio = width / height;
  return Math.min(width, height) >= LEAST_SIDE && ratio > 0.85 && ratio < 1.18 && size >= LEAST_SHARE * width * height;
}
