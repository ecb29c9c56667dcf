// Whether the browser keeps what the app gives it. If not, the app works on, and says so once.

import { signal } from '@preact/signals';
import { isFull } from './errors.ts';
import { say } from './notes.ts';

/** People need longer for these sentences. */
const LONG = 15_000;

export type KeepingProblem = 'forbidden' | 'full';

/** Undefined while everything is kept. */
export const keepingProblem = signal<KeepingProblem | undefined>(undefined);

export const KEEPING_WORDS: Readonly<Record<KeepingProblem, string>> = {
  forbidden:
    'This browser keeps nothing for this page, as in some private windows: games and networks are gone when the tab closes. Download what you want to keep.',
  full: 'The storage that the browser gives this page is full: anything new is gone when the tab closes. Delete games or networks on the Games page, or download what you want to keep.',
};

/** Notes that storage failed with this error. */
export function notKept(error: unknown): void {
  const problem = isFull(error) ? 'full' : 'forbidden';
  if (keepingProblem.peek() === problem) return;
  keepingProblem.value = problem;
  say(KEEPING_WORDS[problem], undefined, LONG);
}

/** Notes that storage works again. */
export function keptAgain(): void {
  if (keepingProblem.peek() === 'full') keepingProblem.value = undefined;
}
