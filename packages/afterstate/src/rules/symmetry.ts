// The eight symmetries of the square board. A symmetry is a permutation of cells: cell i of the new board holds what
// cell `symmetry[i]` of the old one held. Both games play the same on all eight.

import { type Board, type Move, MOVES } from './game.ts';
import { LINES } from './lines.ts';

export type Symmetry = readonly number[];

/** The identity first, then the quarter turns clockwise, then the same four after a mirror that swaps left and right. */
export const SYMMETRIES: readonly Symmetry[] = [false, true].flatMap((mirrored) =>
  [0, 1, 2, 3].map((turns) =>
    Array.from({ length: 16 }, (_, cell) => {
      let row = cell >> 2;
      let column = cell & 3;
      for (let i = 0; i < turns; i++) [row, column] = [3 - column, row];
      return 4 * row + (mirrored ? 3 - column : column);
    }),
  ),
);

export function transform(board: Board, symmetry: Symmetry): Board {
  return symmetry.map((cell) => board[cell]!);
}

/** The move that does on the transformed board what this one does on the board as it is. */
export function transformMove(move: Move, symmetry: Symmetry): Move {
  const lines = LINES[move].map((line) => line.join());
  const image = MOVES.find((candidate) =>
    LINES[candidate].every((line) => lines.includes(line.map((cell) => symmetry[cell]!).join())),
  );
  return image!;
}

/** The first of a board's eight forms in the order of their cells: equal for boards that are the same but for symmetry. */
export function canonicalBoard(board: Board): Board {
  return SYMMETRIES.map((symmetry) => transform(board, symmetry)).reduce((least, other) =>
    precedes(other, least) ? other : least,
  );
}

function precedes(a: Board, b: Board): boolean {
  const cell = a.findIndex((exponent, i) => exponent !== b[i]);
  return cell >= 0 && a[cell]! < b[cell]!;
}
