// The cells of a board as lines: every move slides all rows or all columns toward a wall.

import { type Board, type Move, MOST_CELLS, type Shape } from './game.ts';

/** The shape of the boards that the kernel packs and networks look at. */
export const FOUR_BY_FOUR: Shape = { rows: 4, columns: 4 };

/** A line's cells, the one at the wall first. */
export type Line = readonly number[];
export type Lines = Readonly<Record<Move, readonly Line[]>>;

/** The lines that each move slides, from left to right or from top to bottom. */
export function linesOf({ rows, columns }: Shape): Lines {
  if (
    !(Number.isInteger(rows) && Number.isInteger(columns) && rows >= 1 && columns >= 1 && rows * columns <= MOST_CELLS)
  )
    throw new RangeError(`a board of ${rows}×${columns} is not possible; it has at most ${MOST_CELLS} cells`);
  const across = range(rows).map((row) => range(columns).map((column) => columns * row + column));
  const along = range(columns).map((column) => range(rows).map((row) => columns * row + column));
  const reversed = (line: Line): Line => line.toReversed();
  return { up: along, right: across.map(reversed), down: along.map(reversed), left: across };
}

export function cellCount({ rows, columns }: Shape): number {
  return rows * columns;
}

export function emptyBoard(shape: Shape): Board {
  return Array.from({ length: cellCount(shape) }, () => 0);
}

/** What each cell holds, row by row. */
export function rowsOf<T>(cells: readonly T[], { rows, columns }: Shape): T[][] {
  return range(rows).map((row) => cells.slice(columns * row, columns * (row + 1)));
}

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

/** Where a cell is, in words for messages. */
export function cellName(cell: number, { columns }: Shape): string {
  return `row ${Math.floor(cell / columns) + 1}, column ${(cell % columns) + 1}`;
}

function range(length: number): number[] {
  return Array.from({ length }, (_, i) => i);
}
