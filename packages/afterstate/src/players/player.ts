// A player: something that, given a state, values each legal move and plays the best.
// A player owns its kernel, its memory and its threads; `close` frees them.

import type { Watching } from '../kernel/series.ts';
import type { Board, Game, Move, State } from '../rules/game.ts';

/** One legal move: what it gains at once, and what the player thinks it is worth in total, including the gain. */
export interface MoveValue {
  readonly move: Move;
  readonly value: number;
  readonly gain: number;
}

/** A board as a network saw it: as it is, turned or mirrored. */
export interface View {
  readonly board: Board;
  /** What the network says about up, right, down and left on this board. */
  readonly policy: readonly number[];
  /** The legal move that it favours, on the board as it really lies; undefined if none is legal. */
  readonly vote: Move | undefined;
}

export interface Choice {
  /** Undefined if no move is legal, or if the player stops (a stuck cycle). */
  readonly best: Move | undefined;
  /** The legal moves in the order up, right, down, left. */
  readonly moves: readonly MoveValue[];
  /** Only if requested, from players that choose by them. */
  readonly views?: readonly View[];
}

/** The results of played games; game i of the request is element i of each array. */
export interface GameResults {
  readonly scores: Float64Array;
  readonly moves: Uint32Array;
  /** The exponent of the largest tile on the last board. */
  readonly largest: Uint8Array;
  /** Only if records were requested: the start of each game and its plies, packed as `packPly` says. */
  readonly records?: readonly PlayedGame[];
  readonly seconds: number;
}

export interface PlayedGame {
  readonly start: State;
  readonly plies: Uint16Array;
}

/** A played game, and how it ended: its score and the exponent of its largest tile. */
export interface FinishedGame extends PlayedGame {
  readonly score: number;
  readonly largest: number;
}

/** Aborting the signal rejects with its reason; unfinished games are lost. */
export interface PlayOptions extends Watching {
  readonly games: number;
  readonly seed: number;
  /** The number of the first game in the seed's series of games; 0 by default. */
  readonly first?: number;
  readonly records?: boolean;
  /**
   * With records: takes each game as soon as it is finished, in any order, with `index` counted from `first`. The results
   * may then come without records, and memory does not grow with the games.
   */
  readonly onGame?: (index: number, game: FinishedGame) => void;
}

export interface ChooseOptions {
  /** Aborting it ends the thinking within some milliseconds, and rejects with its reason; the player can be asked again. */
  readonly signal?: AbortSignal | undefined;
  /** Requests the views by which a neural policy chooses. */
  readonly views?: boolean;
}

export interface Player {
  /** The canonical spec: what to type to get this player again. */
  readonly spec: string;
  readonly game: Game;
  readonly threads: number;
  /** Tells the player that game `number` of a seed begins; its own randomness, if any, starts from there. */
  newGame(seed: number, number: number): Promise<void>;
  /** One question at a time. */
  choose(state: State, options?: ChooseOptions): Promise<Choice>;
  /** Plays whole games on all of the player's threads. The results do not depend on the number of threads. */
  playGames(options: PlayOptions): Promise<GameResults>;
  /**
   * Plays games on from a state, to see how they may end: fast, at one ply, whatever the player's search. Scores and moves
   * count from there. Only players with n-tuple networks have it.
   */
  playOn?(state: State, options: PlayOptions): Promise<GameResults>;
  close(): Promise<void>;
}
