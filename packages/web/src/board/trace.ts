// Where each tile of a board went. No rules are needed for this: a move keeps the order of the tiles along each line, and
// a tile made of two differs from both of them, so walking along a line's tiles before and after tells which is which.

import { type Board, linesOf, type Move, type Shape } from 'afterstate';

export interface Slide {
  readonly from: number;
  readonly to: number;
}

/** How one board became another. Two slides to the same cell are a merge. */
export interface Transition {
  readonly slides: readonly Slide[];
  /** The cell of a tile that came from nowhere. */
  readonly spawned?: number | undefined;
}

/** `after` is the board after the move and before any new tile. */
export function trace(before: Board, after: Board, move: Move, shape: Shape): Slide[] {
  return linesOf(shape)[move].flatMap((cells) => {
    const from = cells.filter((cell) => before[cell] !== 0);
    const to = cells.filter((cell) => after[cell] !== 0);
    const slides: Slide[] = [];
    let k = 0;
    for (const cell of to) {
      const first = from[k++];
      if (first === undefined) break;
      slides.push({ from: first, to: cell });
      const second = from[k];
      if (before[first] !== after[cell] && second !== undefined) {
        slides.push({ from: second, to: cell });
        k++;
      }
    }
    return slides;
  });
}
