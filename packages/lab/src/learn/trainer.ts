// The trainer: plays the phases of a training block by block, writes a line of metrics after each, and a checkpoint now and
// then. Stopped or killed, it goes on from the last checkpoint; with one thread exactly as if nothing had happened,
// since a game's chance comes from its number and a block is always the same games.

import { openLearner } from 'afterstate/node';
import type { Learned, Learner, LearnerOptions, Start } from 'afterstate';
import type { Plan } from './config.ts';
import { planTraining } from './config.ts';
import { loadCheckpoint, loadInitial, saveCheckpoint, saveModel } from './checkpoint.ts';
import type { Phase } from './phases.ts';
import { isSaturated, needsCoherence, phasesOf } from './phases.ts';
import type { BlockMetrics, TrainRun } from './run-folder.ts';

/** Where a training stands between two blocks: with the weights, all that going on needs. */
export interface TrainState {
  phase: number;
  /** Games of this phase, and of all. */
  phaseGames: number;
  games: number;
  moves: number;
  seconds: number;
  /** Lines of metrics that belong to this state. */
  lines: number;
  /** Averages of this phase's blocks, while the step size waits for saturation; of the block under way, score and games. */
  averages: number[];
  blockScore: number;
  blockGames: number;
  saturated: boolean;
  /** The largest exponent seen. */
  largest: number;
  /** Multi-stage: the boards that this phase's games start from. */
  starts: Start[];
  /** Multi-stage: the boards that this phase has collected so far. */
  collected: Start[];
}

export interface TrainEvents {
  /** After each block; `done` of `total` games. */
  onBlock?(metrics: BlockMetrics, done: number, total: number): void;
  /** About ten times a second. */
  onProgress?(games: number, total: number, movesPerSecond: number): void;
  onCheckpoint?(path: string): void;
  /** Something worth a line: a phase begins, a collection found nothing. */
  onNote?(text: string): void;
}

export interface Trained {
  readonly finished: boolean;
  readonly games: number;
  readonly modelPath: string | undefined;
}

const KEEP_CHECKPOINTS = 2;

export async function train(run: TrainRun, events: TrainEvents, signal: AbortSignal): Promise<Trained> {
  const plan = planTraining(run.config);
  const phases = phasesOf(plan);
  const learner = await openLearner(learnerOptions(plan, phases));
  try {
    return await new Trainer(run, plan, phases, learner, events, signal).run();
  } finally {
    await learner.close();
  }
}

/** What the learner of a training needs. */
export function learnerOptions(plan: Plan, phases = phasesOf(plan)): LearnerOptions {
  return {
    game: plan.game,
    network: plan.network,
    threads: plan.config.threads,
    coherent: needsCoherence(phases),
    boards: phases.some(({ collects }) => collects !== undefined) ? plan.config.boards : 0,
  };
}

