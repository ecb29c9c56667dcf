// What two moves of a position do, side by side: the move that was played and the best one. Every fact follows from the rules alone
// and is exact; nothing here is a player's guess. Facts that take many games to find are in engine/play-outs.ts. Their wording
// is in statements.ts; facts.test.ts holds both to the reference rules.

import { type Afterstate, type Board, type Game, type Move, MOVES, type Shape, type State } from 'afterstate';
import { trace } from '../board/trace.ts';

/** What one move does. */
export interface MoveFacts {
  readonly move: Move;
  /** Points that it gains at once. */
  readonly gain: number;
  /** Empty cells after it, before the new tile appears. */
  readonly empty: number;
  /** The exponents of the tiles that it makes by merging, largest first. */
  readonly made: readonly number[];
  /** Whether a tile at least as large as the largest before the move is in a corner. */
  readonly inCorner: boolean;
  /** How likely the new tile ends the game. */
  readonly ends: number;
  /** How likely the new tile leaves one legal move at most. */
  readonly forced: number;
  /** Neighbours that would merge if they were pushed together, before the new tile appears. */
  readonly pairs: number;
  /** Whether tiles of the largest and the second exponent before the move are neighbours after it. */
  readonly together: boolean;
  /** The exponent of the largest tile that the next move can make whatever tile comes; 0 if it may make none. */
  readonly sure: number;
}

export interface Comparison {
  readonly game: Game;
  readonly state: State;
  /** The exponent of the largest tile, and whether one of its kind is in a corner. */
  readonly largest: number;
  readonly wasInCorner: boolean;
  /** The exponent of the next smaller tile, 0 if there is none, and whether the two are neighbours. */
  readonly second: number;
  readonly wereTogether: boolean;
  readonly played: MoveFacts;
  readonly best: MoveFacts;
  /** How likely the new tile after the played move appears in a corner that a largest tile just left. */
  readonly cornerTaken: number;
  /** Exponents of tiles that the best move makes, while the played one does not and no move after it can, whatever tile comes. */
  readonly givenUp: readonly number[];
}

/** Both moves must be legal. */
export function compareMoves(game: Game, state: State, played: Move, best: Move): Comparison {
  const largest = Math.max(...state.board);
  const second = Math.max(0, ...state.board.filter((exponent) => exponent < largest));
  const [after, better] = [game.afterstate(state, played)!, game.afterstate(state, best)!];
  const factsOf = (move: Move, afterstate: Afterstate): MoveFacts => ({
    move,
    gain: afterstate.gain,
    empty: afterstate.board.filter((exponent) => exponent === 0).length,
    made: madeBy(game, state.board, afterstate.board, move),
    inCorner: cornersWith(afterstate.board, game, (exponent) => exponent >= largest).length > 0,
    ends: chance(game, afterstate, ({ state: next }) => game.isOver(next)),
    forced: chance(game, afterstate, ({ state: next }) => game.legalMoves(next).length <= 1),
    pairs: neighbours(game).filter(([a, b]) => game.merges(afterstate.board[a]!, afterstate.board[b]!)).length,
    together: areTogether(afterstate.board, game, largest, second),
    sure: Math.min(...game.outcomes(afterstate).map(({ state: next }) => Math.max(0, ...madeNext(game, next)))),
  });
  const [one, other] = [factsOf(played, after), factsOf(best, better)];
  const left = cornersWith(state.board, game, (exponent) => exponent === largest).filter(
    (corner) => after.board[corner] === 0,
  );
  return {
    game,
    state,
    largest,
    wasInCorner: cornersWith(state.board, game, (exponent) => exponent === largest).length > 0,
    second,
    wereTogether: areTogether(state.board, game, largest, second),
    played: one,
    best: other,
    cornerTaken: left.length === 0 ? 0 : chance(game, after, ({ spawn }) => left.includes(spawn.cell)),
    givenUp: givenUp(game, after, one.made, other.made),
  };
}

/** The exponents that merges make; two tiles that went to the same cell have merged. */
function madeBy(game: Shape, before: Board, after: Board, move: Move): readonly number[] {
  const slides = trace(before, after, move, game);
  return slides
    .filter(({ to }, i) => slides.findIndex((other) => other.to === to) < i)
    .map(({ to }) => after[to]!)
    .sort((a, b) => b - a);
}

/** The exponents that the moves of a state can make. */
function madeNext(game: Game, state: State): readonly number[] {
  return MOVES.flatMap((move) => {
    const after = game.afterstate(state, move);
    return after ? madeBy(game, state.board, after.board, move) : [];
  });
}

function cornersOf({ rows, columns }: Shape): readonly number[] {
  return [...new Set([0, columns - 1, (rows - 1) * columns, rows * columns - 1])];
}

function cornersWith(board: Board, shape: Shape, fits: (exponent: number) => boolean): readonly number[] {
  return cornersOf(shape).filter((cell) => fits(board[cell]!));
}

/** Every two cells that share an edge. */
function neighbours({ rows, columns }: Shape): readonly (readonly [number, number])[] {
  return Array.from({ length: rows * columns }, (_, cell) => cell).flatMap((cell) => [
    ...(cell % columns < columns - 1 ? [[cell, cell + 1] as const] : []),
    ...(cell + columns < rows * columns ? [[cell, cell + columns] as const] : []),
  ]);
}

function areTogether(board: Board, shape: Shape, one: number, other: number): boolean {
  return (
    other > 0 &&
    neighbours(shape).some(
      ([a, b]) => (board[a] === one && board[b] === other) || (board[a] === other && board[b] === one),
    )
  );
}

function chance(game: Game, afterstate: Afterstate, happens: (outcome: Outcome) => boolean): number {
  return game.outcomes(afterstate).reduce((sum, one) => sum + (happens(one) ? one.probability : 0), 0);
}

type Outcome = ReturnType<Game['outcomes']>[number];

/** What the best move makes, the other does not, and no move after it can. */
function givenUp(game: Game, after: Afterstate, played: readonly number[], best: readonly number[]): readonly number[] {
  const missing = [...new Set(best)].filter((exponent) => !played.includes(exponent));
  if (missing.length === 0) return [];
  const later = new Set(game.outcomes(after).flatMap(({ state }) => madeNext(game, state)));
  return missing.filter((exponent) => !later.has(exponent));
}
