// What the server and a thread that holds players tell each other.

import type { Choice, State } from 'afterstate';

export interface HostStart {
  /** Questions that are answered at once. */
  readonly atOnce: number;
  /** The largest transposition table that a spec may ask for, as a power of two. */
  readonly mostTable: number;
  /** An n-tuple network that is loaded at once, for all questions. */
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

/** What became of games, in their order. */
export interface PlayedGames {
  /** The player's canonical spec. */
  readonly player: string;
  readonly scores: readonly number[];
  /** Exponents. */
  readonly largest: readonly number[];
  /** Of all of them. */
  readonly moves: number;
  /** Of computing. */
  readonly seconds: number;
}

export type ToHost =
  | { readonly id: number; readonly question: HostQuestion }
  /** The question is no longer asked. */
  | { readonly giveUp: number }
  | { readonly close: true };

/** An error is the person's own (`input`) or a fault. */
export interface HostError {
  readonly message: string;
  readonly stack: string | undefined;
  readonly input: boolean;
}

export type FromHost =
  /** Everything is loaded; the bytes that its network takes. */
  | { readonly ready: { readonly bytes: number } }
  | { readonly failed: HostError }
  | { readonly id: number; readonly answer: HostAnswers[keyof HostAnswers] }
  | { readonly id: number; readonly error: HostError }
  | { readonly closed: true };
