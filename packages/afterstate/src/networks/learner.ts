// A network in memory, and the kernel's loops that teach it: what training runs in Node and the Learn page both drive.
// The threads share one set of weights without locks; one thread is exact and repeats itself bit for bit.

import { Kernel } from '../kernel/kernel.ts';
import * as at from '../kernel/layout.ts';
import { packState, unpackState } from '../kernel/pack.ts';
import type { Platform } from '../kernel/platform.ts';
import type { Game, State } from '../rules/game.ts';
import type { Network } from './network.ts';
import type { Placement, Segment } from './placement.ts';
import { checkMemory, isFolded, placeNetwork, segments, writeNetwork } from './placement.ts';

/** The loops of kernel/src/learn, by their numbers there. */
export const LOOPS = ['td', 'td-delayed', 'td-steps', 'backward', 'td-state', 'q'] as const;
export type Loop = (typeof LOOPS)[number];

export interface LearnSettings {
  readonly loop: Loop;
  /** The step size as the share of the error that one update removes (it is divided by the number of lookups). */
  readonly alpha: number;
  readonly lambda: number;
  /** How many plies an update waits (td-delayed), or how many returns it looks at (td-steps). */
  readonly delay: number;
  /** Whether every weight's own rate is used; needs a learner that keeps them. */
  readonly coherent: boolean;
  readonly restart: boolean;
  readonly promote: boolean;
  readonly carousel: boolean;
  /** Every episode stays in the stage it started in, whatever it reaches: one stage of several is being taught. */
  readonly fixedStage?: number;
}

export interface Start {
  readonly state: State;
  readonly score: number;
  readonly stage: number;
}

export interface LearnOptions {
  readonly games: number;
  readonly seed: number;
  readonly first: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: { games: number; moves: number }) => void;
}

/** What games were learned from: those that were finished, in no particular order when there are several threads. */
export interface Learned {
  readonly scores: Float64Array;
  readonly moves: Uint32Array;
  readonly largest: Uint8Array;
  /** 1 for games that did not start from the deal. */
  readonly inner: Uint8Array;
}

const KEPT_BYTES = 24;
const LINE = 64;
/** Boards that a carousel keeps a stage (Jaśkowski). */
const CAROUSEL_ROOM = 1000;

export interface LearnerOptions {
  readonly game: Game;
  readonly network: Network;
  readonly threads: number;
  readonly coherent: boolean;
  /** How many boards may be collected at a split, or given to start from. */
  readonly boards?: number;
  /** Bytes for tables of a search, after everything else in the first memory. */
  readonly tables?: number;
}

export class Learner {
  readonly game: Game;
  readonly network: Network;
  readonly kernel: Kernel;
  readonly placement: Placement;
  readonly #boards: number;
  #games = 1;

  private constructor(options: LearnerOptions, kernel: Kernel, placement: Placement) {
    this.game = options.game;
    this.network = options.network;
    this.kernel = kernel;
    this.placement = placement;
    this.#boards = options.boards ?? 0;
  }

  /** Where everything would lie; throws where there is not enough memory, with the bytes that are needed. */
  static plan(platform: Platform, { network, threads, coherent, boards = 0, tables = 0 }: LearnerOptions): Placement {
    const extra = boardBytes(network, boards) + tables;
    const placement = placeNetwork(network, threads, coherent, extra, platform.memoryLimit);
    checkMemory(placement, platform.freeMemory?.());
    return placement;
  }

  /** Makes the memory, with all weights 0; refuses a network that does not fit, with the bytes it needs. */
  static async open(platform: Platform, options: LearnerOptions): Promise<Learner> {
    const { game, threads } = options;
    const placement = Learner.plan(platform, options);
    const [bytes = 0, ...more] = placement.bytes;
    const kernel = await Kernel.open(platform, { game, threads, bytes, more });
    await writeNetwork(kernel, placement);
    return new Learner(options, kernel, placement);
  }

