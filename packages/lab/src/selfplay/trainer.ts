// The cycles of self-play: play with the current network, learn from the last games, and repeat. Judged, as in Allik et al.: learn,
// play 25 games, and revert the weights unless these were the best games so far. Every cycle ends with a checkpoint; a run that was
// stopped or killed continues from the last, with one thread exactly as if nothing had happened.

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ValueSettings } from 'afterstate';
import { Random } from 'afterstate';
import { writeFileWhole } from 'afterstate/node';
import { needFolder } from '../files/disk.ts';
import { deviation, histogram, mean, meanInterval } from 'afterstate/measure';
import type { Interval } from 'afterstate/measure';
import { KEPT_CHECKPOINTS } from '../files/run-folder.ts';
import { VERSION } from '../files/version.ts';
import type { Measures } from '../neural/learner.ts';
import { Divergence, NeuralLearner } from '../neural/learner.ts';
import { exportModel } from '../neural/model-file.ts';
import { Parameters } from '../neural/parameters.ts';
import { Arena } from './arena.ts';
import type { RunState } from './checkpoint.ts';
import { loadCheckpoint, saveCheckpoint } from './checkpoint.ts';
import type { Plan, SelfPlayRun } from './config.ts';
import { planSelfPlay } from './config.ts';
import { selfPlayObjective } from './objective.ts';
import type { Played, PlaySettings } from './seats.ts';
import { deal, retarget } from './seats.ts';
import { Window } from './window.ts';

/** One line of metrics.jsonl, and of `selfplay --json`. */
export interface CycleMetrics {
  /** Cycles, games, moves and evaluated states since the beginning. */
  readonly cycles: number;
  readonly games: number;
  readonly moves: number;
  readonly evaluations: number;
  /** Of the games that ended in this cycle: how many, and their average with its 95% interval; null if there are too few. */
  readonly gamesEnded: number;
  readonly averageScore: number | null;
  readonly averageScoreCI95: Interval | null;
  readonly maxScore: number;
  /** The sample deviation of their scores; null for fewer than two. */
  readonly deviation: number | null;
  /** Tile → how many of them ended with it as their largest. */
  readonly largest: Readonly<Record<string, number>>;
  /** The same for the last 100 games. */
  readonly recentScore: number | null;
  readonly recentScoreCI95: Interval | null;
  /** The share of this cycle's games that reached each tile, starting one tile after the first that measurements report. */
  readonly reach: Readonly<Record<string, number>>;
  readonly largestTile: number;
  /** Means over the batches of this cycle; none if nothing was learned. */
  readonly loss?: number;
  readonly policyLoss?: number;
  readonly valueLoss?: number;
  /** Adam's step size. */
  readonly rate?: number;
  /** For judged runs: whether the new weights were kept, how often that happened, and the best average. */
  readonly kept?: boolean;
  readonly timesKept?: number;
  readonly best?: number;
  /** Positions to learn from. */
  readonly window: number;
  /** While playing. */
  readonly movesPerSecond: number;
  /** Since the beginning, without pauses. */
  readonly seconds: number;
}

export interface SelfPlayEvents {
  onCycle?(metrics: CycleMetrics): void;
  /** About ten times per second. */
  onProgress?(doing: 'playing' | 'learning', done: number, total: number | undefined): void;
  onNote?(text: string): void;
}

export interface Trained {
  readonly finished: boolean;
  readonly cycles: number;
}

const RECENT = 100;

export async function selfPlay(run: SelfPlayRun, events: SelfPlayEvents, signal: AbortSignal): Promise<Trained> {
  const plan = planSelfPlay(run.config);
  const { batch, threads, valueWeight } = plan.config;
  const objective = selfPlayObjective(valueWeight);
  const learner = await NeuralLearner.open({ network: plan.network, objective, batch, threads });
  const arena = new Arena(plan.game, threads);
  try {
    return await new Trainer(run, plan, learner, arena, events, signal).run();
  } finally {
    await Promise.all([learner.close(), arena.close()]);
  }
}

