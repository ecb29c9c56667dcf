// A selection of tuples as a step, done by select/: its trainings are jobs, whose results are kept one by one.

import { join } from 'node:path';
import { exists } from '../files/disk.ts';
import { RunFolder } from '../files/run-folder.ts';
import { JOBS, selectRun } from '../select/run.ts';
import type { WithHost } from '../select/run.ts';
import { select } from '../select/selector.ts';

export interface SelectSettings {
  readonly size: number;
  readonly tuples: number;
  readonly games: number;
  readonly seeds: number;
}

export interface SelectedTuple {
  readonly chosen: string;
  /** The best first; a value for each seed. */
  readonly candidates: readonly { readonly tuple: string; readonly values: readonly number[] }[];
}

export interface SelectedTuples {
  readonly steps: readonly SelectedTuple[];
}

export interface SelectHost {
  readonly signal: AbortSignal;
  /** Opens an engine for jobs. */
  readonly withJobs: WithHost;
  onProgress(done: number, total: number, unit: string): void;
  onNote(text: string): void;
}

export async function selectTuples(settings: SelectSettings, place: string, host: SelectHost): Promise<SelectedTuples> {
  const kind = selectRun(host.withJobs);
  const watch = { onNote: host.onNote };
  const run = (await exists(join(place, 'select.json')))
    ? await RunFolder.open(kind, place, watch)
    : await RunFolder.create(kind, place, kind.plan(kind.parse(settings, 'select')), watch);
  try {
    const title = `select ${settings.tuples} of size ${settings.size}`;
    const { selection } = await host.withJobs(
      {},
      { work: join(place, JOBS), title, signal: host.signal },
      (jobs, stop) =>
        select(run, jobs, { onProgress: (_, { done, left }) => host.onProgress(done, done + left, 'trainings') }, stop),
    );
    host.signal.throwIfAborted();
    if (!selection) throw new Error('the selection ended before its end');
    return {
      steps: selection.steps.map(({ chosen, candidates }) => ({
        chosen,
        candidates: candidates.map(({ tuple, values }) => ({ tuple, values })),
      })),
    };
  } finally {
    await run.close();
  }
}
