// The symmetries of a board: eight for a square one, four for others. A symmetry is a permutation of cells: cell i of the new
// board holds what cell `symmetry[i]` of the old one held. A game plays the same on all of them.

import { type Board, type Move, MOVES, type Shape } from './game.ts';
import { cellCount, FOUR_BY_FOUR, linesOf } from './lines.ts';

export type Symmetry = readonly number[];

/** The identity first, then the turns clockwise, then the same after a mirror that swaps left and right. */
export function symmetriesOf(shape: Shape): readonly Symmetry[] {
  const { rows, columns } = shape;
  const turns = rows === columns ? [0, 1, 2, 3] : [0, 2];
  return [false, true].flatMap((mirrored) =>
    turns.map((quarters) =>
      Array.from({ length: cellCount(shape) }, (_, cell) => {
        let row = Math.floor(cell / columns);
        let column = cell % columns;
        // A quarter turn exchanges the board's height and width; after two they are as before.
        let height = rows;
        let width = columns;
        for (let i = 0; i < quarters; i++) {
          [row, column] = [width - 1 - column, row];
          [height, width] = [width, height];
        }
        return columns * row + (mirrored ? columns - 1 - column : column);
      }),
    ),
  );
}

/** Those of the boards that networks look at. */
export const SYMMETRIES = symmetriesOf(FOUR_BY_FOUR);

export function transform(board: Board, symmetry: Symmetry): Board {
  return symmetry.map((cell) => board[cell]!);
}

/** The move that does on the transformed board what this one does on the original. */
export function transformMove(move: Move, symmetry: Symmetry, shape = FOUR_BY_FOUR): Move {
  const all = linesOf(shape);
  const lines = all[move].map((line) => line.join());
  const image = MOVES.find((candidate) =>
    all[candidate].every((line) => lines.includes(line.map((cell) => symmetry[cell]!).join())),
  );
  return image!;
}

/** `TRANSFORMED_MOVES[s][m]`: the number of the move that does under symmetry s what move m does on the original board. */
export const TRANSFORMED_MOVES = SYMMETRIES.map((symmetry) =>
  MOVES.map((move) => MOVES.indexOf(transformMove(move, symmetry))),
);

/** The first of a board's forms in the order of their cells: equal for boards that are the same up to symmetry. */
export function canonicalBoard(board: Board, shape = FOUR_BY_FOUR): Board {
  return symmetriesOf(shape)
    .map((symmetry) => transform(board, symmetry))
    .reduce((least, other) => (precedes(other, least) ? other : least));
}

function precedes(a: Board, b: Board): boolean {
  const cell = a.findIndex((exponent, i) => exponent !== b[i]);
  return cell >= 0 && a[cell]! < b[cell]!;
}