class Trainer {
  readonly #run: TrainRun;
  readonly #plan: Plan;
  readonly #phases: readonly Phase[];
  readonly #learner: Learner;
  readonly #events: TrainEvents;
  readonly #signal: AbortSignal;
  #state: TrainState = {
    phase: 0,
    phaseGames: 0,
    games: 0,
    moves: 0,
    seconds: 0,
    lines: 0,
    averages: [],
    blockScore: 0,
    blockGames: 0,
    saturated: false,
    largest: 0,
    starts: [],
    collected: [],
  };
  #saved = performance.now();

  constructor(
    run: TrainRun,
    plan: Plan,
    phases: readonly Phase[],
    learner: Learner,
    events: TrainEvents,
    signal: AbortSignal,
  ) {
    this.#run = run;
    this.#plan = plan;
    this.#phases = phases;
    this.#learner = learner;
    this.#events = events;
    this.#signal = signal;
  }

  async run(): Promise<Trained> {
    await this.#restore();
    const state = this.#state;
    for (let phase = this.#phases[state.phase]; phase; phase = this.#phases[state.phase]) {
      await this.#enter(phase);
      const finished = await this.#play(phase);
      if (!finished) {
        await this.#save();
        return { finished: false, games: state.games, modelPath: undefined };
      }
      // The last phase is not left: a run that has ended can be made longer.
      if (state.phase === this.#phases.length - 1) break;
      this.#leave(phase);
    }
    await this.#save();
    await saveModel(this.#run.modelPath, this.#learner, this.#plan, state);
    return { finished: true, games: state.games, modelPath: this.#run.modelPath };
  }

  /** Goes on from the newest checkpoint that is whole. */
  async #restore(): Promise<void> {
    const load = (path: string) => loadCheckpoint(path, this.#learner);
    this.#state = (await this.#run.latest(load, this.#events.onNote)) ?? this.#state;
    if (this.#state.lines === 0) {
      const { initial = this.#plan.method.initial } = this.#plan.config;
      // A damaged checkpoint may have left some weights behind.
      this.#learner.fill(initial);
      for (const { coherence } of this.#learner.segments()) coherence?.fill(0);
      await loadInitial(this.#plan.config, this.#learner);
    }
    const state = this.#state;
    await this.#run.keepMetrics(state.games);
    // A single phase is never over for good: it can be made longer.
    if (state.phase === 1 && this.#phases.length === 1) Object.assign(state, { phase: 0, phaseGames: state.games });
  }

  async #enter(phase: Phase): Promise<void> {
    const { alphaFinal } = this.#plan.config;
    const alpha = this.#state.saturated && alphaFinal !== undefined ? alphaFinal : phase.settings.alpha;
    await this.#learner.configure({ ...phase.settings, alpha });
    const { stage = 0 } = phase;
    if (this.#plan.config.promote && stage > 0 && phase.collects === undefined && this.#state.phaseGames === 0)
      this.#copyStages(stage, stage);
    this.#learner.startFrom(this.#state.starts);
    this.#learner.collect(phase.collects, this.#state.collected);
    if (this.#phases.length > 1)
      this.#events.onNote?.(
        `${phase.name}: ${phase.collects === undefined ? `${phase.games} games` : `up to ${this.#plan.config.boards} boards`}`,
      );
  }

  /** Plays a phase to its end; false where it was stopped before. */
  async #play(phase: Phase): Promise<boolean> {
    const { config } = this.#plan;
    const state = this.#state;
    const total = this.#phases.reduce((sum, { games, collects }) => sum + (collects === undefined ? games : 0), 0);
    while (state.phaseGames < phase.games && !this.#full(phase)) {
      // To the end of the block, which may have been begun before a stop: blocks are the same games however often that was.
      const games = Math.min(config.block - (state.phaseGames % config.block), phase.games - state.phaseGames);
      const began = performance.now();
      const before = state.games;
      const learned = await this.#learner.learn({
        games,
        seed: config.seed,
        first: state.games,
        signal: this.#signal,
        onProgress: (done) =>
          this.#events.onProgress?.(before + done.games, total, (done.moves * 1000) / (performance.now() - began)),
      });
      const seconds = (performance.now() - began) / 1000;
      // A stopped block counts with the games that it has: no game is lost or learned twice.
      if (learned.scores.length > 0) await this.#count(phase, learned, seconds, total);
      if (phase.collects !== undefined) state.collected = this.#learner.collected();
      if (this.#signal.aborted) return state.phaseGames >= phase.games;
      if (performance.now() - this.#saved > config.checkpoint * 1000) await this.#save();
    }
    return true;
  }

  /** Whether a collecting phase has all the boards it wants, at the end of a block. */
  #full({ collects }: Phase): boolean {
    const { block, boards } = this.#plan.config;
    const whole = this.#state.phaseGames % block === 0;
    return collects !== undefined && whole && this.#learner.collectedCount() >= boards;
  }

  async #count(phase: Phase, learned: Learned, seconds: number, total: number): Promise<void> {
    const state = this.#state;
    const { config, game } = this.#plan;
    const { scores, moves, largest, inner } = learned;
    const played = moves.reduce((sum, n) => sum + n, 0);
    state.phaseGames += scores.length;
    state.games += scores.length;
    state.moves += played;
    state.seconds += seconds;
    const largestHere = largest.reduce((most, exponent) => Math.max(most, exponent), 0);
    state.largest = Math.max(state.largest, largestHere);
    // What a game that began in its middle scored before is not its own.
    const whole = scores.filter((_, i) => !inner[i] || state.starts.length > 0);
    const score = whole.reduce((sum, n) => sum + n, 0);
    const reach: Record<string, number> = {};
    const least = game.name === '2048' ? 11 : 9;
    for (let e = least; e <= state.largest; e++) {
      reach[game.tile(e)] = largest.filter((exponent) => exponent >= e).length / largest.length;
    }
    const metrics: BlockMetrics = {
      phase: phase.name,
      games: state.games,
      moves: state.moves,
      averageScore: whole.length > 0 ? Math.round((score / whole.length) * 10) / 10 : null,
      maxScore: whole.reduce((most, n) => Math.max(most, n), 0),
      reach,
      largestTile: game.tile(largestHere),
      alpha: state.saturated && config.alphaFinal !== undefined ? config.alphaFinal : phase.settings.alpha,
      movesPerSecond: Math.round(played / seconds),
      seconds: Math.round(state.seconds * 1000) / 1000,
    };
    state.lines++;
    await this.#run.appendMetrics(metrics);
    state.blockScore += score;
    state.blockGames += whole.length;
    const blockEnds = state.phaseGames % config.block === 0;
    if (blockEnds && config.alphaFinal !== undefined && !state.saturated && phase.collects === undefined) {
      state.averages.push(state.blockGames > 0 ? state.blockScore / state.blockGames : 0);
      if (isSaturated(state.averages)) {
        state.saturated = true;
        state.averages = [];
        await this.#learner.configure({ ...phase.settings, alpha: config.alphaFinal });
        this.#events.onNote?.(
          `learning is saturated after ${state.games} games: the step size is ${config.alphaFinal} from here on`,
        );
      }
    }
    if (blockEnds) Object.assign(state, { blockScore: 0, blockGames: 0 });
    this.#events.onBlock?.(metrics, state.games, total);
  }

  /** Ends a phase: the boards that it collected are where the next one's games start. */
  #leave(phase: Phase): void {
    const state = this.#state;
    if (phase.collects !== undefined) {
      state.starts = state.collected;
      state.collected = [];
      this.#events.onNote?.(
        `${state.starts.length} boards of stage ${phase.collects + 1} from ${state.phaseGames} games`,
      );
      if (state.starts.length === 0) {
        this.#events.onNote?.(
          `no game reached stage ${phase.collects + 1}: it and those after it keep the weights of stage ${phase.collects}`,
        );
        this.#copyStages(phase.collects, this.#plan.network.stageCount - 1);
        state.phase = this.#phases.length;
        return;
      }
    }
    state.phase++;
    state.phaseGames = 0;
    state.averages = [];
    state.blockScore = 0;
    state.blockGames = 0;
    state.saturated = false;
  }

  /** Gives stages the weights of the one before the first of them. */
  #copyStages(from: number, to: number): void {
    const all = this.#learner.segments();
    for (const { stage, table, first, weights } of all) {
      if (stage < from || stage > to) continue;
      const source = all.find((other) => other.stage === from - 1 && other.table === table && other.first === first);
      if (source) weights.set(source.weights);
    }
  }

  async #save(): Promise<void> {
    const path = this.#run.checkpointPath(this.#state.lines);
    await saveCheckpoint(path, this.#learner, this.#plan, this.#state);
    this.#saved = performance.now();
    await this.#run.prune(KEEP_CHECKPOINTS);
    this.#events.onCheckpoint?.(path);
  }
}
