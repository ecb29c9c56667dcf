// Messages between the server and a thread that holds players.

import type { Choice, State } from 'afterstate';

export interface HostStart {
  /** How many questions to answer at once. */
  readonly atOnce: number;
  /** The largest transposition table that a spec may ask for, as a power of two. */
  readonly mostTable: number;
  /** An n-tuple network to load at the start, for all questions. */
  readonly network?: { readonly game: string; readonly model: string | undefined };
}

export interface ChooseQuestion {
  readonly kind: 'choose';
  readonly game: string;
  readonly player: string;
  readonly state: State;
}

/** Games `first` … `first + games − 1` of a seed. */
export interface GamesQuestion {
  readonly kind: 'games';
  readonly game: string;
  readonly player: string;
  readonly seed: number;
  readonly first: number;
  readonly games: number;
}

export type HostQuestion = ChooseQuestion | GamesQuestion;

export interface HostAnswers {
  choose: Choice;
  games: PlayedGames;
}

/** The results of games, in order. */
export interface PlayedGames {
  /** The player's canonical spec. */
  readonly player: string;
  readonly scores: readonly number[];
  /** Exponents. */
  readonly largest: readonly number[];
  /** Moves of all of them. */
  readonly moves: number;
  /** Seconds of computing. */
  readonly seconds: number;
}

export type ToHost =
  | { readonly id: number; readonly question: HostQuestion }
  /** Nobody needs the answer any more. */
  | { readonly giveUp: number }
  | { readonly close: true };

/** An error is either a wrong input (`input`) or a fault. */
export interface HostError {
  readonly message: string;
  readonly stack: string | undefined;
  readonly input: boolean;
}

export type FromHost =
  /** Everything is loaded; with the size of its network in bytes. */
  | { readonly ready: { readonly bytes: number } }
  | { readonly failed: HostError }
  | { readonly id: number; readonly answer: HostAnswers[keyof HostAnswers] }
  | { readonly id: number; readonly error: HostError }
  | { readonly closed: true };
