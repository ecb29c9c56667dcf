// The trainer: plays the phases of a training block by block, writes a line of metrics after each, and a checkpoint now and
// then. Stopped or killed, it continues from the last checkpoint; with one thread exactly as if nothing had happened, because a
// game's chance depends on its number and a block always has the same games.

import { openLearner } from 'afterstate/node';
import type { Learned, Learner, LearnerOptions, LearnOptions } from 'afterstate';
import { histogram } from 'afterstate/measure';
import type { Plan, TrainConfig, TrainRun } from './config.ts';
import { planTraining } from './config.ts';
import { loadCheckpoint, loadInitial, saveCheckpoint, saveModel } from './checkpoint.ts';
import type { TrainState } from './checkpoint.ts';
import type { BlockScores } from './block-scores.ts';
import { blockScores, tenths } from './block-scores.ts';
import type { Phase } from './phases.ts';
import { isSaturated, needsCoherence, phasesOf } from './phases.ts';
import { loadStarts, startsSource } from './starts.ts';

/** One line of metrics.jsonl, and of `train --json`. */
export interface BlockMetrics extends BlockScores {
  readonly phase: string;
  /** Games and moves since the beginning. */
  readonly games: number;
  readonly moves: number;
  /** The share of this block's games that reached each tile. */
  readonly reach: Readonly<Record<string, number>>;
  /** Tile → how many of this block's games ended with it as their largest. */
  readonly largest: Readonly<Record<string, number>>;
  readonly largestTile: number;
  /** While boards are collected: how many games of this phase have reached the split, and their average final score. */
  readonly reachedGames?: number;
  readonly normalisedScore?: number | null;
  readonly alpha: number;
  readonly movesPerSecond: number;
  /** Seconds of learning since the beginning, without pauses. */
  readonly seconds: number;
}

export interface TrainEvents {
  /** After each block; `done` of `total` games. */
  onBlock?(metrics: BlockMetrics, done: number, total: number): void;
  /** The games of a block, and which of them count in its average; with one thread they are in order. */
  onGames?(learned: Learned, counts: readonly boolean[]): void;
  /** About ten times per second. */
  onProgress?(games: number, total: number, movesPerSecond: number): void;
  onCheckpoint?(path: string): void;
  /** Something worth a line: a phase begins, or a collection found nothing. */
  onNote?(text: string): void;
}

export interface Trained {
  readonly finished: boolean;
  readonly games: number;
}

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

/** A training that keeps nothing: `use` gets the learner at the end, which is then closed. */
export async function trainInMemory<T>(
  config: TrainConfig,
  events: TrainEvents,
  use: (learner: Learner, plan: Plan, state: TrainState) => Promise<T>,
): Promise<T> {
  const plan = planTraining(config);
  const phases = phasesOf(plan);
  const learner = await openLearner(learnerOptions(plan, phases));
  try {
    const trainer = new Trainer(undefined, plan, phases, learner, events, new AbortController().signal);
    await trainer.run();
    return await use(learner, plan, trainer.state);
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
    boards:
      plan.config.starts !== undefined || phases.some(({ collects }) => collects !== undefined)
        ? plan.config.boards
        : 0,
  };
}

