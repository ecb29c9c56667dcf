// What a 2048-like game is: the one shape that both games have, and that players, records and the app speak.
// Boards are arrays of sixteen exponents, cell 0 the upper-left corner, row by row. The kernel packs the same
// boards into 64 bits; it is checked against the games written here, which are meant to be read.

import type { Random } from './random.ts';

/** The order is a contract: moves are numbered by it everywhere, and the first of equally good moves is played. */
export const MOVES = ['up', 'right', 'down', 'left'] as const;
export type Move = (typeof MOVES)[number];

/** Sixteen exponents; 0 is an empty cell. What tile an exponent stands for is the game's to say. */
export type Board = readonly number[];

/** What Threes shows of the tile to come: the exponents 1, 2, 3, or `bonus` for a larger one. */
export type Hint = 1 | 2 | 3 | 'bonus';

/** A position in which the player is to move. */
export interface State {
  readonly board: Board;
  /** Threes only: the tile that will enter after the next move. */
  readonly next?: Hint;
  /** Threes only: how many tiles of 1, 2 and 3 are left in the bag, `next` already taken out. */
  readonly bag?: readonly [number, number, number];
}

/** A position after a move and before chance has answered. */
export interface Afterstate extends State {
  /** What the move added to the score. */
  readonly gain: number;
  /** The cells where the new tile may appear, in ascending order; each is equally likely. */
  readonly entries: readonly number[];
}

/** A new tile: where, which exponent, and in Threes the hint that is shown afterwards. */
export interface Spawn {
  readonly cell: number;
  readonly exponent: number;
  readonly next?: Hint;
}

/** One thing that chance may do to an afterstate, and how likely it is; all of an afterstate's sum to 1. */
export interface Outcome {
  readonly probability: number;
  readonly spawn: Spawn;
  readonly state: State;
}

export interface Game {
  readonly name: '2048' | 'threes';
  /** The canonical game spec, options that differ from the default included: `2048`, `2048?four=0&start=1`. */
  readonly spec: string;
  /** Raised whenever the same seed and moves would give another game. */
  readonly rulesVersion: number;
  /** The largest exponent a board may hold. */
  readonly maxExponent: number;
  /** The number on the tile: 2048 has 2^e; Threes has 1, 2, 3, 6, 12 … */
  tile(exponent: number): number;
  /** The exponent of a tile value, or undefined where the game has no such tile. */
  exponent(tile: number): number | undefined;
  start(random: Random): State;
  /** The board after a move, or undefined where the move is not legal: it changes nothing, or the game has ended. */
  afterstate(state: State, move: Move): Afterstate | undefined;
  legalMoves(state: State): Move[];
  /** Everything that chance may do, exactly. */
  outcomes(afterstate: Afterstate): Outcome[];
  /** Draws one of the outcomes. */
  spawn(afterstate: Afterstate, random: Random): { spawn: Spawn; state: State };
  /** The state after a given spawn; throws a RangeError where chance could not have done it. */
  place(afterstate: Afterstate, spawn: Spawn): State;
  isOver(state: State): boolean;
  /**
   * What a spawn adds to the score: nothing in 2048; in Threes every tile counts, those that enter too.
   * A game's score is the sum of its gains and of its spawns' scores, those of the start included.
   */
  spawnScore(exponent: number): number;
}
