// The results of a recipe's steps as its outcome reads them, whether the steps were done in a run folder or in a page.

import type { Evaluated, Ran, Results, Step } from './recipe.ts';

export interface StepResult {
  readonly kind: Step['kind'];
  readonly seconds: number;
  readonly result: unknown;
}

/** By the names of the steps. */
export function resultsOf(files: ReadonlyMap<string, StepResult>): Results {
  const get = <T>(name: string, kind: Step['kind']): T => {
    const file = files.get(name);
    if (file?.kind !== kind) throw new TypeError(`the recipe has no step ${name} of kind ${kind}`);
    return file.result as T;
  };
  return {
    evaluated: (name) => get<Evaluated>(name, 'eval'),
    recorded: (name) => get(name, 'records'),
    trained: (name) => get<Ran<never>>(name, 'train'),
    learnedQ: (name) => get<Ran<never>>(name, 'dqn'),
    fitted: (name) => get<Ran<never>>(name, 'fit'),
    played: (name) => get<Ran<never>>(name, 'selfplay'),
    selected: (name) => get(name, 'select'),
    computed: (name) => get(name, 'compute'),
    secondsOf(name) {
      const file = files.get(name);
      if (!file) throw new TypeError(`the recipe has no step ${name}`);
      return file.seconds;
    },
  };
}
