// Replays recorded games in the kernel, on the calling thread: tens of millions of plies per second, each checked by the
// rules. Records of many games are read this way; `replay` of rules/ is the reference, and says in words what is wrong.

import type { Game, State } from '../rules/game.ts';
import type { DirectKernel } from './direct.ts';
import { openDirectKernel } from './direct.ts';
import type { KernelExports } from './exports.ts';
import type { Kernel } from './kernel.ts';
import { MAX_PLIES, PLIES, REPLAYED, REPLAYED_BYTES, SCORE } from './layout.ts';
import type { Packed } from './pack.ts';
import type { Platform } from './platform.ts';

/** Bytes of an entry of `Replayed.entries`. */
export const ENTRY_BYTES = REPLAYED_BYTES;
/** The longest game that can be replayed; players' games are cut off there. */
export const LONGEST_GAME = MAX_PLIES;

export interface Replayed {
  /** How many plies the rules allow; fewer than the record has, if it is wrong. */
  readonly plies: number;
  /** The score after them, including the tiles of the start. */
  readonly score: number;
  /** The state after them. */
  readonly end: State;
  /**
   * One entry of 24 bytes per ply that the rules allow: the board as 16 exponents, u32 the score from this ply to the last,
   * u8 each the move, the spawn's cell, its exponent, and the hint shown (0 for a bonus or none).
   * The replayer owns the bytes: they are valid until it replays the next game.
   */
  readonly entries: Uint8Array;
}

export class Replayer {
  readonly game: Game;
  readonly #kernel: Kernel;
  readonly #exports: KernelExports;
  readonly #plies: Uint16Array;
  readonly #entries: Uint8Array;

  private constructor({ kernel, exports }: DirectKernel) {
    this.game = kernel.game;
    this.#kernel = kernel;
    this.#exports = exports;
    const { buffer } = kernel.memory;
    this.#plies = new Uint16Array(buffer, kernel.block(0) + PLIES, MAX_PLIES);
    this.#entries = new Uint8Array(buffer, kernel.block(0) + REPLAYED, MAX_PLIES * REPLAYED_BYTES);
  }

  static async open(platform: Platform, game: Game): Promise<Replayer> {
    return new Replayer(await openDirectKernel(platform, game));
  }

  /** Replays a game of at most `LONGEST_GAME` plies, packed as `packPly` says. Blocks while it runs. */
  replay(start: Packed, plies: Uint16Array): Replayed {
    this.#plies.set(plies);
    const done = this.#exports.replayGame(start.cells, start.aux | 0, plies.length) >>> 0;
    return {
      plies: done,
      score: this.#kernel.view.getUint32(this.#kernel.block(0) + SCORE, true),
      end: this.#kernel.state(0),
      entries: this.#entries.subarray(0, done * REPLAYED_BYTES),
    };
  }
}
