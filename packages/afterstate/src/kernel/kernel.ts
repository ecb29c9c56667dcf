// A kernel: one memory, the tables in it, and the threads that work on it. Settings and results pass through here; networks
// (networks/), search tables (players/) and replayed games (replayer.ts) lie where layout.ts says.

import type { Game, State } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import { FOUR_BY_FOUR } from '../rules/lines.ts';
import * as at from './layout.ts';
import type { ArgumentsOf, ExportName, ResultOf } from './instance.ts';
import { instantiate } from './instance.ts';
import { giveBack, takeMemory } from './memory-pool.ts';
import { packState, unpackState } from './pack.ts';
import type { Platform, Threads } from './platform.ts';
import { KernelThreadError } from './threads.ts';

const PAGE = 65536;
/** Tables begin on a boundary of huge pages. */
const HUGE = 2 << 20;
/** A wasm memory addresses this much. */
export const MEMORY_LIMIT = 65536 * PAGE;

export interface KernelOptions {
  readonly game: Game;
  readonly threads: number;
  /** Bytes for networks and tables in the first memory, after the threads' blocks. */
  readonly bytes?: number;
  /** Bytes for tables in further memories, for networks that do not fit one. */
  readonly more?: readonly number[];
}

/** Where the host's bytes begin in the first memory, and in the others, which have no threads' blocks. */
export function freeFrom(memory: number, threads: number): number {
  return Math.ceil((at.THREADS + (memory === 0 ? threads * at.BLOCK : 0)) / HUGE) * HUGE;
}

/** Why a thread should return: all should, or it alone. */
const STOP_ALL = 1;
const STOP_ONE = 2;

/** Exports that take a state's cells and aux first, and what they take after them. */
type OfState = {
  [K in ExportName]: ArgumentsOf<K> extends [cells: bigint, aux: number, ...rest: unknown[]] ? K : never;
}[ExportName];
type RestOf<K extends OfState> = ArgumentsOf<K> extends [cells: bigint, aux: number, ...rest: infer R] ? R : never;

/** The result of a game as the kernel leaves it. */
export interface Result {
  readonly score: number;
  readonly moves: number;
  readonly largest: number;
  /** 1 if the game did not start from the deal. */
  readonly inner: number;
  /** 1 if the game reached the stage whose boards are collected. */
  readonly reached: number;
}

let none: WebAssembly.Memory | undefined;

/** A closed kernel's stand-in for a memory: room for its settings. */
function nowhere(): WebAssembly.Memory {
  const pages = at.THREADS / PAGE;
  return (none ??= new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }));
}

export class Kernel {
  readonly game: Game;
  readonly threads: Threads;
  readonly #platform: Platform;
  #memories: readonly [WebAssembly.Memory, ...WebAssembly.Memory[]];
  #view: DataView;
  #closing: Promise<void> | undefined;

  private constructor(
    platform: Platform,
    game: Game,
    memories: readonly [WebAssembly.Memory, ...WebAssembly.Memory[]],
    threads: Threads,
  ) {
    this.#platform = platform;
    this.game = game;
    this.threads = threads;
    this.#memories = memories;
    this.#view = new DataView(memories[0].buffer);
  }

  /** The memories; a closed kernel no longer has any, because others may use them. */
  get memories(): readonly WebAssembly.Memory[] {
    return this.#memories;
  }

  /** The first memory. */
  get memory(): WebAssembly.Memory {
    return this.#memories[0];
  }

  get view(): DataView {
    return this.#view;
  }

  static async open(platform: Platform, { game, threads, bytes = 0, more = [] }: KernelOptions): Promise<Kernel> {
    if (game.rows !== FOUR_BY_FOUR.rows || game.columns !== FOUR_BY_FOUR.columns)
      throw new InputError(
        `the kernel has no boards of ${game.rows}×${game.columns}; play on 4×4, or by the rules alone`,
      );
    const module = await platform.module(game.name);
    const create = (size: number, i: number): WebAssembly.Memory => {
      const pages = Math.ceil((freeFrom(i, threads) + size) / PAGE);
      if (pages * PAGE > MEMORY_LIMIT) throw new RangeError(`${size} bytes do not fit one memory`);
      return takeMemory(platform, pages);
    };
    const first = create(bytes, 0);
    const memories = [first, ...more.map((size, i) => create(size, i + 1))] as const;
    instantiate(module, [first], 0).init();
    const kernel = new Kernel(platform, game, memories, await platform.startThreads({ module, memories, threads }));
    await kernel.#setRules();
    return kernel;
  }

  /** Calls a function on every thread. */
  async everywhere<K extends ExportName>(name: K, ...args: ArgumentsOf<K>): Promise<void> {
    await Promise.all(
      Array.from({ length: this.threads.count }, (_, thread) => this.threads.call(thread, name, ...args)),
    );
  }

