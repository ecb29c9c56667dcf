// The contract of a game: its facts and its rules, everything that players, records, the terminal and the app know about it. Code
// that needs to know more gets another fact here; no code outside the games' own files asks which game it is.
// Boards are arrays of exponents, cell 0 the upper-left corner, row by row. The kernel packs the same boards into 64 bits
// (its side of the contract is kernel/src/games/contract.ts); it is checked against the games written here, which are
// meant for reading.

import type { Random } from './random.ts';

/** Every game, the default first. A game's module, its kernel and its model files have this name. */
export const GAME_NAMES = ['2048', 'threes'] as const;
export type GameName = (typeof GAME_NAMES)[number];

/** The order is a contract: moves are numbered by it everywhere, and the first of equally good moves is played. */
export const MOVES = ['up', 'right', 'down', 'left'] as const;
export type Move = (typeof MOVES)[number];

/** The exponents of the cells, row by row; 0 is an empty cell. The game says which tile an exponent stands for. */
export type Board = readonly number[];

/** A board has at most this many cells: four bits of a record's ply number them, and the kernel's 64 bits hold as many. */
export const MOST_CELLS = 16;

export interface Shape {
  readonly rows: number;
  readonly columns: number;
}

/** What a game may reveal about the next tile: the exponents 1, 2, 3, or `bonus` for a larger one. */
export type Hint = 1 | 2 | 3 | 'bonus';

/** A position in which the player is to move. */
export interface State {
  readonly board: Board;
  /** Only in a game with hints: the tile that enters after the next move. */
  readonly next?: Hint;
  /** Only in a game with hints: how many tiles of 1, 2 and 3 are left in the bag, `next` already taken out. */
  readonly bag?: readonly [number, number, number];
}

/** A position after a move, before chance has answered. */
export interface Afterstate extends State {
  /** What the move added to the score. */
  readonly gain: number;
  /** The cells where the new tile may appear, in ascending order; each is equally likely. */
  readonly entries: readonly number[];
}

/** A new tile: where, which exponent, and in a game with hints the hint shown afterwards. */
export interface Spawn {
  readonly cell: number;
  readonly exponent: number;
  readonly next?: Hint;
}

/** One thing that chance may do to an afterstate, and how likely it is; over an afterstate they sum to 1. */
export interface Outcome {
  readonly probability: number;
  readonly spawn: Spawn;
  readonly state: State;
}

/** What a game with hints adds to a state, and how board notation writes it. */
export interface Hints {
  /** All possible hints. */
  readonly all: readonly Hint[];
  /** The words of the notation, as in `next=2`. */
  readonly keys: readonly string[];
  /** From the words' values; throws an InputError if one is missing or not possible on this board. */
  read(words: ReadonlyMap<string, string>, board: Board): Required<Pick<State, 'next' | 'bag'>>;
  /** The words that `read` needs to find the same again. */
  write(state: State): string[];
}

export interface Game extends Shape {
  readonly name: GameName;
  /** The name as people write it. */
  readonly title: string;
  /** The canonical game spec, including options that differ from the default: `2048`, `2048?four=0&start=1`. */
  readonly spec: string;
  /** The options of the spec with their values, including defaults. */
  readonly options: Readonly<Record<string, string | number>>;
  /** Incremented whenever the same seed and moves would give another game. */
  readonly rulesVersion: number;

  // ── tiles; all facts are exponents ──
  /** The largest that a board may hold: at most 17, and at most 15 in a game with hints (the kernel's packing). */
  readonly maxExponent: number;
  /** From here up each exponent doubles the tile before it; the smaller tiles follow rules of their own. */
  readonly doublesFrom: number;
  /** The tile that a good beginner makes: learning reports the rates of reaching tiles from here up. */
  readonly goal: number;
  /** The smallest tile that most people rarely make: learning says so if a network does. */
  readonly rare: number;
  /** The tile that wins, if there is one; the game continues. */
  readonly win?: number;
  /** Measurements report the rates of reaching tiles from here up. */
  readonly reportedFrom: number;
  /** A player that does not know larger tiles may lower a board's largest to this, but no further, without changing what chance does. */
  readonly lowestTop: number;
  /** Tiles that, once together on the board, begin the next stage of multi-stage learning. */
  readonly milestones: readonly (readonly number[])[];
  /** The number on the tile: 2048 has 2^e; Threes has 1, 2, 3, 6, 12 … */
  tile(exponent: number): number;
  /** The exponent of a tile value, or undefined if the game has no such tile. */
  exponent(tile: number): number | undefined;
  /** Whether two neighbours merge when they are pushed together. */
  merges(a: number, b: number): boolean;

  // ── chance ──
  /** Present if the game shows what comes next. */
  readonly hints?: Hints;
  /** Whether a spawn has exponent 1 or 2 on any empty cell, whatever the board, and nothing is shown beforehand. */
  readonly plainSpawns: boolean;
  /**
   * What a spawn adds to the score: nothing in 2048; in Threes every tile counts, including those that enter.
   * A game's score is the sum of its gains and of its spawns' scores, including those of the start.
   */
  spawnScore(exponent: number): number;
  /** The score of a game that reached this board, as nearly as its tiles tell. */
  scoreOf(board: Board): number;

  // ── rules ──
  start(random: Random): State;
  /** The board after a move, or undefined if the move is not legal: it changes nothing, or the game has ended. */
  afterstate(state: State, move: Move): Afterstate | undefined;
  legalMoves(state: State): Move[];
  /** Everything that chance may do, exactly. */
  outcomes(afterstate: Afterstate): Outcome[];
  /** Draws one of the outcomes. */
  spawn(afterstate: Afterstate, random: Random): { spawn: Spawn; state: State };
  /** The state after a given spawn; throws a RangeError if chance could not have done it. */
  place(afterstate: Afterstate, spawn: Spawn): State;
  isOver(state: State): boolean;
}
