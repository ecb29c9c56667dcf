// Supervised learning: steps on batches of records, a line of metrics after each block, test plays at snapshots, and a checkpoint
// now and then. Stopped or killed, it continues from the last checkpoint; on the same number of threads exactly as if nothing had
// happened, because the order of the records depends on the seed alone.

import { basename, join } from 'node:path';
import type { Game } from 'afterstate';
import { InputError, parseGame } from 'afterstate';
import { writeFileWhole } from 'afterstate/node';
import { measure } from 'afterstate/measure';
import { z } from 'zod';
import { makeFolder } from '../files/disk.ts';
import { VERSION } from '../files/version.ts';
import type { Batch, Dataset } from '../records/dataset.ts';
import { openDataset } from '../records/dataset.ts';
import { augmented, objectiveOf, rowsOf } from '../neural/actions.ts';
import type { FitRun } from './config.ts';
import { rateAt } from './config.ts';
import { heldOut, splits } from './data.ts';
import type { Measures, Rows } from '../neural/learner.ts';
import { Divergence, NeuralLearner } from '../neural/learner.ts';
import { exportModel } from '../neural/model-file.ts';
import type { NeuralNetwork } from '../neural/network.ts';
import { createNeuralNetwork } from '../neural/networks.ts';
import { NeuralPlayer } from '../neural/player.ts';
import { loadWeights, writeWeights } from '../neural/weights-file.ts';

const stateSchema = z.object({
  /** Actions learned from, and steps; lines of metrics written. */
  actions: z.number().int().min(0),
  steps: z.number().int().min(0),
  lines: z.number().int().min(0),
  seconds: z.number().min(0),
  /** Where the stream of records stands. */
  position: z.object({ epoch: z.number(), step: z.number(), of: z.string() }).nullable(),
  /** Of the block under way: steps, seconds, and the sums of the measures over its steps. */
  block: z.object({ steps: z.number(), seconds: z.number(), sums: z.record(z.string(), z.number()) }),
});

/** The state of a training between two steps: with weights and moments, all that it needs to continue. */
type FitState = z.infer<typeof stateSchema>;

/** One line of metrics.jsonl, and of `fit --json`. */
export interface FitMetrics {
  /** Since the beginning. */
  readonly actions: number;
  /** Passes over the records, including the one under way. */
  readonly epochs: number;
  /** Means over the block; a policy has `accuracy`, a value `error`, the mean absolute one in points. */
  readonly loss: number;
  readonly accuracy?: number;
  readonly error?: number;
  /** The same on games kept for tests. */
  readonly testLoss?: number;
  readonly testAccuracy?: number;
  readonly testError?: number;
  /** At a snapshot: what the network scores in play. */
  readonly averageScore?: number;
  readonly averageScoreCI95?: readonly [number, number] | null;
  readonly maxScore?: number;
  readonly maxScoreOf100?: number | null;
  /** The sample deviation of the scores. */
  readonly deviation?: number | null;
  /** Tile → how many games ended with it as their largest. */
  readonly largest?: Readonly<Record<string, number>>;
  /** How many games that are. */
  readonly plays?: number;
  readonly reach?: Readonly<Record<string, number>>;
  readonly lr: number;
  readonly actionsPerSecond: number;
  /** Seconds of learning since the beginning, without pauses, tests and plays. */
  readonly seconds: number;
}

export interface FitEvents {
  onBlock?(metrics: FitMetrics, total: number): void;
  /** After each step. */
  onStep?(actions: number, total: number, measures: Measures): void;
  onPlay?(games: number, total: number): void;
  onNote?(text: string): void;
}

export interface Fitted {
  readonly finished: boolean;
  readonly actions: number;
}

export async function fit(run: FitRun, events: FitEvents, signal: AbortSignal): Promise<Fitted> {
  const { config } = run;
  const game = parseGame(config.game);
  const network = createNeuralNetwork(config.network, game);
  const { threads, batch } = config;
  const split = splits(config);
  const train = await openDataset(config.data, split.train);
  try {
    if (train.game !== game.spec)
      throw new InputError(`'${config.data[0]}' holds games of ${train.game}, and the run is for ${game.spec}`);
    const test = split.test ? await heldOut(config, split.test, network, game) : [];
    const learner = await NeuralLearner.open({ network, objective: objectiveOf(network), batch, threads });
    try {
      return await new Fitting(run, game, network, train, test, learner, events, signal).run();
    } finally {
      await learner.close();
    }
  } finally {
    await train.close();
  }
}

