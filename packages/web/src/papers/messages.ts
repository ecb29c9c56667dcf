// What the Papers page and the worker of a recipe say to each other. A worker runs one recipe; ending the worker stops it.

import type { Outcome } from '@afterstate/lab/papers';

export interface RecipeJob {
  readonly kind: 'run';
  /** The id of one of `PAGE_RECIPES`. */
  readonly recipe: string;
}

/** Tables and figures, and how long all the steps took. */
export interface RecipeAnswer extends Outcome {
  readonly seconds: number;
}

export interface RecipeAnswers {
  run: RecipeAnswer;
}

/** How far it is. */
export interface RecipeReport {
  /** Which step, counted from 0, and of how many. */
  readonly step: number;
  readonly steps: number;
  readonly does: 'games' | 'learning' | 'counting';
  /** The step's games so far, and in all; for counting, both are 0. */
  readonly done: number;
  readonly games: number;
}
