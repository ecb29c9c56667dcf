// A placed network, and the kernel's loops that teach it: both training in Node and the Learn page drive it.
// The threads share one set of weights without locks; a single thread is exact and repeats bit for bit.

import * as at from '../kernel/layout.ts';
import { packState, unpackState } from '../kernel/pack.ts';
import type { Platform } from '../kernel/platform.ts';
import { Pace, playSeries, type Watching } from '../kernel/series.ts';
import type { Game, State } from '../rules/game.ts';
import type { LearnSettings } from './methods.ts';
import { LOOPS } from './methods.ts';
import type { Network } from './network.ts';
import type { Placed, PlaceOptions } from './placed-network.ts';
import { place, PlacedNetwork, planPlacement } from './placed-network.ts';
import { stageMode } from './placement.ts';

export interface Start {
  readonly state: State;
  readonly score: number;
  readonly stage: number;
}

export interface LearnOptions extends Watching {
  readonly games: number;
  readonly seed: number;
  readonly first: number;
}

/** The games learned from: those that were finished, in no particular order if there are several threads. */
export interface Learned {
  readonly scores: Float64Array;
  readonly moves: Uint32Array;
  readonly largest: Uint8Array;
  /** 1 for games that did not start from the deal. */
  readonly inner: Uint8Array;
  /** 1 for games that reached the stage whose boards are collected. */
  readonly reached: Uint8Array;
}

/** Boards that a carousel keeps per stage (Jaśkowski). */
const CAROUSEL_ROOM = 1000;

export interface LearnerOptions {
  readonly game: Game;
  readonly network: Network;
  readonly threads: number;
  readonly coherent: boolean;
  /** How many boards may be collected at a split, or given as starts. */
  readonly boards?: number;
}

export class Learner extends PlacedNetwork {
  /** How many boards it has room for: that many starts, and as many to collect. */
  readonly boards: number;
  readonly #pace = new Pace();

  private constructor(placed: Placed, boards: number) {
    super(placed);
    this.boards = boards;
  }

  /** Throws if there is not enough memory, with the bytes that are needed. */
  static requireMemory(platform: Platform, options: LearnerOptions): void {
    planPlacement(platform, placeOptions(options));
  }

  static override async open(platform: Platform, options: LearnerOptions): Promise<Learner> {
    return new Learner(await place(platform, placeOptions(options)), options.boards ?? 0);
  }

  async configure(settings: LearnSettings): Promise<void> {
    const { kernel, network } = this;
    if (settings.coherent && !this.coherent) throw new RangeError('this learner keeps no rates of its weights');
    kernel.setInt(at.LOOP, LOOPS[settings.loop]);
    kernel.setFloat(at.STEP, settings.alpha / network.lookups);
    kernel.setFloat(at.LAMBDA, settings.lambda);
    kernel.setInt(at.DELAY, settings.delay);
    kernel.setInt(at.RESTART, settings.restart ? 1 : 0);
    kernel.setInt(at.CAROUSEL, settings.carousel ? this.extra : 0);
    kernel.setInt(at.CAROUSEL_ROOM, CAROUSEL_ROOM);
    kernel.setInt(at.UNTIL, settings.until ?? 0);
    kernel.memories.forEach((memory) => {
      const view = new DataView(memory.buffer);
      view.setInt32(at.SETTINGS + at.COHERENT, settings.coherent ? 1 : 0, true);
      view.setInt32(at.SETTINGS + at.PROMOTE, settings.promote ? 1 : 0, true);
      view.setInt32(
        at.SETTINGS + at.STAGE_MODE,
        settings.fixedStage === undefined ? stageMode(network) : at.STAGE_MODE_FIXED,
        true,
      );
    });
    await kernel.everywhere('configureNetwork');
  }

