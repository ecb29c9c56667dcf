// Deep Q-learning: games at one or several seats, each making one move per turn, by the network or at random; every move is
// remembered, and every few moves the network learns from a batch of remembered ones. With one thread a seed gives the same
// weights bit for bit, however often the run is stopped and resumed: a checkpoint has the games under way and the memory.

import { setImmediate as breathe } from 'node:timers/promises';
import { pick, Random, threshold } from 'afterstate';
import { histogram } from 'afterstate/measure';
import type { BlockMetrics } from '../learn/trainer.ts';
import { Divergence, NeuralLearner } from '../neural/learner.ts';
import { loadGenerator, saveGenerator } from '../runs/saved-state.ts';
import { loadCheckpoint, saveCheckpoint, saveModel } from './checkpoint.ts';
import type { Block, DqnState, Parts } from './checkpoint.ts';
import type { DqnRun } from './config.ts';
import { epsilonAt } from './config.ts';
import type { DqnPlan } from './plan.ts';
import { planDqn } from './plan.ts';
import { QFunction } from './q-function.ts';
import type { Batch } from './replay.ts';
import { emptyBatch, Replay } from './replay.ts';
import type { FinishedGame, Surroundings } from './seat.ts';
import { ownSeed, Seat } from './seat.ts';
import { actionValues, bestMove, targetsOf } from './targets.ts';

/** One line of metrics.jsonl, and of `train --json`; scores are those of the games as played, including their random moves. */
export interface DqnMetrics extends BlockMetrics {
  /** Learning steps since the beginning. */
  readonly steps: number;
  /** ε at the end of the block. */
  readonly epsilon: number;
  /** Means over the block's steps: of the loss, and of the value of the moves that were learned from. Null before the first. */
  readonly loss: number | null;
  readonly value: number | null;
}

export interface DqnEvents {
  onBlock?(metrics: DqnMetrics, done: number, total: number): void;
  /** About ten times per second. */
  onProgress?(games: number, total: number, movesPerSecond: number): void;
  onNote?(text: string): void;
}

export interface DqnTrained {
  readonly finished: boolean;
  readonly games: number;
}

const PROGRESS_MS = 100;

export async function trainDqn(run: DqnRun, events: DqnEvents, signal: AbortSignal): Promise<DqnTrained> {
  const plan = planDqn(run.config);
  const { config, network } = plan;
  const objective = actionValues(config);
  const learner = await NeuralLearner.open({ network, objective, batch: config.batch, threads: config.threads });
  const { layout } = learner.parameters;
  const [online, copy] = [await QFunction.open(network, layout), await QFunction.open(network, layout)];
  try {
    return await new Trainer(run, { plan, learner, copy, replay: new Replay(config) }, online, events, signal).run();
  } finally {
    await Promise.all([learner.close(), online.close(), copy.close()]);
  }
}

class Trainer {
  readonly #run: DqnRun;
  readonly #parts: Parts;
  readonly #plan: DqnPlan;
  readonly #online: QFunction;
  readonly #events: DqnEvents;
  readonly #signal: AbortSignal;
  readonly #seats: readonly Seat[];
  readonly #around: Surroundings;
  readonly #batch: Batch;
  readonly #targets: Float32Array<ArrayBuffer>;
  #sampler: Random;
  #games = 0;
  #dealt = 0;
  #moves = 0;
  #seconds = 0;
  #score = 0;
  #largest = 0;
  #block = emptyBlock();
  #lines: DqnMetrics[] = [];
  #saved = performance.now();

