// The kernel's loops by name (kernel/src/learn, one readable file each), and the methods of learning: each is a loop with its authors'
// step rule and defaults. docs/reference/methods.md has the formulas and what differs from the papers.

import * as at from '../kernel/layout.ts';
import type { NetworkDescription } from './network.ts';

/** The loops of kernel/src/learn, by their numbers in the kernel. */
export const LOOPS = {
  td: at.LOOP_TD,
  'td-delayed': at.LOOP_TD_DELAYED,
  'td-steps': at.LOOP_TD_STEPS,
  backward: at.LOOP_BACKWARD,
  'td-state': at.LOOP_TD_STATE,
  q: at.LOOP_Q,
};
export type Loop = keyof typeof LOOPS;

export interface LearnSettings {
  readonly loop: Loop;
  /** The step size as the share of the error that one update removes (it is divided by the number of lookups). */
  readonly alpha: number;
  readonly lambda: number;
  /** How many plies an update waits (td-delayed), or how many returns it uses (td-steps). */
  readonly delay: number;
  /** Whether each weight uses its own rate; needs a learner that keeps the rates. */
  readonly coherent: boolean;
  readonly restart: boolean;
  readonly promote: boolean;
  readonly carousel: boolean;
  /** Every episode stays in the stage it started in, whatever it reaches: for teaching one of several stages. */
  readonly fixedStage?: number;
  /** Episodes end where this stage begins, and only the stages before it learn; only for the loops td and td-delayed. */
  readonly until?: number;
}

export interface Method {
  readonly name: string;
  /** What people call it. */
  readonly title: string;
  readonly summary: string;
  readonly loop: Loop;
  readonly values: NetworkDescription['values'];
  /** Temporal coherence: every weight has its own rate, |E| / A. */
  readonly coherent: boolean;
  readonly alpha: number;
  /** How much later returns count; undefined if the loop does not use them. */
  readonly lambda: number | undefined;
  readonly restart: boolean;
  /** The value that every board starts with. */
  readonly initial: number;
  /** Whether its settings change during training, in phases that a trainer arranges; otherwise one loop does it all. */
  readonly hasPhases: boolean;
}

const TD: Omit<Method, 'name' | 'title' | 'summary'> = {
  loop: 'td',
  values: 'afterstate',
  coherent: false,
  alpha: 0.1,
  lambda: undefined,
  restart: false,
  initial: 0,
  hasPhases: false,
};

export const METHODS: readonly Method[] = [
  { ...TD, name: 'td', title: 'TD', summary: 'TD(0) on afterstates' },
  {
    ...TD,
    name: 'td-state',
    title: 'TD on states',
    summary: 'TD(0) on states before the move',
    loop: 'td-state',
    values: 'state',
  },
  { ...TD, name: 'q', title: 'Q-learning', summary: 'Q-learning: values of actions', loop: 'q', values: 'action' },
  {
    ...TD,
    name: 'tc',
    title: 'TC',
    summary: 'temporal coherence: a rate for each weight',
    coherent: true,
    alpha: 1,
  },
  {
    ...TD,
    name: 'td-lambda',
    title: 'TD(λ)',
    summary: "Yeh's five-step TD(λ), after each game",
    loop: 'td-steps',
    lambda: 0.5,
  },
  {
    ...TD,
    name: 'tc-lambda',
    title: 'TC(λ)',
    summary: 'delayed TC(λ)',
    loop: 'td-delayed',
    coherent: true,
    alpha: 1,
    lambda: 0.5,
  },
  {
    ...TD,
    name: 'otd',
    title: 'optimistic TD',
    summary: 'optimistic TD, then TC for the last tenth of the games',
    initial: 320_000,
    hasPhases: true,
  },
  {
    ...TD,
    name: 'backward',
    title: 'backward TC',
    summary: 'TC from the end of each game backwards, replayed from its middle',
    loop: 'backward',
    coherent: true,
    alpha: 1,
    lambda: 0,
    restart: true,
  },
  {
    ...TD,
    name: 'multistage',
    title: 'multi-stage TD',
    summary: "Yeh's multi-stage TD: one stage after another",
    hasPhases: true,
  },
];

/** How many plies a delayed update waits: until a later error would count for less than a tenth; with λ = 1, to the end. */
export function delayOf(loop: Loop, lambda: number): number {
  if (loop === 'td-steps') return 5;
  if (lambda === 0) return 1;
  return lambda === 1 ? at.MAX_PLIES : Math.min(at.MAX_PLIES, Math.ceil(Math.log(0.1) / Math.log(lambda) - 1e-9));
}

/** The kernel's settings for a method with some of its numbers changed. */
export function learnSettings(method: Method, changes: Partial<LearnSettings> = {}): LearnSettings {
  const { loop, alpha, lambda = 0, coherent, restart } = method;
  const settings = { loop, alpha, lambda, coherent, restart, promote: false, carousel: false, ...changes };
  return { delay: delayOf(settings.loop, settings.lambda), ...settings };
}