class Trainer {
  /** Undefined if nothing is kept. */
  readonly #run: TrainRun | undefined;
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
    longest: 0,
    seconds: 0,
    lines: 0,
    averages: [],
    blockScore: 0,
    blockGames: 0,
    saturated: false,
    largest: 0,
    starts: [],
    collected: [],
    reachedGames: 0,
    reachedScore: 0,
  };
  #saved = performance.now();
  /** Games since this process took up the training: those whose longest is known. */
  #seen = 0;

  constructor(
    run: TrainRun | undefined,
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

  get state(): TrainState {
    return this.#state;
  }

  async run(): Promise<Trained> {
    await this.#restore();
    const state = this.#state;
    for (let phase = this.#phases[state.phase]; phase; phase = this.#phases[state.phase]) {
      await this.#enter(phase);
      const finished = await this.#play(phase);
      if (!finished) {
        await this.#save();
        return { finished: false, games: state.games };
      }
      // The last phase is never left: a finished run can be extended.
      if (state.phase === this.#phases.length - 1) break;
      this.#leave(phase);
    }
    await this.#save();
    if (this.#run) await saveModel(this.#run.modelPath, this.#learner, this.#plan, state);
    return { finished: true, games: state.games };
  }

  /** Continues from the newest intact checkpoint. */
  async #restore(): Promise<void> {
    const load = (path: string) => loadCheckpoint(path, this.#learner);
    this.#state = (await this.#run?.latest(load, this.#events.onNote)) ?? this.#state;
    if (this.#state.lines === 0) {
      const { initial = this.#plan.method.initial } = this.#plan.config;
      this.#learner.fill(initial);
      for (const { coherence } of this.#learner.segments()) coherence?.fill(0);
      await loadInitial(this.#plan.config, this.#learner, this.#events.onNote);
      await this.#loadStarts();
    }
    const state = this.#state;
    await this.#run?.keepMetrics(state.games);
    // A single phase is never over for good: it can be extended.
    if (state.phase === 1 && this.#phases.length === 1) Object.assign(state, { phase: 0, phaseGames: state.games });
  }

  async #loadStarts(): Promise<void> {
    const { game, network, config } = this.#plan;
    if (config.starts === undefined) return;
    const source = startsSource(config.starts, game);
    const { seed, boards: most, until } = config;
    this.#state.starts = await loadStarts(source, { game, network, most, seed, until });
    this.#events.onNote?.(`games start from ${this.#state.starts.length} boards of '${source.file}'`);
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

  /** Plays a phase to its end; false if it was stopped before. */
  async #play(phase: Phase): Promise<boolean> {
    const { config } = this.#plan;
    const state = this.#state;
    const total = this.#phases.reduce((sum, { games, collects }) => sum + (collects === undefined ? games : 0), 0);
    const wanted = config.moves ?? Infinity;
    while (state.phaseGames < phase.games && state.moves < wanted && !this.#full(phase)) {
      // Play to the end of the block, which may have begun before a stop: blocks have the same games however often runs stop.
      const games = Math.min(config.block - (state.phaseGames % config.block), phase.games - state.phaseGames);
      const began = performance.now();
      const before = state.games;
      const learned = await this.#learn(games, wanted - state.moves, (done) =>
        this.#events.onProgress?.(before + done.games, total, (done.moves * 1000) / (performance.now() - began)),
      );
      const seconds = (performance.now() - began) / 1000;
      // A stopped block counts the games that it has: none is lost or learned twice.
      if (learned.scores.length > 0) await this.#count(phase, learned, seconds, total);
      if (phase.collects !== undefined) state.collected = this.#learner.collected();
      if (this.#signal.aborted) return state.phaseGames >= phase.games || state.moves >= wanted;
      if (performance.now() - this.#saved > config.checkpoint * 1000) await this.#save();
    }
    return true;
  }

  /**
   * Learns from the next games, up to the first that reaches a number of moves. The kernel plays a given count of games to the
   * end, so counts are kept small enough not to overshoot: no more games than were seen before, and no more than would fit if
   * each were twice as long as the longest of those. Near the end that is one game at a time.
   */
  async #learn(games: number, moves: number, onProgress: NonNullable<LearnOptions['onProgress']>): Promise<Learned> {
    const { seed } = this.#plan.config;
    const parts: Learned[] = [];
    let [played, made] = [0, 0];
    while (played < games && made < moves && !(this.#signal.aborted && played > 0)) {
      const safe = Math.min(this.#seen, Math.floor((moves - made) / (2 * this.#state.longest || Infinity)));
      const [before, movesBefore] = [played, made];
      const part = await this.#learner.learn({
        games: Math.min(games - played, moves === Infinity ? games : Math.max(1, safe)),
        seed,
        first: this.#state.games + played,
        signal: this.#signal,
        onProgress: (done) => onProgress({ games: before + done.games, moves: movesBefore + done.moves }),
      });
      if (part.scores.length === 0) break;
      parts.push(part);
      played += part.scores.length;
      this.#seen += part.scores.length;
      for (const count of part.moves) {
        made += count;
        this.#state.longest = Math.max(this.#state.longest, count);
      }
    }
    return joined(parts);
  }

  /** Whether a collecting phase has all the boards it needs, at the end of a block. */
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
    // A game that began in its middle does not own its earlier score.
    const counts = Array.from(inner, (started) => started === 0 || state.starts.length > 0);
    this.#events.onGames?.(learned, counts);
    const whole = scores.filter((_, i) => counts[i]);
    const score = whole.reduce((sum, n) => sum + n, 0);
    const reach: Record<string, number> = {};
    for (let e = game.goal; e <= state.largest; e++) {
      reach[game.tile(e)] = largest.filter((exponent) => exponent >= e).length / largest.length;
    }
    const counted = new Map<number, number>();
    for (const exponent of largest) counted.set(exponent, (counted.get(exponent) ?? 0) + 1);
    const reachedScores = scores.filter((_, i) => learned.reached[i] === 1);
    state.reachedGames += reachedScores.length;
    state.reachedScore += reachedScores.reduce((sum, n) => sum + n, 0);
    const metrics: BlockMetrics = {
      phase: phase.name,
      games: state.games,
      moves: state.moves,
      ...blockScores(whole),
      reach,
      largest: histogram(game, counted),
      largestTile: game.tile(largestHere),
      ...(phase.collects !== undefined && { reachedGames: state.reachedGames, normalisedScore: normalised(state) }),
      alpha: state.saturated && config.alphaFinal !== undefined ? config.alphaFinal : phase.settings.alpha,
      movesPerSecond: Math.round(played / seconds),
      seconds: Math.round(state.seconds * 1000) / 1000,
    };
    state.lines++;
    await this.#run?.appendMetrics(metrics);
    state.blockScore += score;
    state.blockGames += whole.length;
    const blockEnds = state.phaseGames % config.block === 0;
    if (blockEnds && config.alphaFinal !== undefined && !state.saturated && phase.collects === undefined) {
      const { alphaDrop } = config;
      if (alphaDrop === undefined) state.averages.push(state.blockGames > 0 ? state.blockScore / state.blockGames : 0);
      if (alphaDrop === undefined ? isSaturated(state.averages) : state.phaseGames >= alphaDrop) {
        state.saturated = true;
        state.averages = [];
        await this.#learner.configure({ ...phase.settings, alpha: config.alphaFinal });
        const saturated = alphaDrop === undefined ? 'learning is saturated ' : '';
        this.#events.onNote?.(
          `${saturated}after ${state.games} games: the step size is ${config.alphaFinal} from here on`,
        );
      }
    }
    if (blockEnds) Object.assign(state, { blockScore: 0, blockGames: 0 });
    this.#events.onBlock?.(metrics, state.games, total);
  }

  /** Ends a phase: the next phase's games start from the boards that it collected. */
  #leave(phase: Phase): void {
    const state = this.#state;
    if (phase.collects !== undefined) {
      state.starts = state.collected;
      state.collected = [];
      this.#events.onNote?.(
        `${state.starts.length} boards of stage ${phase.collects + 1} from ${state.phaseGames} games${state.reachedGames > 0 ? `, whose normalised ${phase.collects}-${phase.collects + 1} score is ${normalised(state)}` : ''}`,
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
    state.reachedGames = 0;
    state.reachedScore = 0;
    state.saturated = false;
  }

  /** Gives stages the weights of the stage before the first of them. */
  #copyStages(from: number, to: number): void {
    const all = this.#learner.segments();
    for (const { stage, table, first, weights } of all) {
      if (stage < from || stage > to) continue;
      const source = all.find((other) => other.stage === from - 1 && other.table === table && other.first === first);
      if (source) weights.set(source.weights);
    }
  }

  async #save(): Promise<void> {
    if (!this.#run) return;
    const path = this.#run.checkpointPath(this.#state.lines);
    await saveCheckpoint(path, this.#learner, this.#plan, this.#state);
    this.#saved = performance.now();
    await this.#run.prune();
    this.#events.onCheckpoint?.(path);
  }
}

/** The games of several calls, joined. */
function joined(parts: readonly Learned[]): Learned {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  const all = <Values extends Iterable<number>>(of: (part: Learned) => Values): number[] =>
    parts.flatMap((part) => [...of(part)]);
  return {
    scores: Float64Array.from(all(({ scores }) => scores)),
    moves: Uint32Array.from(all(({ moves }) => moves)),
    largest: Uint8Array.from(all(({ largest }) => largest)),
    inner: Uint8Array.from(all(({ inner }) => inner)),
    reached: Uint8Array.from(all(({ reached }) => reached)),
  };
}

/** The average final score of the games that reached the split of this phase (Yeh et al., IV.B). */
function normalised({ reachedGames, reachedScore }: TrainState): number | null {
  return reachedGames > 0 ? tenths(reachedScore / reachedGames) : null;
}
