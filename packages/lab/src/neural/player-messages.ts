// What a neural player and its threads tell each other: messages, and numbers in memory that they share.

import type { Choice, FinishedGame, NeuralWay, State } from 'afterstate';

/**
 * Of the series under way: games that have been handed out, moves and games that are done, and whether to stop. Then whether the
 * player is being closed, and whether the choice under way is given up.
 */
export const CONTROL = { TAKEN: 0, MOVES_DONE: 1, GAMES_DONE: 2, STOP: 3, CLOSING: 4, GIVEN_UP: 5 } as const;
export const CONTROL_BYTES = 24;
export const CLOSED = 'the player was closed';
export const GIVEN_UP = 'the choice was given up';

export interface PlayerStart {
  /** The game's spec. */
  readonly game: string;
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly way: NeuralWay;
  /** Shared by the threads; CONTROL says what stands where. */
  readonly control: Int32Array;
}

export type PlayerQuestion =
  | { readonly kind: 'choose'; readonly state: State; readonly views: boolean }
  | { readonly kind: 'begin'; readonly seed: number; readonly number: number }
  | {
      readonly kind: 'play';
      readonly seed: number;
      readonly first: number;
      readonly games: number;
      readonly records: boolean;
      readonly threads: number;
    };

export interface PlayerAnswer {
  readonly choice?: Choice;
  /** A game that has ended, while the question is still being answered. */
  readonly finished?: { readonly index: number; readonly game: FinishedGame & { readonly moves: number } };
  readonly error?: Error;
}
