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

/** Plays on from a state for about `ms`, at least one move, at most until the game ends or the player gives up. */
export interface PlayJob {
  readonly kind: 'play';
  readonly game: string;
  readonly player: string;
  readonly state: State;
  readonly score: number;
  /** For the tiles that chance deals. */
  readonly seed: number;
  readonly ms: number;
}

export interface PlayAnswer {
  /** Packed as `packPly` says. */
  readonly plies: Uint16Array;
  readonly state: State;
  readonly score: number;
  /** No move is left, or the player will not go on. */
  readonly ended: boolean;
}

export type Job = OpenJob | ChooseJob | PlayJob;

export interface Answers {
  open: null;
  choose: Choice;
  play: PlayAnswer;
}

export interface JobMessage {
  readonly id: number;
  readonly job: Job;
}

export type AnswerMessage =
  | { readonly id: number; readonly answer: Answers[keyof Answers] }
  /** `input`: what was asked is impossible, and the message tells the person why. */
  | { readonly id: number; readonly error: { readonly message: string; readonly input: boolean } };
