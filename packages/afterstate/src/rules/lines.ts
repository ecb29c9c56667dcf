// The sixteen cells as lines: every move of both games slides four lines of four cells toward a wall.

import type { Board, Move } from './game.ts';

export const CELLS = 16;

/** A line's four cells, the one at the wall first. */
export type Line = readonly [number, number, number, number];

const ROWS = [0, 1, 2, 3].map((r): Line => [4 * r, 4 * r + 1, 4 * r + 2, 4 * r + 3]);
const COLUMNS = [0, 1, 2, 3].map((c): Line => [c, c + 4, c + 8, c + 12]);
const reversed = ([a, b, c, d]: Line): Line => [d, c, b, a];

export const LINES: Readonly<Record<Move, readonly Line[]>> = {
  up: COLUMNS,
  right: ROWS.map(reversed),
  down: COLUMNS.map(reversed),
  left: ROWS,
};

export function emptyCells(board: Board): number[] {
  const cells: number[] = [];
  board.forEach((exponent, cell) => {
    if (exponent === 0) cells.push(cell);
  });
  return cells;
}

/** The board with one cell set. */
export function withTile(board: Board, cell: number, exponent: number): Board {
  const copy = board.slice();
  copy[cell] = exponent;
  return copy;
}

/** Where a cell is, in the words of messages. */
export function cellName(cell: number): string {
  return `row ${(cell >> 2) + 1}, column ${(cell & 3) + 1}`;
}