  async #setRules(): Promise<void> {
    const { four = 0, start = 0, end, idle } = this.game.options;
    this.view.setBigUint64(at.SETTINGS + at.FOUR_THRESHOLD, BigInt(Math.round(Number(four) * 2 ** 32)), true);
    this.setInt(at.START_TILES, Number(start));
    const ends = String(end).split(',');
    const tile = Math.max(...ends.map((part) => this.game.exponent(Number(part)) ?? 0));
    this.setInt(at.END, (tile << 1) | (ends.includes('full') ? 1 : 0));
    this.setInt(at.IDLE_SPAWN, idle === 'spawn' ? 1 : 0);
    this.setInt(at.MAX_MOVES, at.MAX_PLIES);
    await this.everywhere('configureRules');
  }

  setInt(setting: number, value: number): void {
    this.view.setInt32(at.SETTINGS + setting, value, true);
  }

  setFloat(setting: number, value: number): void {
    this.view.setFloat32(at.SETTINGS + setting, value, true);
  }

  setBytes(setting: number, bytes: readonly number[]): void {
    bytes.forEach((byte, i) => this.view.setUint8(at.SETTINGS + setting + i, byte));
  }

  /** The address of a thread's block. */
  block(thread: number): number {
    return at.THREADS + thread * at.BLOCK;
  }

  /** Asks all threads to return as soon as they can, or allows them to work again. */
  stop(stop: boolean): void {
    for (let thread = 0; thread < this.threads.count; thread++) this.#ask(thread, STOP_ALL, stop);
  }

  /** Asks one thread to return as soon as it can, or allows it to work again. */
  stopThread(thread: number, stop: boolean): void {
    this.#ask(thread, STOP_ONE, stop);
  }

  #ask(thread: number, bit: number, stop: boolean): void {
    const words = new Int32Array(this.memory.buffer);
    const word = (this.block(thread) + at.STOP) >> 2;
    // A closed kernel has no blocks.
    if (word >= words.length) return;
    if (stop) Atomics.or(words, word, bit);
    else Atomics.and(words, word, ~bit);
  }

  result(thread: number, i: number): Result {
    const address = this.block(thread) + at.RESULTS + 16 * i;
    return {
      score: this.view.getUint32(address, true),
      moves: this.view.getUint32(address + 4, true),
      largest: this.view.getUint32(address + 8, true),
      inner: this.view.getUint32(address + 12, true) & 1,
      reached: (this.view.getUint32(address + 12, true) >> 1) & 1,
    };
  }

  /** Moves and games of all threads since the last `clearProgress`. */
  progress(): { moves: number; games: number } {
    let moves = 0;
    let games = 0;
    for (let thread = 0; thread < this.threads.count; thread++) {
      moves += this.view.getUint32(this.block(thread) + at.MOVES_DONE, true);
      games += this.view.getUint32(this.block(thread) + at.GAMES_DONE, true);
    }
    return { moves, games };
  }

  clearProgress(): void {
    for (let thread = 0; thread < this.threads.count; thread++) {
      this.view.setUint32(this.block(thread) + at.MOVES_DONE, 0, true);
      this.view.setUint32(this.block(thread) + at.GAMES_DONE, 0, true);
    }
  }

  /** The state in a thread's block. */
  state(thread: number): State {
    const block = this.block(thread);
    const cells = this.view.getBigUint64(block + at.CELLS, true);
    return unpackState(this.game, { cells, aux: this.view.getUint32(block + at.AUX, true) });
  }

  /** The plies that a thread has recorded. */
  plies(thread: number, count: number): Uint16Array {
    return new Uint16Array(this.memory.buffer, this.block(thread) + at.PLIES, count).slice();
  }

  /** The values of the four moves, as a thread has written them. */
  values(thread: number): Float64Array {
    return new Float64Array(this.memory.buffer, this.block(thread) + at.VALUES, 4).slice();
  }

  /** Calls a function of the kernel that takes a state's cells and aux first. */
  callWith<K extends OfState>(thread: number, name: K, state: State, ...rest: RestOf<K>): Promise<ResultOf<K>> {
    const { cells, aux } = packState(state);
    return this.threads.call(thread, name, ...([cells, aux | 0, ...rest] as unknown as ArgumentsOf<K>));
  }

  /** Throws if it was closed. */
  requireOpen(): void {
    if (this.#closing) throw new KernelThreadError('the kernel was closed');
  }

  /** Ends the threads and gives the memory back; later writes go nowhere. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    this.stop(true);
    const isUnused = await this.threads.close();
    const memories = this.#memories;
    this.#memories = [nowhere()];
    this.#view = new DataView(this.memory.buffer);
    if (isUnused) for (const memory of memories) giveBack(this.#platform, memory);
  }
}
