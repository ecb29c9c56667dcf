// What the Learn page and its worker say to each other. A worker serves one network; another
// network gets another worker.

import type { GameName, Ply, State } from 'afterstate';
import type { Block } from './curve.ts';

export interface LearnChoice {
  readonly game: GameName;
  /** A name of `NETWORKS`, or patterns. */
  readonly network: string;
  /** A name of `METHODS`. */
  readonly method: string;
  readonly alpha: number;
  readonly threads: number;
  readonly seed: number;
}

export type LearnJob =
  | StartJob
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' }
  | { readonly kind: 'export'; readonly form: ExportForm };

/** A training is kept in the database under its id; it starts from zero, from a model's weights, or where it was last kept. */
export interface StartJob {
  readonly kind: 'start';
  readonly id: string;
  readonly choice: LearnChoice;
  readonly from?: Blob | 'kept';
  readonly paused?: boolean;
}

/** The network as a file: `compact` is small, `safetensors` exact. */
export type ExportForm = 'compact' | 'safetensors';

export interface LearnAnswers {
  start: Opened;
  pause: null;
  resume: null;
  export: Blob;
}

/** The network that learns: its threads, and its memory. */
export interface Opened {
  readonly threads: number;
  readonly bytes: number;
  readonly weights: number;
}

/** A move of the watched game, which the current network plays. */
export interface Watched {
  readonly before: State;
  /** Undefined for the start of a game. */
  readonly ply: Ply | undefined;
  readonly state: State;
  readonly score: number;
  readonly over: boolean;
}

export type LearnReport =
  | { readonly kind: 'block'; readonly block: Block }
  | { readonly kind: 'watched'; readonly watched: Watched }
  /** The training was kept: how long that took, and when the next save is due. */
  | { readonly kind: 'kept'; readonly at: number; readonly bytes: number; readonly everySeconds: number }
  /** It could not be kept; learning continues. */
  | { readonly kind: 'unkept'; readonly full: boolean }
  /** Values grow without limit; learning has stopped. */
  | { readonly kind: 'diverged' }
  /** Learning has failed and ended. */
  | { readonly kind: 'problem'; readonly message: string };