  /** Where the bytes that were asked for as tables begin. */
  get tables(): number {
    return this.placement.extra + boardBytes(this.network, this.#boards);
  }

  /** All weights, table by table, in place. */
  segments(): Segment[] {
    return segments(this.kernel, this.placement);
  }

  /** Sets every weight so that every board is worth `value`. */
  fill(value: number): void {
    for (const { table, weights } of this.segments()) {
      const folded = typeof table !== 'string' && isFolded(this.network, table);
      weights.fill((value / this.network.lookups) * (folded ? 2 : 1));
    }
  }

  async configure(settings: LearnSettings): Promise<void> {
    const { kernel, network } = this;
    if (settings.coherent && !this.placement.coherent)
      throw new RangeError('this learner keeps no rates of its weights');
    kernel.setInt(at.LOOP, LOOPS.indexOf(settings.loop));
    kernel.setFloat(at.STEP, settings.alpha / network.lookups);
    kernel.setFloat(at.LAMBDA, settings.lambda);
    kernel.setInt(at.DELAY, settings.delay);
    kernel.setInt(at.RESTART, settings.restart ? 1 : 0);
    kernel.setInt(at.CAROUSEL, settings.carousel ? this.placement.extra : 0);
    kernel.setInt(at.CAROUSEL_ROOM, CAROUSEL_ROOM);
    kernel.memories.forEach((memory) => {
      const view = new DataView(memory.buffer);
      view.setInt32(at.SETTINGS + at.COHERENT, settings.coherent ? 1 : 0, true);
      view.setInt32(at.SETTINGS + at.PROMOTE, settings.promote ? 1 : 0, true);
      view.setInt32(
        at.SETTINGS + at.STAGE_MODE,
        settings.fixedStage !== undefined ? 2 : network.stages.kind === 'reach' ? 1 : 0,
        true,
      );
    });
    await kernel.everywhere('configureNetwork');
  }

  /** Gives the boards that episodes start from, one after the other, round and round; none for the deal. */
  startFrom(starts: readonly Start[]): void {
    const { kernel } = this;
    if (starts.length > this.#boards) throw new RangeError(`there is room for ${this.#boards} boards to start from`);
    const from = this.placement.extra + carouselBytes(this.network) + this.#boards * KEPT_BYTES;
    this.#keep(starts, from);
    kernel.setInt(at.STARTS, from);
    kernel.setInt(at.START_COUNT, starts.length);
  }

  /**
   * Episodes end when they reach this stage, and the boards are kept, as many as there is room for; undefined for none.
   * Boards that were collected before come first.
   */
  collect(stage: number | undefined, before: readonly Start[] = []): void {
    const { kernel } = this;
    if (before.length > this.#boards) throw new RangeError(`there is room for ${this.#boards} boards to collect`);
    const to = this.placement.extra + carouselBytes(this.network);
    this.#keep(before, to);
    kernel.setInt(at.COLLECT, stage === undefined ? 0 : to);
    kernel.setInt(at.COLLECT_ROOM, this.#boards);
    kernel.setInt(at.COLLECT_STAGE, stage ?? 0);
    kernel.setInt(at.COLLECTED, before.length);
  }

  #keep(boards: readonly Start[], from: number): void {
    const { view } = this.kernel;
    boards.forEach(({ state, score, stage }, i) => {
      const address = from + i * KEPT_BYTES;
      const { cells, aux } = packState(state);
      view.setBigUint64(address, cells, true);
      view.setUint32(address + 8, aux, true);
      view.setUint32(address + 12, score, true);
      view.setUint32(address + 16, stage, true);
    });
  }

  collectedCount(): number {
    return Math.min(this.kernel.view.getUint32(at.SETTINGS + at.COLLECTED, true), this.#boards);
  }

  collected(): Start[] {
    const from = this.placement.extra + carouselBytes(this.network);
    const { view } = this.kernel;
    return Array.from({ length: this.collectedCount() }, (_, i) => {
      const address = from + i * KEPT_BYTES;
      const packed = { cells: view.getBigUint64(address, true), aux: view.getUint32(address + 8, true) };
      return {
        state: unpackState(this.game.name, packed),
        score: view.getUint32(address + 12, true),
        stage: view.getUint32(address + 16, true),
      };
    });
  }

  /** The carousel's boards as bytes: part of what a checkpoint needs to go on exactly. */
  carousel(): Uint8Array {
    return new Uint8Array(this.kernel.memory.buffer, this.placement.extra, carouselBytes(this.network));
  }

  /** Learns from games first … first + games − 1 of a seed. Stops early, at the end of a game, when aborted. */
  async learn({ games, seed, first, signal, onProgress }: LearnOptions): Promise<Learned> {
    const { kernel } = this;
    const scores = new Float64Array(games);
    const moves = new Uint32Array(games);
    const largest = new Uint8Array(games);
    const inner = new Uint8Array(games);
    let done = 0;
    let next = 0;
    kernel.stop(signal?.aborted ?? false);
    kernel.clearProgress();
    const work = async (thread: number): Promise<void> => {
      while (next < games && !signal?.aborted) {
        const from = next;
        const count = Math.min(this.#games, games - from, at.MAX_RESULTS);
        next += count;
        const began = performance.now();
        const finished = await kernel.threads.call(thread, 'learnGames', BigInt(seed), BigInt(first + from), count);
        for (let i = 0; i < finished; i++) {
          const result = kernel.result(thread, i);
          scores[done] = result.score;
          moves[done] = result.moves;
          largest[done] = result.largest;
          inner[done++] = result.stage;
        }
        const took = performance.now() - began;
        if (took < 25) this.#games = Math.min(at.MAX_RESULTS, count * 2);
        else if (took > 100) this.#games = Math.max(1, count >> 1);
      }
    };
    const halt = () => kernel.stop(true);
    signal?.addEventListener('abort', halt);
    const timer = onProgress && setInterval(() => onProgress(kernel.progress()), 100);
    try {
      await Promise.all(Array.from({ length: kernel.threads.count }, (_, thread) => work(thread)));
    } finally {
      clearInterval(timer);
      signal?.removeEventListener('abort', halt);
    }
    return {
      scores: scores.subarray(0, done),
      moves: moves.subarray(0, done),
      largest: largest.subarray(0, done),
      inner: inner.subarray(0, done),
    };
  }

  /** The value of a board (an afterstate, unless the network values states) in a stage. */
  async value(state: State, stage = 0): Promise<number> {
    return this.kernel.callWith(0, 'value', state, stage);
  }

  close(): Promise<void> {
    return this.kernel.close();
  }
}

/** Room for the carousel and for boards to collect and to start from, so that what follows begins a line. */
function boardBytes(network: Network, boards: number): number {
  return Math.ceil((carouselBytes(network) + 2 * boards * KEPT_BYTES) / LINE) * LINE;
}

/** Room for a carousel, where there are stages: a counter and the boards, for each. */
function carouselBytes(network: Network): number {
  return network.stageCount === 1 ? 0 : network.stageCount * (8 + CAROUSEL_ROOM * KEPT_BYTES);
}
