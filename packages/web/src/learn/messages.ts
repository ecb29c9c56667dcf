// What the Learn page and its worker say to each other. A worker serves one network: to begin anew, another is started.

import type { Ply, State } from 'afterstate';

export interface LearnChoice {
  readonly game: '2048' | 'threes';
  /** A name of `NETWORKS`, or patterns. */
  readonly network: string;
  /** A name of `METHODS`. */
  readonly method: string;
  readonly alpha: number;
  readonly threads: number;
  readonly seed: number;
}

export type LearnRequest =
  /** With a model, learning goes on from its weights. */
  | { readonly kind: 'start'; readonly choice: LearnChoice; readonly model?: Blob }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  /** The network as a file: `compact` is small, `safetensors` exact. */
  | { readonly kind: 'export'; readonly form: 'compact' | 'safetensors' };

/** What a block of games was like. */
export interface Block {
  /** Games and moves in it. */
  readonly games: number;
  readonly moves: number;
  /** How long it took. */
  readonly seconds: number;
  readonly averageScore: number;
  readonly maxScore: number;
  /** Element e: how many of the games ended with a tile of exponent e as their largest. */
  readonly largest: readonly number[];
}

/** The newest network plays a game to be watched. */
export interface Watched {
  readonly before: State;
  /** Undefined for the start of a game. */
  readonly ply: Ply | undefined;
  readonly state: State;
  readonly score: number;
  readonly over: boolean;
}

export type LearnReport =
  | { readonly kind: 'opened'; readonly threads: number; readonly bytes: number; readonly weights: number }
  | { readonly kind: 'block'; readonly block: Block }
  | { readonly kind: 'watched'; readonly watched: Watched }
  | { readonly kind: 'paused' }
  | { readonly kind: 'exported'; readonly blob: Blob; readonly form: 'compact' | 'safetensors' }
  | { readonly kind: 'problem'; readonly message: string };
