// A kernel: one memory, the tables in it, and the threads that work on it. Every number that the kernel reads or writes
// passes through here; nothing else knows an address.

import type { Game, State } from '../rules/game.ts';
import { DEFAULTS_2048 } from '../rules/rules2048.ts';
import { parseSpec } from '../rules/spec.ts';
import * as at from './layout.ts';
import { instantiate } from './instance.ts';
import { packState, unpackState } from './pack.ts';
import type { Platform, Threads } from './platform.ts';

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

/** The result of a game as the kernel leaves it. */
export interface Result {
  readonly score: number;
  readonly moves: number;
  readonly largest: number;
  readonly stage: number;
}

export class Kernel {
  readonly game: Game;
  readonly memories: readonly WebAssembly.Memory[];
  readonly memory: WebAssembly.Memory;
  readonly threads: Threads;
  readonly view: DataView;

  private constructor(game: Game, memories: readonly [WebAssembly.Memory, ...WebAssembly.Memory[]], threads: Threads) {
    this.game = game;
    this.memories = memories;
    this.memory = memories[0];
    this.threads = threads;
    this.view = new DataView(this.memory.buffer);
  }

  static async open(platform: Platform, { game, threads, bytes = 0, more = [] }: KernelOptions): Promise<Kernel> {
    const module = await platform.module(game.name);
    const create = (size: number, i: number): WebAssembly.Memory => {
      const pages = Math.ceil((freeFrom(i, threads) + size) / PAGE);
      if (pages * PAGE > MEMORY_LIMIT) throw new RangeError(`${size} bytes do not fit one memory`);
      const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
      platform.adviseMemory?.(memory);
      return memory;
    };
    const first = create(bytes, 0);
    const memories = [first, ...more.map((size, i) => create(size, i + 1))] as const;
    instantiate(module, [first], 0)['init']?.();
    const kernel = new Kernel(game, memories, await platform.startThreads({ module, memories, threads }));
    await kernel.#setRules();
    return kernel;
  }

  /** Calls a function on every thread. */
  async everywhere(name: string, ...args: (number | bigint)[]): Promise<void> {
    await Promise.all(
      Array.from({ length: this.threads.count }, (_, thread) => this.threads.call(thread, name, ...args)),
    );
  }

  async #setRules(): Promise<void> {
    const { options } = parseSpec(this.game.spec);
    const four = Number(options.get('four') ?? DEFAULTS_2048.four);
    this.view.setBigUint64(at.SETTINGS + at.FOUR_THRESHOLD, BigInt(Math.round(four * 2 ** 32)), true);
    this.setInt(at.START_TILES, Number(options.get('start') ?? DEFAULTS_2048.start));
    this.setInt(at.END_FULL, options.get('end') === 'full' ? 1 : 0);
    this.setInt(at.IDLE_SPAWN, options.get('idle') === 'spawn' ? 1 : 0);
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
    Atomics.store(new Int32Array(this.memory.buffer), at.STOP >> 2, stop ? 1 : 0);
  }

  result(thread: number, i: number): Result {
    const address = this.block(thread) + at.RESULTS + 16 * i;
    return {
      score: this.view.getUint32(address, true),
      moves: this.view.getUint32(address + 4, true),
      largest: this.view.getUint32(address + 8, true),
      stage: this.view.getUint32(address + 12, true),
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
    return unpackState(this.game.name, { cells, aux: this.view.getUint32(block + at.AUX, true) });
  }

  /** The plies that a thread has recorded. */
  plies(thread: number, count: number): Uint16Array {
    return new Uint16Array(this.memory.buffer, this.block(thread) + at.PLIES, count).slice();
  }

  /** The values of the four moves that a thread has written. */
  values(thread: number): Float64Array {
    return new Float64Array(this.memory.buffer, this.block(thread) + at.VALUES, 4).slice();
  }

  /** Calls a function of the kernel that takes a state's cells and aux first. */
  callWith(thread: number, name: string, state: State, ...rest: (number | bigint)[]): Promise<number> {
    const { cells, aux } = packState(state);
    return this.threads.call(thread, name, cells, aux | 0, ...rest);
  }

  close(): Promise<void> {
    this.stop(true);
    return this.threads.close();
  }
}
