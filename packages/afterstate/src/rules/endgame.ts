// An endgame: the largest tiles lie still on some cells, the locked ones, and the free cells have to make one more target
// tile. Nothing else about the locked tiles matters, so one solution (kernel/solved-endgame.ts) serves all boards with the same
// locked cells and target. On such a board every locked tile is at least the target, every free one is smaller, and no two
// locked neighbours merge.

import type { Board, Game } from './game.ts';
import { InputError } from './input-error.ts';
import { cellCount, cellName, linesOf } from './lines.ts';

export interface Endgame {
  /** The locked cells, in ascending order. */
  readonly locked: readonly number[];
  /** The exponent of the tile to make; at least 3, so that no spawn is one. */
  readonly target: number;
}

export const LEAST_TARGET = 3;

/** Throws if a game has rules for which endgames are not solved. */
export function requireEndgames(game: Game): void {
  const { end = 'stuck', idle = 'refuse' } = game.options;
  if (!game.plainSpawns || end !== 'stuck' || idle !== 'refuse')
    throw new InputError(
      `endgames of ${game.spec} are not solved, only those of a 2048 that continues while a move is legal; give 2048, or 2048?four=0.2`,
    );
}

/** Ways to fill the free cells with tiles below the target. */
export function endgameStates({ locked, target }: Endgame, game: Game): number {
  return target ** (cellCount(game) - locked.length);
}

/** The endgame that a board is in for a given target. Throws, saying why, if it is in none. */
export function endgameOf(board: Board, target: number, game: Game): Endgame {
  const locked = board.flatMap((exponent, cell) => (exponent >= target ? [cell] : []));
  if (locked.length === board.length)
    throw new InputError(`every tile of the board is ${game.tile(target)} or larger; give a larger target`);
  for (const line of [...linesOf(game).left, ...linesOf(game).up])
    for (const [i, cell] of line.entries()) {
      const next = line[i + 1];
      if (next === undefined || board[cell]! < target || !game.merges(board[cell]!, board[next]!)) continue;
      const tile = game.tile(board[cell]!);
      throw new InputError(
        `the ${tile}s at ${cellName(cell, game)} and ${cellName(next, game)} merge at once: a board is an endgame only if no tiles from the target on do; give a target above ${tile}, or merge them`,
      );
    }
  return { locked, target };
}

/** At most this many states take some seconds, and a board with fewer locked cells has hardly begun. */
const QUICK_STATES = 2 ** 24;
const LEAST_LOCKED = 4;

/** The endgame of the largest target that can be solved within seconds. Throws, saying why, if a board is in none. */
export function quickEndgameOf(board: Board, game: Game): Endgame {
  for (let target = 14; target >= LEAST_TARGET; target--) {
    const endgame = endgameOf(board, target, game);
    if (endgame.locked.length >= LEAST_LOCKED && endgameStates(endgame, game) <= QUICK_STATES) return endgame;
  }
  throw new InputError('no endgame of this board can be solved within seconds: too many cells are free; give a target');
}

/** The cells of a snake: along the first row, back along the second, and so on. */
export function snakeCells(count: number, game: Game): number[] {
  return linesOf(game)
    .left.flatMap((line, row) => (row % 2 === 0 ? line : line.toReversed()))
    .slice(0, count)
    .sort((a, b) => a - b);
}
