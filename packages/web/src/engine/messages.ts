// What the page asks of its engine worker, and what comes back. A job has one answer; jobs are done in the order they
// were asked. Games and players travel as their specs.

import type { Choice, State } from 'afterstate';

/** Makes a player ready, so that the first question does not wait for it. */
export interface OpenJob {
  readonly kind: 'open';
  readonly game: string;
  readonly player: string;
}

export interface ChooseJob {
  readonly kind: 'choose';
  readonly game: string;
  readonly player: string;
  readonly state: State;
}

/** Plays on from a state for about `ms` or `most` moves, at least one, at most until the game ends or the player gives up. */
export interface PlayJob {
  readonly kind: 'play';
  readonly game: string;
  readonly player: string;
  readonly state: State;
  readonly score: number;
  /** For the tiles that chance deals. */
  readonly seed: number;
  readonly ms: number;
  /** As many as there is time for unless said. */
  readonly most?: number;
}

export interface PlayAnswer {
  /** Packed as `packPly` says. */
  readonly plies: Uint16Array;
  readonly state: State;
  readonly score: number;
  /** No move is left, or the player will not go on. */
  readonly ended: boolean;
}

/** Values the moves of a game for about `ms`: of `state`, then after each of the plies. */
export interface AnalyseJob {
  readonly kind: 'analyse';
  readonly game: string;
  readonly player: string;
  readonly state: State;
  /** Packed as `packPly` says. */
  readonly plies: Uint16Array;
  readonly ms: number;
}

export interface AnalyseAnswer {
  /** Four a ply, in the order of `MOVES`; NaN where the move is not legal. As many plies as there was time for. */
  readonly values: Float64Array;
  /** Where the next job goes on. */
  readonly state: State;
}

/** Plays games on from a state, for about `ms`, to see how they may end. */
export interface OutlookJob {
  readonly kind: 'outlook';
  readonly game: string;
  readonly player: string;
  readonly state: State;
  readonly seed: number;
  readonly ms: number;
}

export interface OutlookAnswer {
  /** The exponent of the largest tile at the end of each game; none where the player cannot say. */
  readonly largest: Uint8Array;
}

/** What a model file is. */
export interface DescribeJob {
  readonly kind: 'describe';
  readonly name: string;
  readonly blob: Blob;
}

export interface DescribeAnswer {
  readonly game: '2048' | 'threes';
  /** The players that play by it, the one that makes the most of it first. */
  readonly players: readonly string[];
  /** Patterns in hex and features; of a neural network, its spec. */
  readonly network: string;
}

export type Job = OpenJob | ChooseJob | PlayJob | AnalyseJob | OutlookJob | DescribeJob;

export interface Answers {
  open: null;
  choose: Choice;
  play: PlayAnswer;
  analyse: AnalyseAnswer;
  outlook: OutlookAnswer;
  describe: DescribeAnswer;
}

/** `base` is the page's folder, from which shipped models are fetched; `runtime` is what runs neural networks. */
export type PageMessage =
  | { readonly base: string }
  | { readonly model: { readonly name: string; readonly blob: Blob } }
  | { readonly runtime: Blob }
  | { readonly id: number; readonly job: Job };

export type AnswerMessage =
  | { readonly id: number; readonly answer: Answers[keyof Answers] }
  /** `input`: what was asked is impossible, and the message tells the person why. */
  | { readonly id: number; readonly error: { readonly message: string; readonly input: boolean } };
