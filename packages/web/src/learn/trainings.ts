// The trainings of earlier visits: that of this tab continues by itself, others are offered.

import { signal } from '@preact/signals';
import { notKept } from '../shell/keeping.ts';
import { allTrainings, type KeptTraining, keptTraining, markDiscarded, sweepTrainings } from './kept-training.ts';
import { continueTraining, currentTraining, fail, phase, reset, trainingOfTab } from './learning.ts';
import { hold, release, trainingsInTabs } from './training-lock.ts';

/** Those that can be continued, the newest first. */
export const offered = signal<readonly KeptTraining[]>([]);
/** The one that was just discarded, or deleted from the list; it can be taken back. */
export const discarded = signal<KeptTraining | undefined>(undefined);

export async function listTrainings(): Promise<void> {
  try {
    const busy = await trainingsInTabs();
    const alive = [currentTraining(), trainingOfTab()?.id, discarded.peek()?.id].filter((id) => id !== undefined);
    await sweepTrainings(new Set([...busy, ...alive]));
    const all = await allTrainings();
    offered.value = all.filter((one) => !one.discarded && !busy.has(one.id) && one.id !== currentTraining());
  } catch {
    // Nothing is kept; whatever was to be kept has said so.
    offered.value = [];
  }
}

/** After a reload, the training of this tab continues; it stays paused where it was. */
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

/** Discards the training of this tab, or one that is offered. */
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
