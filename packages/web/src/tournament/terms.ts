// What a tournament is: its terms, and what each player has done so far.

import type { Game } from 'afterstate';

/** What is played: everything that the results depend on. */
export interface Terms {
  readonly game: Game['name'];
  readonly players: readonly string[];
  readonly games: number;
  readonly seed: number;
}

/** What a player has done so far, game by game. */
export interface Series {
  /** The spec as the library writes it, once the player has played. */
  readonly spec: string | undefined;
  readonly scores: readonly number[];
  /** Exponents. */
  readonly largest: readonly number[];
  readonly moves: number;
  readonly seconds: number;
}
