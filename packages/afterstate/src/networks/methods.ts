// The methods of learning: each is one of the kernel's loops (kernel/src/learn, one readable file each) with the step
// rule and the defaults that its authors gave it. docs/learning.md has the formulas and what differs from the papers.

import { MAX_PLIES } from '../kernel/layout.ts';
import type { NetworkDescription } from './network.ts';
import type { LearnSettings, Loop } from './learner.ts';

export interface Method {
  readonly name: string;
  readonly summary: string;
  readonly loop: Loop;
  readonly values: NetworkDescription['values'];
  /** Temporal coherence: every weight has a rate of its own, |E| / A. */
  readonly coherent: boolean;
  readonly alpha: number;
  readonly lambda: number;
  readonly restart: boolean;
  /** The value that every board starts with. */
  readonly initial: number;
}

const TD: Omit<Method, 'name' | 'summary'> = {
  loop: 'td',
  values: 'afterstate',
  coherent: false,
  alpha: 0.1,
  lambda: 0,
  restart: false,
  initial: 0,
};

export const METHODS: readonly Method[] = [
  { ...TD, name: 'td', summary: 'TD(0) on afterstates' },
  { ...TD, name: 'td-state', summary: 'TD(0) on states to move in', loop: 'td-state', values: 'state' },
  { ...TD, name: 'q', summary: 'Q-learning: values of actions', loop: 'q', values: 'action' },
  { ...TD, name: 'tc', summary: 'temporal coherence: a rate for each weight', coherent: true, alpha: 1 },
  { ...TD, name: 'td-lambda', summary: "Yeh's five-step TD(λ), after each game", loop: 'td-steps', lambda: 0.5 },
  { ...TD, name: 'tc-lambda', summary: 'delayed TC(λ)', loop: 'td-delayed', coherent: true, alpha: 1, lambda: 0.5 },
  { ...TD, name: 'otd', summary: 'optimistic TD, then TC for the last tenth', initial: 320_000 },
  {
    ...TD,
    name: 'backward',
    summary: 'from the end of a game back, restarting from its middle',
    loop: 'backward',
    coherent: true,
    alpha: 1,
    restart: true,
  },
  { ...TD, name: 'multistage', summary: "Yeh's multi-stage TD: one stage after the other" },
];

/** How many plies a delayed update waits: until a later error would count less than a tenth; with λ = 1, to the end. */
export function delayOf(loop: Loop, lambda: number): number {
  if (loop === 'td-steps') return 5;
  if (lambda === 0) return 1;
  return lambda === 1 ? MAX_PLIES : Math.min(MAX_PLIES, Math.ceil(Math.log(0.1) / Math.log(lambda) - 1e-9));
}

/** What the kernel is to do, by a method with some of its numbers changed. */
export function learnSettings(method: Method, changes: Partial<LearnSettings> = {}): LearnSettings {
  const { loop, alpha, lambda, coherent, restart } = method;
  const settings = { loop, alpha, lambda, coherent, restart, promote: false, carousel: false, ...changes };
  return { delay: delayOf(settings.loop, settings.lambda), ...settings };
}