class Fitting {
  readonly #run: FitRun;
  readonly #game: Game;
  readonly #network: NeuralNetwork;
  readonly #train: Dataset;
  readonly #test: readonly Rows[];
  readonly #learner: NeuralLearner;
  readonly #events: FitEvents;
  readonly #signal: AbortSignal;
  #state: FitState = {
    actions: 0,
    steps: 0,
    lines: 0,
    seconds: 0,
    position: null,
    block: { steps: 0, seconds: 0, sums: {} },
  };
  #saved = performance.now();
  /** The newest checkpoint that is whole. */
  #checkpoint: string | undefined;

  constructor(
    run: FitRun,
    game: Game,
    network: NeuralNetwork,
    train: Dataset,
    test: readonly Rows[],
    learner: NeuralLearner,
    events: FitEvents,
    signal: AbortSignal,
  ) {
    this.#run = run;
    this.#game = game;
    this.#network = network;
    this.#train = train;
    this.#test = test;
    this.#learner = learner;
    this.#events = events;
    this.#signal = signal;
  }

  async run(): Promise<Fitted> {
    await this.#restore();
    const { config } = this.#run;
    const state = this.#state;
    const blockSteps = Math.max(1, Math.round(config.block / config.batch));
    let next: Promise<Batch> | undefined;
    let position = state.position;
    for (;;) {
      const over = state.actions >= config.actions;
      if (state.block.steps >= blockSteps || (over && state.block.steps > 0)) {
        if (!(await this.#endBlock(over))) break;
        if (performance.now() - this.#saved > config.checkpoint * 1000 && !over) await this.#save();
      }
      if (over || this.#signal.aborted) break;
      const batch = await (next ?? this.#next());
      position = this.#train.position;
      const began = performance.now();
      const stepping = this.#step(batch);
      // The next batch is prepared while the network learns from this one.
      next = this.#next();
      next.catch(() => {});
      const measures = await stepping;
      state.position = position;
      state.actions += config.batch;
      state.steps++;
      this.#count(measures, (performance.now() - began) / 1000);
      this.#events.onStep?.(state.actions, config.actions, measures);
    }
    await this.#save();
    if (state.actions < config.actions || state.block.steps > 0) return { finished: false, actions: state.actions };
    await writeWeights(this.#run.modelPath, this.#network, {
      parameters: this.#learner.parameters,
      provenance: this.#provenance(),
    });
    await this.#export(join(this.#run.path, 'model.onnx'));
    return { finished: true, actions: state.actions };
  }

  #next(): Promise<Batch> {
    return this.#train.next(this.#run.config.batch);
  }

  async #step(batch: Batch): Promise<Measures> {
    const { config } = this.#run;
    const { optimiser: kind, momentum, augment, seed } = config;
    const { steps, actions } = this.#state;
    const rows = rowsOf(this.#network, this.#game, augment ? augmented(batch, seed, steps) : batch);
    try {
      return await this.#learner.step(rows, { kind, momentum, rate: rateAt(config, actions) });
    } catch (error) {
      if (!(error instanceof Divergence)) throw error;
      const retry = `${this.#run.continuation} --lr ${rateAt(config, actions) / 10}`;
      const kept = this.#checkpoint
        ? `the last good checkpoint is ${this.#checkpoint}; continue from it with a smaller step size: ${retry}`
        : `there was no checkpoint yet; start again with a smaller step size: ${retry}`;
      throw new Error(`training diverged in step ${steps + 1}, after ${actions} actions: ${error.message}; ${kept}`, {
        cause: error,
      });
    }
  }

  #count(measures: Measures, seconds: number): void {
    const { block } = this.#state;
    block.steps++;
    block.seconds += seconds;
    this.#state.seconds += seconds;
    for (const [name, value] of Object.entries(measures)) block.sums[name] = (block.sums[name] ?? 0) + value;
  }

  /** Tests, plays if a snapshot is due, and writes the line; false if it was stopped meanwhile. */
  async #endBlock(over: boolean): Promise<boolean> {
    const { config } = this.#run;
    const state = this.#state;
    const { steps, seconds, sums } = state.block;
    const means = Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / steps]));
    const tested = this.#test.length > 0 ? await this.#tested() : {};
    const before = state.actions - steps * config.batch;
    const due = Math.floor(state.actions / config.snapshot) > Math.floor(before / config.snapshot);
    const played = due || over ? await this.#snapshot() : {};
    if (!played) return false;
    const metrics = {
      actions: state.actions,
      epochs: rounded(state.actions / this.#train.actions),
      ...this.#named(means, (name) => name),
      ...this.#named(tested, (name) => `test${name[0]!.toUpperCase()}${name.slice(1)}`),
      ...played,
      lr: rateAt(config, state.actions),
      actionsPerSecond: Math.round((steps * config.batch) / seconds),
      seconds: rounded(state.seconds),
    } as FitMetrics;
    await this.#run.appendMetrics(metrics);
    state.lines++;
    state.block = { steps: 0, seconds: 0, sums: {} };
    this.#events.onBlock?.(metrics, config.actions);
    return true;
  }

  /** Errors of a value network in points. */
  #named(measures: Measures, name: (measure: string) => string): Record<string, number> {
    const { valueUnit = 1 } = this.#network;
    return Object.fromEntries(
      Object.entries(measures).map(([measure, value]) => [
        name(measure),
        measure === 'error' ? Math.round(value * valueUnit) : Number(value.toPrecision(6)),
      ]),
    );
  }

  async #tested(): Promise<Measures> {
    const sums: Record<string, number> = {};
    let rows = 0;
    for (const part of this.#test) {
      const count = part['boards']!.length / 16;
      rows += count;
      for (const [name, value] of Object.entries(await this.#learner.test(part)))
        sums[name] = (sums[name] ?? 0) + count * value;
    }
    return Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, sum / rows]));
  }

  /** Writes the network as it is now to a snapshot, and plays its games; undefined if they were stopped. */
  async #snapshot(): Promise<Partial<FitMetrics> | undefined> {
    const { config, path } = this.#run;
    await makeFolder(join(path, 'snapshots'));
    const bytes = await this.#export(join(path, 'snapshots', `${this.#state.actions}.onnx`));
    if (config.plays === 0) return {};
    const { family } = this.#network;
    const way =
      family === 'value'
        ? ({ by: 'value', ply: 1 } as const)
        : ({ by: 'policy', vote: family === 'dcnn' ? 'majority' : 'off' } as const);
    const { threads, seed } = config;
    const player = await NeuralPlayer.open({ spec: family, game: this.#game, threads, bytes, name: 'snapshot', way });
    try {
      const { averageScore, averageScoreCI95, maxScore, maxScoreOf100, deviation, largest, reach } = await measure(
        player,
        {
          games: config.plays,
          seed,
          signal: this.#signal,
          onProgress: ({ games }) => this.#events.onPlay?.(games, config.plays),
        },
      );
      const rates = Object.fromEntries(Object.entries(reach).map(([tile, { rate }]) => [tile, rate]));
      return {
        averageScore: rounded(averageScore),
        averageScoreCI95: averageScoreCI95 && [rounded(averageScoreCI95[0]), rounded(averageScoreCI95[1])],
        maxScore,
        maxScoreOf100,
        deviation: deviation && rounded(deviation),
        largest,
        plays: config.plays,
        reach: rates,
      };
    } catch (error) {
      if (this.#signal.aborted) return undefined;
      throw error;
    } finally {
      await player.close();
    }
  }

  async #export(path: string): Promise<Uint8Array> {
    const bytes = exportModel(this.#network, {
      weights: (name) => this.#learner.parameters.view(name),
      provenance: this.#provenance(),
    });
    await writeFileWhole(path, (sink) => sink.write(bytes));
    return bytes;
  }

  #provenance(): Record<string, unknown> {
    const { method, data, from, batch, optimiser, lr, lrEnd, momentum, augment, seed, threads } = this.#run.config;
    const { actions, steps, seconds } = this.#state;
    return {
      afterstate: VERSION,
      method,
      data: data.map((file) => basename(file)),
      ...(from !== undefined && { from: basename(from) }),
      actions,
      epochs: rounded(actions / this.#train.actions),
      batch,
      optimiser,
      lr,
      ...(lrEnd !== undefined && { lrEnd }),
      ...(optimiser === 'sgd' && { momentum }),
      augment,
      seed,
      threads,
      steps,
      seconds: Math.round(seconds),
    };
  }

  /** Continues from the newest intact checkpoint, or begins. */
  async #restore(): Promise<void> {
    const { config } = this.#run;
    const learner = this.#learner;
    const found = await this.#run.latest(async (path) => {
      const { state } = await loadWeights(path, this.#network, learner.parameters, learner.moments);
      const parsed = stateSchema.safeParse(state);
      if (!parsed.success) throw new InputError(`'${path}' is not a checkpoint of a fit`);
      return { path, state: parsed.data };
    }, this.#events.onNote);
    if (found) {
      this.#state = found.state;
      this.#checkpoint = found.path;
      // Not while trying checkpoints: an older checkpoint would not mend changed records.
      if (found.state.position) this.#train.seek(found.state.position);
    }
    if (this.#state.steps === 0) {
      learner.moments.first.fill(0);
      learner.moments.second.fill(0);
      learner.parameters.initialise(config.seed);
      if (config.from !== undefined) await loadWeights(config.from, this.#network, learner.parameters);
    }
    learner.steps = this.#state.steps;
    await this.#run.keepMetrics(this.#state.actions - (this.#state.block.steps > 0 ? 1 : 0));
  }

  async #save(): Promise<void> {
    const { parameters, moments } = this.#learner;
    if (!parameters.values.every(Number.isFinite))
      throw new Error(`training diverged before step ${this.#state.steps}: a weight is not finite; use a smaller --lr`);
    const path = this.#run.checkpointPath(this.#state.steps);
    const provenance = { ...this.#provenance(), state: this.#state };
    await writeWeights(path, this.#network, { parameters, moments, provenance });
    this.#saved = performance.now();
    this.#checkpoint = path;
    await this.#run.prune();
  }
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