  constructor(run: DqnRun, parts: Parts, online: QFunction, events: DqnEvents, signal: AbortSignal) {
    const { config, game } = parts.plan;
    this.#run = run;
    this.#parts = parts;
    this.#plan = parts.plan;
    this.#online = online;
    this.#events = events;
    this.#signal = signal;
    this.#seats = Array.from({ length: config.together }, () => new Seat());
    this.#batch = emptyBatch(config.batch);
    this.#targets = new Float32Array(config.batch);
    this.#sampler = Random.forGame(ownSeed(config.seed), 0);
    this.#around = {
      game,
      config,
      finish: (finished) => this.#finish(finished),
      averageScore: () => (this.#games > 0 ? this.#score / this.#games : 0),
      deal: () => this.#dealt++,
      remember: (experience) => parts.replay.add(experience, this.#sampler),
    };
  }

  async run(): Promise<DqnTrained> {
    const { config } = this.#plan;
    await this.#restore();
    let drawn = { at: performance.now(), moves: this.#moves };
    while (this.#games < config.games && !this.#signal.aborted) {
      const began = performance.now();
      try {
        await this.#turn();
      } catch (error) {
        throw error instanceof Divergence ? await this.#broken(error) : error;
      }
      const now = performance.now();
      this.#seconds += (now - began) / 1000;
      this.#block.seconds += (now - began) / 1000;
      const lines = this.#lines.splice(0);
      for (const line of lines) await this.#write(line);
      if (now - drawn.at > PROGRESS_MS) {
        const speed = ((this.#moves - drawn.moves) * 1000) / (now - drawn.at);
        drawn = { at: now, moves: this.#moves };
        this.#events.onProgress?.(this.#games, config.games, speed);
        // While every move is random, nothing else lets a signal through.
        await breathe();
      }
      const due = lines.length > 0 && now - this.#saved > config.checkpoint * 1000;
      if (due && this.#games < config.games) await this.#save();
    }
    await this.#save();
    const finished = this.#games >= config.games;
    if (finished) await saveModel(this.#run.path, this.#parts, this.#state());
    return { finished, games: Math.min(this.#games, config.games) };
  }

  /** Makes a move at every seat, and takes the learning steps that are due. */
  async #turn(): Promise<void> {
    const { every, warmup } = this.#plan.config;
    const before = this.#moves;
    const moves = await this.#choose();
    this.#moves += moves.length;
    this.#block.moves += moves.length;
    this.#seats.forEach((seat, i) => seat.move(moves[i]!, this.#around));
    const due = Math.floor(this.#moves / every) - Math.floor(before / every);
    for (let i = 0; i < due && this.#parts.replay.size > warmup; i++) await this.#learn();
  }

  /** The move of each seat: random with probability ε, otherwise the legal move with the largest value. */
  async #choose(): Promise<number[]> {
    const explore = threshold(epsilonAt(this.#moves, this.#plan.config));
    const moves = this.#seats.map(({ exploration, legal }) => {
      const { hi, lo } = exploration.next();
      if (hi >= explore) return -1;
      const possible = [0, 1, 2, 3].filter((m) => legal & (1 << m));
      return possible[pick(lo, possible.length)]!;
    });
    const greedy = this.#seats.filter((_, i) => moves[i] === -1);
    if (greedy.length === 0) return moves;
    const boards = new Uint8Array(16 * greedy.length);
    greedy.forEach(({ state }, i) => boards.set(state.board, 16 * i));
    const values = await this.#online.evaluate(boards);
    let row = 0;
    return moves.map((move, i) => (move >= 0 ? move : bestMove(values, 4 * row++, this.#seats[i]!.legal)));
  }

  /** One step on remembered moves. */
  async #learn(): Promise<void> {
    const { config } = this.#plan;
    const { learner, replay, copy } = this.#parts;
    const { symmetries, double, target, optimiser, lr } = config;
    replay.draw(this.#batch, this.#sampler, symmetries);
    const valued = await (target > 0 ? copy : this.#online).evaluate(this.#batch.next);
    const chosen = double ? await this.#online.evaluate(this.#batch.next) : valued;
    targetsOf(this.#batch, { valued, chosen }, config, this.#targets);
    const { boards, moves } = this.#batch;
    const { loss, value } = await learner.step(
      { boards, moves, targets: this.#targets },
      { kind: optimiser, rate: lr },
    );
    this.#decay();
    this.#online.weights.set(learner.parameters.values);
    if (target > 0 && learner.steps % target === 0) copy.weights.set(this.#online.weights);
    this.#block.steps++;
    this.#block.loss += loss!;
    this.#block.value += value!;
  }

  /** Applies weight decay, by the weights before the step, which `online` still has. */
  #decay(): void {
    const { l1, l2, lr } = this.#plan.config;
    if (l1 === 0 && l2 === 0) return;
    const { values, layout } = this.#parts.learner.parameters;
    const before = this.#online.weights;
    for (let i = 0; i < layout.trained; i++)
      values[i] = values[i]! - lr * (l1 * Math.sign(before[i]!) + l2 * before[i]!);
  }

  #finish({ score, largest }: FinishedGame): number {
    const { config } = this.#plan;
    const block = this.#block;
    this.#games++;
    this.#score += score;
    this.#largest = Math.max(this.#largest, largest);
    block.games++;
    block.score += score;
    block.squares += score * score;
    block.maxScore = Math.max(block.maxScore, score);
    block.largest[largest]!++;
    if (this.#games % config.block === 0 || this.#games === config.games) {
      this.#lines.push(this.#metrics());
      this.#block = emptyBlock();
    }
    return this.#score / this.#games;
  }

  #metrics(): DqnMetrics {
    const { config, game } = this.#plan;
    const block = this.#block;
    const reach: Record<string, number> = {};
    // Starts one tile earlier than a measurement: for a long time few games get further.
    for (let e = game.reportedFrom - 1; e <= this.#largest; e++)
      reach[game.tile(e)] = block.largest.slice(e).reduce((sum, n) => sum + n, 0) / block.games;
    const { steps } = this.#parts.learner;
    return {
      phase: steps === 0 ? 'exploring' : 'learning',
      games: this.#games,
      moves: this.#moves,
      averageScore: Math.round((block.score / block.games) * 10) / 10,
      maxScore: block.maxScore,
      deviation: deviationOf(block),
      largest: histogram(game, block.largest.entries()),
      reach,
      largestTile: game.tile(block.largest.findLastIndex((n) => n > 0)),
      alpha: config.lr,
      steps,
      epsilon: rounded(epsilonAt(this.#moves, config)),
      loss: block.steps > 0 ? rounded(block.loss / block.steps) : null,
      value: block.steps > 0 ? rounded(block.value / block.steps) : null,
      movesPerSecond: Math.round(block.moves / Math.max(block.seconds, 1e-6)),
      seconds: Math.round(this.#seconds * 1000) / 1000,
    };
  }

  async #write(metrics: DqnMetrics): Promise<void> {
    await this.#run.appendMetrics(metrics);
    this.#events.onBlock?.(metrics, metrics.games, this.#plan.config.games);
  }

  // ── checkpoints ────────────────────────────────────────────────────────────────────────────────────────────────

  /** Continues from the newest intact checkpoint, or begins. */
  async #restore(): Promise<void> {
    const state = await this.#run.latest((path) => loadCheckpoint(path, this.#parts), this.#events.onNote);
    if (state) this.#resume(state);
    else this.#begin();
    await this.#run.keepMetrics(this.#games);
  }

  #begin(): void {
    const { learner, copy, plan } = this.#parts;
    learner.parameters.initialise(plan.config.seed);
    this.#online.weights.set(learner.parameters.values);
    copy.weights.set(learner.parameters.values);
    for (const seat of this.#seats) seat.start(this.#around, this.#around.deal());
  }

  #resume(state: DqnState): void {
    this.#games = state.games;
    this.#dealt = state.dealt;
    this.#moves = state.moves;
    this.#seconds = state.seconds;
    this.#score = state.score;
    this.#largest = state.largest;
    this.#block = state.block;
    this.#sampler = loadGenerator(state.sampler);
    this.#online.weights.set(this.#parts.learner.parameters.values);
    this.#seats.forEach((seat, i) => seat.load(this.#plan.game, state.seats[i]!));
  }

  #state(): DqnState {
    return {
      games: this.#games,
      dealt: this.#dealt,
      moves: this.#moves,
      steps: this.#parts.learner.steps,
      seconds: this.#seconds,
      score: this.#score,
      largest: this.#largest,
      added: this.#parts.replay.added,
      block: this.#block,
      sampler: saveGenerator(this.#sampler),
      seats: this.#seats.map((seat) => seat.save()),
    };
  }

  async #save(): Promise<void> {
    await saveCheckpoint(this.#run.checkpointPath(this.#moves), this.#parts, this.#state());
    this.#saved = performance.now();
    await this.#run.prune();
  }

  /** The error of a training that diverged; nothing more is written. */
  async #broken({ message }: Divergence): Promise<Error> {
    const { config } = this.#plan;
    const [last] = await this.#run.checkpoints();
    const kept = last === undefined ? 'there was no checkpoint yet' : `the last good checkpoint is ${last}`;
    return new Error(
      `training diverged at step ${this.#parts.learner.steps + 1}, after ${this.#moves} moves and ${this.#games} games: ${message}; ${kept}; try an --lr below ${config.lr} or a --reward-scale below ${config.rewardScale}`,
    );
  }
}

function emptyBlock(): Block {
  const largest = Array.from({ length: 18 }, () => 0);
  return { games: 0, score: 0, squares: 0, maxScore: 0, largest, moves: 0, seconds: 0, steps: 0, loss: 0, value: 0 };
}

/**
 * The sample deviation, from the sums: scores are whole and far below 2²⁶, so squares are exact. A block from an older version has no
 * squares.
 */
function deviationOf({ games, score, squares }: Block): number | null {
  if (games < 2 || squares === 0) return null;
  return Math.round(10 * Math.sqrt(Math.max(0, squares - (score * score) / games) / (games - 1))) / 10;
}

/** Six digits are enough to read. */
function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