  /** Sets the boards that episodes start from, one after another in a cycle; none for the deal. */
  startFrom(starts: readonly Start[]): void {
    const { kernel } = this;
    if (starts.length > this.boards) throw new RangeError(`there is room for ${this.boards} boards to start from`);
    const from = this.extra + carouselBytes(this.network) + this.boards * at.KEPT_BYTES;
    this.#keep(starts, from);
    kernel.setInt(at.STARTS, from);
    kernel.setInt(at.START_COUNT, starts.length);
  }

  /**
   * Keeps the board when an episode reaches this stage, as many as there is room for; undefined for none. The episode
   * continues. Boards collected before come first.
   */
  collect(stage: number | undefined, before: readonly Start[] = []): void {
    const { kernel } = this;
    if (before.length > this.boards) throw new RangeError(`there is room for ${this.boards} boards to collect`);
    const to = this.extra + carouselBytes(this.network);
    this.#keep(before, to);
    kernel.setInt(at.COLLECT, stage === undefined ? 0 : to);
    kernel.setInt(at.COLLECT_ROOM, this.boards);
    kernel.setInt(at.COLLECT_STAGE, stage ?? 0);
    kernel.setInt(at.COLLECTED, before.length);
  }

  #keep(boards: readonly Start[], from: number): void {
    const { view } = this.kernel;
    boards.forEach(({ state, score, stage }, i) => {
      const address = from + i * at.KEPT_BYTES;
      const { cells, aux } = packState(state);
      view.setBigUint64(address, cells, true);
      view.setUint32(address + 8, aux, true);
      view.setUint32(address + 12, score, true);
      view.setUint32(address + 16, stage, true);
    });
  }

  collectedCount(): number {
    return Math.min(this.kernel.view.getUint32(at.SETTINGS + at.COLLECTED, true), this.boards);
  }

  collected(): Start[] {
    const from = this.extra + carouselBytes(this.network);
    const { view } = this.kernel;
    return Array.from({ length: this.collectedCount() }, (_, i) => {
      const address = from + i * at.KEPT_BYTES;
      const packed = { cells: view.getBigUint64(address, true), aux: view.getUint32(address + 8, true) };
      return {
        state: unpackState(this.game, packed),
        score: view.getUint32(address + 12, true),
        stage: view.getUint32(address + 16, true),
      };
    });
  }

  /** The carousel's boards as bytes: part of what a checkpoint needs for an exact continuation. */
  carousel(): Uint8Array {
    return new Uint8Array(this.kernel.memory.buffer, this.extra, carouselBytes(this.network));
  }

  /** Learns from games first … first + games − 1 of a seed. Stops early, at the end of a game, when aborted. */
  async learn({ games, seed, first, ...watching }: LearnOptions): Promise<Learned> {
    const { kernel } = this;
    const scores = new Float64Array(games);
    const moves = new Uint32Array(games);
    const largest = new Uint8Array(games);
    const inner = new Uint8Array(games);
    const reached = new Uint8Array(games);
    let done = 0;
    await playSeries(
      kernel,
      { ...watching, games, pace: this.#pace },
      (thread, from, count) => kernel.threads.call(thread, 'learnGames', BigInt(seed), BigInt(first + from), count),
      (_game, result) => {
        scores[done] = result.score;
        moves[done] = result.moves;
        largest[done] = result.largest;
        inner[done] = result.inner;
        reached[done++] = result.reached;
      },
    );
    return {
      scores: scores.subarray(0, done),
      moves: moves.subarray(0, done),
      largest: largest.subarray(0, done),
      inner: inner.subarray(0, done),
      reached: reached.subarray(0, done),
    };
  }
}

/** After the weights: the carousel, collected boards, boards to start from. */
function placeOptions({ boards = 0, ...options }: LearnerOptions): PlaceOptions {
  return { ...options, extra: carouselBytes(options.network) + 2 * boards * at.KEPT_BYTES };
}

/** Room for a carousel, if there are stages: a counter and the boards, for each. */
function carouselBytes(network: Network): number {
  return network.stageCount === 1 ? 0 : network.stageCount * (8 + CAROUSEL_ROOM * at.KEPT_BYTES);
}
