// The selection: step by step, the tuple that helps most joins the network (Matsuzaki 2016, section V). All its progress is in
// the results of its jobs, so it continues by asking for the same jobs again: those already done cost nothing.

import { join } from 'node:path';
import type { TupleClass } from 'afterstate';
import { writeText } from '../files/disk.ts';
import type { SelectPlan, SelectRun } from './config.ts';
import { planSelection } from './config.ts';
import { sizeOf } from './criterion.ts';
import { drawCurves, drawSteps } from './curves.ts';
import type { SelectedStep, Selection } from './selection.ts';
import { selectionOf, stepOf } from './selection.ts';
import type { Step, Trial } from './step.ts';
import { fullStep, raceStep, shortStep } from './step.ts';
import type { Host, Trained, Training } from './trainings.ts';
import { train } from './trainings.ts';

export interface Effort {
  /** Jobs with a result; the most that are still to come. */
  readonly done: number;
  readonly left: number;
  /** Processor seconds, now and before. */
  readonly cpuSeconds: number;
  /** About how many processor seconds are left; undefined before the first result. */
  readonly cpuSecondsLeft: number | undefined;
}

export interface SelectEvents {
  onStep?(step: SelectedStep, effort: Effort): void;
  /** Called whenever a job is done or has progressed. */
  onProgress?(step: number, effort: Effort): void;
}

export interface Selected {
  /** Undefined if it was stopped before its end. */
  readonly selection: Selection | undefined;
  readonly steps: number;
}

export async function select(run: SelectRun, host: Host, events: SelectEvents, signal: AbortSignal): Promise<Selected> {
  const selector = new Selector(planSelection(run.config), host, events, signal);
  await run.keepSettings();
  try {
    const selection = await selector.run();
    await writeText(join(run.path, 'selection.json'), `${JSON.stringify(selection, undefined, 2)}\n`);
    await writeText(join(run.path, 'curves.svg'), drawCurves(selection));
    await writeText(join(run.path, 'steps.svg'), drawSteps(selection));
    return { selection, steps: selector.steps.length };
  } catch (error) {
    if (signal.aborted) return { selection: undefined, steps: selector.steps.length };
    throw error;
  }
}

class Selector {
  readonly #plan: SelectPlan;
  readonly #host: Host;
  readonly #events: SelectEvents;
  readonly #signal: AbortSignal;
  readonly steps: SelectedStep[] = [];
  /** Trainings of this step and their outcomes, by trial. */
  readonly #trained = new Map<string, Trained>();
  #cpuSeconds = 0;
  #jobs = 0;
  /** Seconds and jobs of the step under way. */
  #stepSeconds = 0;
  #stepJobs = 0;

  constructor(plan: SelectPlan, host: Host, events: SelectEvents, signal: AbortSignal) {
    this.#plan = plan;
    this.#host = host;
    this.#events = events;
    this.#signal = signal;
  }

  async run(): Promise<Selection> {
    const { config, candidates } = this.#plan;
    let network: string[] = [];
    while (network.length < config.tuples) {
      const left = candidates.filter(({ text }) => !network.includes(text));
      const step = await this.#step(network, left);
      this.steps.push(step);
      network = [...network, step.chosen];
      this.#events.onStep?.(step, this.#effort(0, 0, 0));
    }
    return selectionOf(this.#plan, this.steps);
  }

  async #step(network: readonly string[], left: readonly TupleClass[]): Promise<SelectedStep> {
    this.#trained.clear();
    this.#stepSeconds = this.#stepJobs = 0;
    const search = this.#search(left.length);
    let trainings = 0;
    let asked = search.next();
    while (!asked.done) {
      trainings += asked.value.length;
      asked = search.next(await this.#round(asked.value, network, left));
    }
    const standings = asked.value;
    const { candidate, values, games } = standings[0]!;
    const curves = values.map((_, seed) => this.#trained.get(keyOf({ candidate, seed, games }))!);
    return stepOf(this.#plan, { chosenBefore: network, candidates: left, standings, curves, trainings });
  }

  #search(candidates: number): Step {
    const { config, firstGames } = this.#plan;
    const { seeds, games, keep } = config;
    if (config.race) return raceStep({ candidates, seeds, games });
    if (config.short) return shortStep({ candidates, seeds, games, firstGames, keep });
    return fullStep({ candidates, seeds, games });
  }

  /** Does a round of trainings; returns their values. */
  async #round(trials: readonly Trial[], before: readonly string[], left: readonly TupleClass[]): Promise<number[]> {
    const { game, criterion, seeds, config } = this.#plan;
    const trainings = trials.map(({ candidate, seed, games }): Training => ({
      network: [...before, left[candidate]!.text],
      seed: seeds[seed]!,
      games,
    }));
    const jobsEach = criterion.ply === undefined ? 1 : 2;
    const jobs = this.#jobs;
    const stepJobs = this.#stepJobs;
    const trained = await train(trainings, { game, criterion, playGames: config.playGames }, this.#host, {
      signal: this.#signal,
      onProgress: ({ done }) => {
        this.#jobs = jobs + done;
        this.#stepJobs = stepJobs + done;
        const open = trials.length * jobsEach - done;
        this.#events.onProgress?.(before.length + 1, this.#effort(left.length, this.#stepJobs, open));
      },
      onSeconds: (seconds) => {
        this.#cpuSeconds += seconds;
        this.#stepSeconds += seconds;
      },
    });
    this.#jobs = jobs + trials.length * jobsEach;
    this.#stepJobs = stepJobs + trials.length * jobsEach;
    trials.forEach((trial, i) => this.#trained.set(keyOf(trial), trained[i]!));
    return trained.map(({ score }, i) => criterion.valueOf(score, sizeOf(game.name, trainings[i]!.network.join(' '))));
  }

  /** How much is still to do, in a step with this many candidates and in those after it. */
  #effort(candidates: number, doneOfStep: number, open: number): Effort {
    const { config, criterion } = this.#plan;
    const each = criterion.ply === undefined ? 1 : 2;
    const all = this.#plan.candidates.length;
    const jobsOf = (count: number): number =>
      each * config.seeds * (config.short ? count + Math.min(config.keep, count) : count);
    const here = this.steps.length;
    const ofStep = candidates === 0 ? 0 : Math.max(open, jobsOf(candidates) - doneOfStep);
    const perJob = this.#stepJobs === 0 ? undefined : this.#stepSeconds / this.#stepJobs;
    const current = candidates === 0 ? here : here + 1;
    let left = ofStep;
    let seconds = ofStep * (perJob ?? 0);
    for (let tuples = current + 1; tuples <= config.tuples; tuples++) {
      const jobs = jobsOf(all - tuples + 1);
      left += jobs;
      // More tuples take longer: each move looks up more weights, and games get longer.
      seconds += jobs * (perJob ?? 0) * (tuples / current) ** 1.5;
    }
    return {
      done: this.#jobs,
      left,
      cpuSeconds: this.#cpuSeconds,
      cpuSecondsLeft: perJob === undefined ? undefined : seconds,
    };
  }
}

function keyOf({ candidate, seed, games }: Trial): string {
  return `${candidate}/${seed}/${games}`;
}
