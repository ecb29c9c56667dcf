// A series of games on the threads of a kernel. Each thread takes the next numbers, as many as a call plays in some 50 ms:
// short enough to share the work evenly, long enough to cost nothing. Equal shares for all threads were refused, because games
// differ in length and the last thread would keep the others waiting.

import type { Kernel, Result } from './kernel.ts';
import { MAX_RESULTS } from './layout.ts';

/** How a caller follows long work, and stops it. */
export interface Watching {
  readonly signal?: AbortSignal;
  /** Called about ten times per second, on the calling thread, and once more at the end. */
  readonly onProgress?: (done: { games: number; moves: number }) => void;
}

/** Work that can report its progress, and be stopped early. */
export interface Watched {
  progress(): { games: number; moves: number };
  stop(): void;
}

/** Waits for work to end, and meanwhile reports its progress and stops it when the signal aborts. */
export async function watch(work: Promise<unknown>, { signal, onProgress }: Watching, watched: Watched): Promise<void> {
  const stop = (): void => watched.stop();
  signal?.addEventListener('abort', stop);
  const report = (): void => onProgress?.(watched.progress());
  const timer = onProgress && setInterval(report, 100);
  try {
    await work;
  } finally {
    clearInterval(timer);
    signal?.removeEventListener('abort', stop);
    report();
  }
}

/** How many games a call plays; it adapts to how long calls take. */
export class Pace {
  games = 1;

  adapt(played: number, milliseconds: number): void {
    // Calls at the end of a series play fewer games than they could.
    if (milliseconds < 25) this.games = Math.max(this.games, Math.min(MAX_RESULTS, played * 2));
    else if (milliseconds > 100) this.games = Math.max(1, played >> 1);
  }
}

export interface SeriesOptions extends Watching {
  readonly games: number;
  /** Kept by callers that play one series after another. */
  readonly pace?: Pace;
  /** The most games that a call may play: one, if more than results is read from a thread's block. */
  readonly most?: number;
}

/**
 * Has the threads play games 0 … games − 1. `play` calls the kernel for `count` games starting with `first` and resolves to how many
 * were finished; `take` is given each of these, while the thread's block still holds what the call left there. Ends early, at
 * the end of a game, when the signal aborts.
 */
export async function playSeries(
  kernel: Kernel,
  { games, pace = new Pace(), most = MAX_RESULTS, ...watching }: SeriesOptions,
  play: (thread: number, first: number, count: number) => Promise<number>,
  take: (game: number, result: Result, thread: number) => void,
): Promise<void> {
  kernel.requireOpen();
  const { signal } = watching;
  let next = 0;
  const work = async (thread: number): Promise<void> => {
    while (next < games && !signal?.aborted) {
      const first = next;
      // The last games are dealt out in ever smaller numbers, so that all threads end together.
      const share = kernel.threads.count === 1 ? 1 : 2 * kernel.threads.count;
      const count = Math.min(pace.games, Math.ceil((games - first) / share), most);
      next += count;
      const began = performance.now();
      const finished = await play(thread, first, count);
      for (let i = 0; i < finished; i++) take(first + i, kernel.result(thread, i), thread);
      pace.adapt(count, performance.now() - began);
    }
  };
  kernel.stop(signal?.aborted ?? false);
  kernel.clearProgress();
  const threads = Array.from({ length: kernel.threads.count }, (_, thread) => work(thread));
  try {
    await watch(Promise.all(threads), watching, { progress: () => kernel.progress(), stop: () => kernel.stop(true) });
  } finally {
    kernel.stop(false);
  }
}
