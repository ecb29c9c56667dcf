// The runs that the server has, and the one in view, followed live.

import { batch, signal } from '@preact/signals';
import { addModel } from '../players/models.ts';
import { playWith } from '../players/open-model.ts';
import { go } from '../shell/address.ts';
import { say } from '../shell/notes.ts';
import {
  followRun,
  getRun,
  listModels,
  listRuns,
  type Metrics,
  type ModelInfo,
  type RunDetails,
  type RunState,
  type RunSummary,
} from './server.ts';

/** `absent`: whatever serves the app has no runs. */
export const runs = signal<readonly RunSummary[] | 'absent' | undefined>(undefined);
export const shownRun = signal<RunDetails | undefined>(undefined);
export const metrics = signal<readonly Metrics[]>([]);
export const runState = signal<RunState>('stopped');
/** The model of the run in view, once it has one. */
export const runModel = signal<ModelInfo | undefined>(undefined);
export const problem = signal<string | undefined>(undefined);
/** Whether a model is being downloaded. */
export const fetching = signal(false);

const REFRESH_MS = 5000;
/** Beyond this many, every second point is dropped: a screen has no room for more. */
const MOST_POINTS = 1024;

/** Keeps the list of runs fresh until the returned function is called. */
export function watchRuns(): () => void {
  let ended = false;
  let timer: ReturnType<typeof setTimeout>;
  const look = async (): Promise<void> => {
    if (!document.hidden) {
      try {
        runs.value = (await listRuns()) ?? 'absent';
        problem.value = undefined;
      } catch (error) {
        problem.value = (error as Error).message;
      }
    }
    if (!ended && runs.peek() !== 'absent') timer = setTimeout(() => void look(), REFRESH_MS);
  };
  void look();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** Shows a run and follows it until the returned function is called. */
export function watchRun(name: string): () => void {
  let ended = false;
  let unfollow: (() => void) | undefined;
  void (async () => {
    try {
      const run = await getRun(name);
      if (ended || !run) return;
      batch(() => {
        shownRun.value = run;
        metrics.value = run.metrics;
        runState.value = run.state;
      });
      void findModel(name);
      unfollow = followRun(name, run.lines, {
        metrics: (line) => (metrics.value = thinned([...metrics.peek(), line])),
        state: (state) => {
          runState.value = state;
          void findModel(name);
        },
        again: () => (metrics.value = []),
        gone: () => (problem.value = `the run ${name} was deleted`),
      });
      if (ended) unfollow();
    } catch (error) {
      problem.value = (error as Error).message;
    }
  })();
  return () => {
    ended = true;
    unfollow?.();
    batch(() => {
      shownRun.value = undefined;
      metrics.value = [];
      runModel.value = undefined;
      problem.value = undefined;
    });
  };
}

function thinned(lines: readonly Metrics[]): readonly Metrics[] {
  return lines.length <= MOST_POINTS ? lines : lines.filter((_, i) => i % 2 === 1 || i === lines.length - 1);
}

async function findModel(run: string): Promise<void> {
  const all = await listModels().catch(() => undefined);
  if (shownRun.peek()?.name === run) runModel.value = all?.find(({ name }) => name === `runs/${run}`);
}

/** Fetches the run's model from the server and plays with it. */
export async function playWithRun({ url, game, players }: ModelInfo, title: string): Promise<void> {
  fetching.value = true;
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the model could not be downloaded: the server answered ${response.status}`);
    const model = { game, players };
    playWith(addModel(title, model, await response.blob()), model);
    go('play');
    say('The network of this run now plays.');
  } catch (error) {
    problem.value = (error as Error).message;
  } finally {
    fetching.value = false;
  }
}
