// Communication between a neural player and its threads: messages, and numbers in shared memory.

import type { Choice, FinishedGame, NeuralWay, State } from 'afterstate';

/**
 * For the series under way: games handed out, moves and games done, and whether to stop. Then whether the player is closing, and
 * whether the choice under way is given up.
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
  /** Shared by the threads, laid out as CONTROL says. */
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