class Trainer {
  readonly #run: SelfPlayRun;
  readonly #plan: Plan;
  readonly #learner: NeuralLearner;
  readonly #arena: Arena;
  readonly #events: SelfPlayEvents;
  readonly #signal: AbortSignal;
  readonly #window: Window;
  /** The weights that play, if they are a running average of those that learn. */
  readonly #average: Parameters | undefined;
  /** The time up to which the run's seconds are counted. */
  #counted = performance.now();
  #state: RunState = {
    cycles: 0,
    games: 0,
    moves: 0,
    evaluations: 0,
    seconds: 0,
    best: 0,
    kept: 0,
    recent: [],
    seats: [],
  };

  constructor(
    run: SelfPlayRun,
    plan: Plan,
    learner: NeuralLearner,
    arena: Arena,
    events: SelfPlayEvents,
    signal: AbortSignal,
  ) {
    this.#run = run;
    this.#plan = plan;
    this.#learner = learner;
    this.#arena = arena;
    this.#events = events;
    this.#signal = signal;
    const { windowGames, windowPositions, average } = plan.config;
    this.#average = average > 0 ? new Parameters(learner.parameters.layout) : undefined;
    this.#window = new Window(run.path, { games: windowGames, positions: windowPositions });
  }

  async run(): Promise<Trained> {
    await this.#restore();
    const { cycles = Infinity, minutes = Infinity, snapshot = Infinity } = this.#plan.config;
    if (snapshot < Infinity) await needFolder(join(this.#run.path, 'snapshots'));
    const state = this.#state;
    while (state.cycles < cycles && state.seconds < 60 * minutes) {
      const metrics = await this.#cycle();
      if (!metrics) return { finished: false, cycles: state.cycles };
      await this.#run.appendMetrics(metrics);
      // Before the checkpoint: a run killed in between plays the cycle again, and makes its snapshot.
      if (state.cycles % snapshot === 0) await this.#saveModel(join('snapshots', `${state.cycles}.onnx`));
      await saveCheckpoint(this.#run.checkpointPath(state.cycles), this.#learner, this.#average, state);
      await this.#run.prune();
      await this.#window.prune(KEPT_CHECKPOINTS);
      await this.#saveModel('model.onnx');
      this.#events.onCycle?.(metrics);
    }
    await this.#saveModel('model.onnx');
    return { finished: true, cycles: state.cycles };
  }

  /** Writes the network after the last whole cycle, which can play while the run continues. */
  async #saveModel(name: string): Promise<void> {
    await writeFileWhole(join(this.#run.path, name), (sink) => sink.write(this.#model()));
  }

  /** Continues from the newest intact checkpoint. */
  async #restore(): Promise<void> {
    this.#learner.parameters.initialise(this.#plan.config.seed);
    this.#average?.values.set(this.#learner.parameters.values);
    const load = (path: string) => loadCheckpoint(path, this.#learner, this.#average);
    this.#state = (await this.#run.latest(load, this.#events.onNote)) ?? this.#state;
    await this.#run.keepMetrics(this.#state.cycles);
    await this.#window.restore(this.#state.cycles, this.#events.onNote);
    for (const name of await readdir(join(this.#run.path, 'snapshots')).catch(() => []))
      if (/^\d+\.onnx$/.test(name) && Number.parseInt(name) > this.#state.cycles)
        await rm(join(this.#run.path, 'snapshots', name), { force: true });
  }

  /** One cycle; undefined if it was stopped, which leaves nothing of it. */
  async #cycle(): Promise<CycleMetrics | undefined> {
    const { judge, value } = this.#plan.config;
    const number = this.#state.cycles + 1;
    const before = judge ? this.#learner.parameters.values.slice() : undefined;
    let losses: Measures | undefined;
    // Judged games come after the learning that they judge. The first ones have nothing to learn from, and set the first mark to
    // beat.
    if (judge && number > 1) losses = await this.#learn();
    if (this.#signal.aborted) return undefined;
    const playing = performance.now();
    const played = await this.#play();
    if (!played) return undefined;
    const playSeconds = (performance.now() - playing) / 1000;
    const verdict = before && this.#judge(played, before);
    // The values of the first games compare with their own average.
    if (value !== 'score' && number === 1) retarget(played, this.#values());
    await this.#window.add(number, played.finished.length, played.rows);
    if (!judge) losses = await this.#learn();
    if (!judge && this.#signal.aborted) return undefined;
    this.#follow(number);
    return this.#count(played, playSeconds, losses, verdict);
  }

  async #play(): Promise<Played | undefined> {
    const { config, game } = this.#plan;
    const { seed, judge, cycleGames, together, moves } = config;
    const state = this.#state;
    const settings: PlaySettings = {
      search: config,
      values: this.#values(),
      reuse: config.reuse,
      temperature: config.temperature,
      lambda: config.lambda,
      seed,
      moves: judge ? undefined : moves,
      stride: together,
    };
    const count = judge ? cycleGames : together;
    const seated =
      !judge && state.seats.length > 0
        ? state.seats
        : Array.from({ length: count }, (_, i) => deal(game, seed, (judge ? state.games : 0) + i));
    const total = judge ? undefined : together * moves;
    return this.#arena.play(this.#model(), seated, settings, this.#signal, (done) =>
      this.#events.onProgress?.('playing', done, total),
    );
  }

  /** Learns from the window; a stop ends it early, and then the cycle does not count. */
  async #learn(): Promise<Measures | undefined> {
    const { batches, batch, seed, symmetries } = this.#plan.config;
    if (this.#window.positions === 0) return undefined;
    const rate = this.#rate();
    const sums: Record<string, number> = {};
    // Not a stream of the seed's games: those are dealt from stream 0 and searched with stream 1 of their numbers.
    const random = Random.forGame(BigInt(seed) + (1n << 63n), this.#state.cycles, 1);
    let rows = this.#window.draw(batch, random, symmetries);
    for (let i = 0; i < batches && !this.#signal.aborted; i++) {
      try {
        const step = this.#learner.step(rows, { kind: 'adam', rate });
        // Draw while the threads work.
        if (i + 1 < batches) rows = this.#window.draw(batch, random, symmetries);
        const measures = await step;
        for (const [name, value] of Object.entries(measures)) sums[name] = (sums[name] ?? 0) + value / batches;
      } catch (error) {
        if (!(error instanceof Divergence)) throw error;
        throw new Error(
          `training diverged in cycle ${this.#state.cycles + 1}, batch ${i + 1}: ${error.message}; the ${this.#state.cycles} cycles before are in ${this.#run.path}; start another run with an --lr below ${this.#plan.config.lr}`,
          { cause: error },
        );
      }
      this.#events.onProgress?.('learning', i + 1, batches);
    }
    return batches > 0 ? { ...sums, rate } : undefined;
  }

  /** The step size of this cycle, by the progress of the run in cycles or minutes. */
  #rate(): number {
    const { lr, lrEnd = lr, cycles = Infinity, minutes = Infinity } = this.#plan.config;
    const done = Math.min(1, Math.max(this.#state.cycles / cycles, this.#state.seconds / (60 * minutes)));
    return lr + done * (lrEnd - lr);
  }

  /** Moves the playing weights towards the learning ones, with a memory that grows during the run. */
  #follow(cycle: number): void {
    if (!this.#average) return;
    const { values } = this.#average;
    const learned = this.#learner.parameters.values;
    const keep = Math.min(this.#plan.config.average, cycle / (cycle + 10));
    for (let i = 0; i < values.length; i++) values[i] = keep * values[i]! + (1 - keep) * learned[i]!;
  }

  /** Keeps the weights if their games were the best so far; otherwise restores the previous weights. */
  #judge({ finished }: Played, before: Float32Array): boolean {
    const state = this.#state;
    const reached = mean(finished.map(({ score }) => score));
    const better = reached > state.best;
    if (better) state.best = reached;
    else this.#learner.parameters.values.set(before);
    if (better && state.cycles > 0) state.kept++;
    return better;
  }

  #count(
    { finished, rows, seats, evaluations }: Played,
    playSeconds: number,
    losses: Measures | undefined,
    kept: boolean | undefined,
  ): CycleMetrics {
    const state = this.#state;
    const moves = rows.targets.length;
    state.cycles++;
    state.games += finished.length;
    state.moves += moves;
    state.evaluations += evaluations;
    const now = performance.now();
    state.seconds += (now - this.#counted) / 1000;
    this.#counted = now;
    state.seats = seats;
    // Sorted by number and not by seat, so that "the last games" are the last that began.
    const scores = finished.toSorted((a, b) => a.number - b.number).map(({ score }) => score);
    state.recent = [...state.recent, ...scores].slice(-RECENT);
    const largest = Math.max(0, ...finished.map((game) => game.largest));
    const counted = new Map<number, number>();
    for (const game of finished) counted.set(game.largest, (counted.get(game.largest) ?? 0) + 1);
    const spread = deviation(scores);
    const reach: Record<string, number> = {};
    const { game: rules } = this.#plan;
    for (let e = rules.reportedFrom + 1; e <= largest; e++) {
      reach[rules.tile(e)] = finished.filter((game) => game.largest >= e).length / finished.length;
    }
    return {
      cycles: state.cycles,
      games: state.games,
      moves: state.moves,
      evaluations: state.evaluations,
      gamesEnded: scores.length,
      averageScore: average(scores),
      averageScoreCI95: interval(scores),
      maxScore: Math.max(0, ...scores),
      deviation: spread === undefined ? null : tenths(spread),
      largest: histogram(this.#plan.game, counted),
      recentScore: average(state.recent),
      recentScoreCI95: interval(state.recent),
      reach,
      largestTile: this.#plan.game.tile(largest),
      ...losses,
      ...(kept !== undefined && { kept, timesKept: state.kept, best: tenths(state.best) }),
      window: this.#window.positions,
      movesPerSecond: Math.round(moves / playSeconds),
      seconds: Math.round(state.seconds * 1000) / 1000,
    };
  }

  #values(): ValueSettings {
    const { value, scale } = this.#plan.config;
    return { meaning: value, scale, reference: this.#state.best };
  }

  /** The current network, with what a search needs to know about its value. */
  #model(): Uint8Array {
    const { network, config } = this.#plan;
    const { cycles, games, moves, seconds } = this.#state;
    return exportModel(network, {
      weights: (name) => (this.#average ?? this.#learner.parameters).view(name),
      provenance: {
        afterstate: VERSION,
        method: 'selfplay',
        cycles,
        games,
        moves,
        seconds: Math.round(seconds),
        seed: config.seed,
        values: this.#values(),
        search: { sims: config.sims, c: config.c, chance: config.chance, widen: config.widen, ends: config.ends },
        config,
      },
    });
  }
}

function average(values: readonly number[]): number | null {
  return values.length === 0 ? null : tenths(mean(values));
}

function interval(values: readonly number[]): Interval | null {
  const ends = meanInterval(values);
  return ends ? [tenths(ends[0]), tenths(ends[1])] : null;
}

function tenths(value: number): number {
  return Math.round(10 * value) / 10;
}
