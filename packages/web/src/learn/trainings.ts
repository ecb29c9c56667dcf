// The trainings from earlier visits: this tab's continues by itself, others are offered.

import { signal } from '@preact/signals';
import { notKept } from '../shell/keeping.ts';
import { allTrainings, type KeptTraining, keptTraining, markDiscarded, sweepTrainings } from './kept-training.ts';
import { continueTraining, currentTraining, fail, phase, reset, trainingOfTab } from './learning.ts';
import { hold, release, trainingsInTabs } from './training-lock.ts';

/** Those that can be continued, newest first. */
export const offered = signal<readonly KeptTraining[]>([]);
/** The one just discarded, or deleted from the list; this can be undone. */
export const discarded = signal<KeptTraining | undefined>(undefined);

export async function listTrainings(): Promise<void> {
  try {
    const busy = await trainingsInTabs();
    const alive = [currentTraining(), trainingOfTab()?.id, discarded.peek()?.id].filter((id) => id !== undefined);
    await sweepTrainings(new Set([...busy, ...alive]));
    const all = await allTrainings();
    offered.value = all.filter((one) => !one.discarded && !busy.has(one.id) && one.id !== currentTraining());
  } catch {
    // Nothing is kept; whatever failed to be kept has said so.
    offered.value = [];
  }
}

/** After a reload, continues the training of this tab; if it was paused, it stays paused. */
export async function continueAfterReload(): Promise<void> {
  const last = trainingOfTab();
  try {
    const kept = last && (await keptTraining(last.id));
    if (kept && !kept.discarded && phase.peek() === 'idle' && (await hold(kept.id)))
      await continueTraining(kept, !last.running);
  } catch (error) {
    notKept(error);
  }
  await listTrainings();
}

export async function take(training: KeptTraining): Promise<void> {
  if (!(await hold(training.id))) {
    fail('this training continues in another tab');
    return listTrainings();
  }
  discarded.value = undefined;
  await continueTraining(training);
}

/** Discards this tab's training, or an offered one. */
export async function discard(id: string | undefined): Promise<void> {
  if (id === currentTraining()) reset();
  if (id === undefined) return;
  try {
    await markDiscarded(id, true);
    discarded.value = await keptTraining(id);
  } catch (error) {
    notKept(error);
  }
  release(id);
  await listTrainings();
}

export async function takeBack(): Promise<void> {
  const training = discarded.peek();
  discarded.value = undefined;
  if (training) await markDiscarded(training.id, false);
  await listTrainings();
}
