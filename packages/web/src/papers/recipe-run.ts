// A recipe that runs in this tab: one at a time, in a worker of its own, which ends with it. It lives as long as the app, so a
// person may play in the meantime.

import { signal } from '@preact/signals';
import { InterruptedError, WorkerLink } from '../engine/worker-link.ts';
import { messageOf } from '../shell/errors.ts';
import type { RecipeAnswer, RecipeAnswers, RecipeJob, RecipeReport } from './messages.ts';

type Link = WorkerLink<RecipeJob, RecipeAnswers, RecipeReport>;

interface Running {
  readonly recipe: string;
  readonly progress: RecipeReport | undefined;
}

export const running = signal<Running | undefined>(undefined);
/** The outcome of each recipe in this tab, or why there is none. */
export const outcomes = signal<Readonly<Record<string, RecipeAnswer | { readonly problem: string }>>>({});

let link: Link | undefined;

export async function runRecipe(recipe: string): Promise<void> {
  if (running.peek()) return;
  const worker = new Worker(new URL('./recipe-worker.ts', import.meta.url), { type: 'module' });
  const mine: Link = new WorkerLink(
    worker,
    () => undefined,
    (progress) => {
      if (mine === link) running.value = { recipe, progress };
    },
  );
  link = mine;
  running.value = { recipe, progress: undefined };
  keep(recipe, undefined);
  try {
    const answer = await mine.ask({ kind: 'run', recipe });
    keep(recipe, answer);
  } catch (error) {
    if (!(error instanceof InterruptedError)) keep(recipe, { problem: messageOf(error) });
  }
  if (mine === link) stopRecipe();
}

/** Ends whatever is running; nothing of it is kept. */
export function stopRecipe(): void {
  link?.end();
  link = undefined;
  running.value = undefined;
}

function keep(recipe: string, outcome: RecipeAnswer | { readonly problem: string } | undefined): void {
  const { [recipe]: _old, ...others } = outcomes.peek();
  outcomes.value = outcome ? { ...others, [recipe]: outcome } : others;
}
