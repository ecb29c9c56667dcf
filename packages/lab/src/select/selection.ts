// selection.json: what a selection found, and how. It holds no times, worker names or dates, so the same settings give the same
// bytes, however often the selection was stopped and wherever its jobs ran. docs/guide/selection.md has the format.

import type { TupleClass } from 'afterstate';
import { deviation, mean, meanInterval } from 'afterstate/measure';
import type { Interval } from 'afterstate/measure';
import { thisBuild } from '../jobs/build.ts';
import type { SelectConfig, SelectPlan } from './config.ts';
import { sizeOf } from './criterion.ts';
import { toldFrom } from './race.ts';
import type { Standing } from './step.ts';
import type { Trained } from './trainings.ts';
import { windowOf } from './trainings.ts';

export interface Candidate {
  readonly place: number;
  readonly tuple: string;
  /** Games of each training, and its seeds. */
  readonly games: number;
  readonly seeds: readonly number[];
  /** By seed. */
  readonly values: readonly number[];
  readonly mean: number;
  /** Null for one seed. */
  readonly deviation: number | null;
  readonly ci95: Interval | null;
  /** Whether it is certainly worse than the best; null if there is only one seed each. */
  readonly worse: boolean | null;
  /** With --short, for candidates that got all games: how they did with fewer. */
  readonly earlier?: { readonly games: number; readonly values: readonly number[]; readonly mean: number };
}

export interface CurvePoint {
  readonly games: number;
  readonly mean: number;
  readonly ci95: Interval | null;
}

export interface SelectedStep {
  /** How many tuples the network has after this step. */
  readonly tuples: number;
  readonly chosen: string;
  readonly network: string;
  readonly lookups: number;
  readonly bytes: number;
  /** The best first. */
  readonly candidates: readonly Candidate[];
  /** How many other candidates cannot be told from the best; null if there is only one seed each. */
  readonly notTold: number | null;
  /** Trainings done, and trainings saved compared with every seed of every candidate with all games. */
  readonly trainings: number;
  readonly saved: number;
  /** The mean score of the games up to each mark, over the seeds of the chosen network. */
  readonly curve: readonly CurvePoint[];
}

export interface Selection {
  readonly versions: { readonly afterstate: string; readonly kernel: string };
  readonly settings: SelectConfig;
  /** A training's score is the mean of this many games at its end. */
  readonly window: number;
  readonly unit: string;
  readonly steps: readonly SelectedStep[];
  readonly network: string;
  readonly trainings: number;
  readonly saved: number;
}

/** What is known at the end of a step. */
export interface StepFound {
  readonly chosenBefore: readonly string[];
  readonly candidates: readonly TupleClass[];
  readonly standings: readonly Standing[];
  /** The values of the winner, by seed. */
  readonly curves: readonly Trained[];
  readonly trainings: number;
}

export function stepOf({ game, seeds, config }: SelectPlan, found: StepFound): SelectedStep {
  const { chosenBefore, candidates, standings, curves, trainings } = found;
  const { games } = standings[0]!;
  // Candidates with fewer games say nothing about those with all.
  const whole = standings.filter((standing) => standing.games === games);
  const worse = toldFrom(whole.map(({ values }) => values));
  const ranked = standings.map((standing, i): Candidate => {
    const { values, earlier } = standing;
    const of = standing.games === games ? worse?.[i] : worse && true;
    return {
      place: i + 1,
      tuple: candidates[standing.candidate]!.text,
      games: standing.games,
      seeds: seeds.slice(0, values.length),
      values,
      mean: mean(values),
      deviation: deviation(values) ?? null,
      ci95: meanInterval(values) ?? null,
      worse: of ?? null,
      ...(earlier && { earlier: { ...earlier, mean: mean(earlier.values) } }),
    };
  });
  const chosen = ranked[0]!.tuple;
  const network = [...chosenBefore, chosen].join(' ');
  return {
    tuples: chosenBefore.length + 1,
    chosen,
    network,
    ...sizeOf(game.name, network),
    candidates: ranked,
    notTold: worse ? worse.slice(1).filter((told) => !told).length : null,
    trainings,
    saved: config.race ? candidates.length * seeds.length - trainings : 0,
    curve: curveOf(curves),
  };
}

export function selectionOf({ config, criterion }: SelectPlan, steps: readonly SelectedStep[]): Selection {
  const { version, kernel } = thisBuild();
  const sum = (of: (step: SelectedStep) => number): number => steps.reduce((total, step) => total + of(step), 0);
  return {
    versions: { afterstate: version, kernel },
    settings: config,
    window: windowOf(config.games),
    unit: criterion.unit,
    steps,
    network: steps.at(-1)!.network,
    trainings: sum(({ trainings }) => trainings),
    saved: sum(({ saved }) => saved),
  };
}

function curveOf(curves: readonly Trained[]): CurvePoint[] {
  return curves[0]!.marks.map(({ games }, i) => {
    const means = curves.map(({ marks }) => marks[i]!.mean);
    return { games, mean: mean(means), ci95: meanInterval(means) ?? null };
  });
}
