// A choice made by a thread of the kernel: what it left in its block, and how to end it early.

import type { Kernel } from '../kernel/kernel.ts';
import type { State } from '../rules/game.ts';
import { MOVES } from '../rules/game.ts';
import { legalMoves } from './legal-moves.ts';
import type { Choice } from './player.ts';

/** The choice of a thread that returned a move's number, or -1. */
export function choiceOf(kernel: Kernel, thread: number, state: State, number: number): Choice {
  const values = kernel.values(thread);
  const moves = legalMoves(kernel.game, state).map(({ m, move, gain }) => ({ move, value: values[m] ?? 0, gain }));
  return { best: MOVES[number], moves };
}

/** Work of some threads that ends early, with the signal's reason, when the signal aborts; the threads can be asked again. */
export async function stoppable<T>(
  kernel: Kernel,
  threads: readonly number[],
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!signal) return work();
  signal.throwIfAborted();
  const stop = (): void => threads.forEach((thread) => kernel.stopThread(thread, true));
  signal.addEventListener('abort', stop, { once: true });
  try {
    const result = await work();
    // The result of a stopped search means nothing.
    signal.throwIfAborted();
    return result;
  } finally {
    signal.removeEventListener('abort', stop);
    if (signal.aborted) threads.forEach((thread) => kernel.stopThread(thread, false));
  }
}
