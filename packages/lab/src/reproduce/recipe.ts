// What a recipe is: a paper's tables and figures as numbers, the steps that make ours, and what to read from the steps. Recipes are
// data and a few lines that put results next to the paper's; the rooms below do all the work.

import type { Measurement } from 'afterstate/measure';
import type { CycleMetrics } from '../selfplay/trainer.ts';
import type { DqnMetrics } from '../dqn/trainer.ts';
import type { FitMetrics } from '../fit/fit.ts';
import type { BlockMetrics } from '../learn/trainer.ts';
import type { Figure } from '../measure/figure.ts';
import type { RecordsSummary } from '../records/summary.ts';
import type { PaperLetter } from './papers.ts';
import type { SelectedTuples, SelectSettings } from './select-step.ts';
import type { Table } from './table.ts';

/** Seconds, minutes, hours to days. */
export const SCALES = ['smoke', 'short', 'full'] as const;
export type Scale = (typeof SCALES)[number];

export type Settings = Readonly<Record<string, unknown>>;

/** Games of a player, measured. `{name}` in a spec stands for what the step of that name made. */
export interface EvalStep {
  readonly kind: 'eval';
  readonly name: string;
  readonly player: string;
  readonly game?: string;
  readonly games: number;
  readonly seed?: number;
}

/** A file of a player's games. */
export interface RecordsStep {
  readonly kind: 'records';
  readonly name: string;
  readonly player: string;
  readonly game?: string;
  readonly games?: number;
  readonly actions?: number;
  readonly seed?: number;
}

/** A run of train (n-tuple networks, or dqn by its method), fit or selfplay, by its settings. */
export interface RunStep {
  readonly kind: 'train' | 'dqn' | 'fit' | 'selfplay';
  readonly name: string;
  readonly settings: Settings;
}

/** A selection of tuples, each the best addition to those before it. */
export interface SelectStep {
  readonly kind: 'select';
  readonly name: string;
  readonly settings: SelectSettings;
}

/** Work that takes almost no time, and so starts again if it was not finished. */
export interface ComputeStep {
  readonly kind: 'compute';
  readonly name: string;
  /** Whether it needs neither Node nor files, so that a page can do it too. */
  readonly isPlain?: boolean;
  /** A command that shows the same to people; none if there is no such command. */
  readonly command?: string;
  /** `path` returns the place of what another step made. */
  readonly compute: (path: (name: string) => string) => Promise<unknown> | unknown;
}

export type Step = EvalStep | RecordsStep | RunStep | SelectStep | ComputeStep;

/** What an eval leaves: its measurement, and the score of every game in order. */
export interface Evaluated extends Measurement {
  readonly scores: readonly number[];
}

export interface Ran<Metrics> {
  readonly metrics: readonly Metrics[];
  readonly seconds: number;
}

/** Results of the steps, by name; asking for a missing one, or one of another kind, is a mistake in the recipe. */
export interface Results {
  evaluated(name: string): Evaluated;
  recorded(name: string): RecordsSummary;
  trained(name: string): Ran<BlockMetrics>;
  learnedQ(name: string): Ran<DqnMetrics>;
  fitted(name: string): Ran<FitMetrics>;
  played(name: string): Ran<CycleMetrics>;
  selected(name: string): SelectedTuples;
  computed<T>(name: string): T;
  /** How long a step took, in seconds. */
  secondsOf(name: string): number;
}

/** Replaces each `{name}` by the place of what that step made; a name that `place` does not know stays. */
export function placed(text: string, place: (name: string) => string | undefined): string {
  return text.replace(/\{([\w-]+)\}/g, (whole, name: string) => place(name) ?? whole);
}

export interface Outcome {
  readonly tables: readonly Table[];
  /** At least one; the first is figure.svg. */
  readonly figures: readonly Figure[];
}

export interface Recipe {
  /** The letter of its paper, and what it is: `e-tables1-3`. */
  readonly id: string;
  readonly paper: PaperLetter;
  readonly title: string;
  /** The tables and figures that it covers: `table1`, `figure4`; those of another paper with its letter: `b/figure3`. */
  readonly serves: readonly string[];
  /** What we expect to see, and why. */
  readonly expectation: string;
  /** How we read the paper where it is silent. */
  readonly readings: readonly string[];
  /** What differs from the paper. */
  readonly deviations: readonly string[];
  /** Rough estimates of the time of each scale on one core, for the list; not measurements. */
  readonly coreSeconds: Readonly<Record<Scale, number>>;
  steps(scale: Scale): readonly Step[];
  outcome(results: Results, scale: Scale): Outcome;
}
