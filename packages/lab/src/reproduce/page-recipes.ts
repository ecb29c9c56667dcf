// The recipes whose smallest scale needs only the kernel, with what a page's worker needs to do their steps, and nothing that
// needs Node.

import { METHODS, NEURAL_PLAYERS, parseSpec } from 'afterstate';
import type { Recipe, Settings, Step } from './recipe.ts';
import { ntuples } from './recipes/a-ntn.ts';
import { rules } from './recipes/a-rules.ts';
import { curves } from './recipes/b-curves.ts';
import { enumeration } from './recipes/b-enumerate.ts';
import { searching } from './recipes/b-search.ts';
import { monteCarlo } from './recipes/c-montecarlo.ts';
import { features } from './recipes/d-features.ts';
import { plainTd } from './recipes/d-td.ts';
import { baselines } from './recipes/e-baselines.ts';
import { search } from './recipes/e-search.ts';

export { blockScores } from '../learn/block-scores.ts';
export { placed } from './recipe.ts';
export type { EvalStep, Outcome, Recipe, RunStep, Step } from './recipe.ts';
export { resultsOf } from './results.ts';
export type { StepResult } from './results.ts';

/** The scale that a page runs. */
export const PAGE_SCALE = 'smoke';

/** Listed by hand, because a page must not load the others; a test compares the list with `isForPages`. */
export const PAGE_RECIPES: readonly Recipe[] = [
  baselines,
  search,
  features,
  plainTd,
  enumeration,
  curves,
  searching,
  monteCarlo,
  rules,
  ntuples,
];

/** Whether all steps are games of players that the kernel has, short trainings in one phase, or plain computations. */
export function isForPages(recipe: Recipe): boolean {
  return recipe.steps(PAGE_SCALE).every(isStepForPages);
}

const TRAINED_BY = new Set([
  'network',
  'method',
  'alpha',
  'lambda',
  'stages',
  'games',
  'block',
  'game',
  'seed',
  'threads',
]);

function isStepForPages(step: Step): boolean {
  if (step.kind === 'eval') return !NEURAL_PLAYERS.some((name) => name === parseSpec(step.player).name);
  if (step.kind === 'train') return isTrainingForPages(step.settings);
  return step.kind === 'compute' && step.isPlain === true;
}

function isTrainingForPages(settings: Settings): boolean {
  const method = METHODS.find(({ name }) => name === settings['method']);
  return method?.hasPhases === false && Object.keys(settings).every((key) => TRAINED_BY.has(key));
}
