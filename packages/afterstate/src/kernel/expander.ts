// Moves and chance one at a time, in the kernel, on the calling thread: what a search with its own tree needs. A call takes
// well under a microsecond; states stay in the kernel's form (pack.ts), and results are read from views of its memory.

import type { Game } from '../rules/game.ts';
import type { DirectKernel } from './direct.ts';
import { openDirectKernel } from './direct.ts';
import type { KernelExports } from './exports.ts';
import { AFTERSTATES, AUX, CELLS, SCORE } from './layout.ts';
import { unpackCell } from './pack.ts';
import type { Platform } from './platform.ts';

export class Expander {
  readonly game: Game;
  /** After `expand`, of each move: cells at 4 m, entries at 4 m + 2. */
  readonly afterstates64: BigUint64Array;
  /** After `expand`, of each move: aux at 8 m + 2, gain at 8 m + 3. */
  readonly afterstates32: Uint32Array;
  /** After `spawn`: the cells. */
  readonly spawned64: BigUint64Array;
  /** After `spawn`: aux, then what the spawn added to the score. */
  readonly spawned32: Uint32Array;
  readonly #afterstates: KernelExports['afterstates'];
  readonly #spawnOn: KernelExports['spawnOn'];
  readonly #cells = new BigUint64Array(1);
  readonly #words = new Uint32Array(this.#cells.buffer);
  readonly #seedGame: KernelExports['seedGame'];

  private constructor({ kernel, exports }: DirectKernel) {
    this.game = kernel.game;
    const { buffer } = kernel.memory;
    const block = kernel.block(0);
    this.afterstates64 = new BigUint64Array(buffer, block + AFTERSTATES, 16);
    this.afterstates32 = new Uint32Array(buffer, block + AFTERSTATES, 32);
    this.spawned64 = new BigUint64Array(buffer, block + CELLS, 1);
    this.spawned32 = new Uint32Array(buffer, block + AUX, (SCORE - AUX) / 4 + 1);
    this.#afterstates = exports.afterstates;
    this.#spawnOn = exports.spawnOn;
    this.#seedGame = exports.seedGame;
  }

  static async open(platform: Platform, game: Game): Promise<Expander> {
    return new Expander(await openDirectKernel(platform, game));
  }

  /** Finds the four afterstates of a state; returns the legal moves, bit m for move m. */
  expand(cells: bigint, aux: number): number {
    return this.#afterstates(cells, aux | 0);
  }

  /** Switches to the chance of game `number` of a seed. */
  seed(seed: bigint, number: number): void {
    this.#seedGame(seed, BigInt(number));
  }

  /** Lets chance answer an afterstate. */
  spawn(cells: bigint, aux: number, entries: bigint): void {
    this.spawned32[1] = 0;
    this.#spawnOn(cells, aux | 0, entries);
  }

  /** Writes the sixteen exponents of a state, as in `unpackState`, starting at `at`. */
  writeBoard(cells: bigint, aux: number, exponents: Uint8Array, at: number): void {
    this.#cells[0] = cells;
    for (let cell = 0; cell < 16; cell++) {
      const nibble = (this.#words[cell >> 3]! >>> (4 * (cell & 7))) & 15;
      exponents[at + cell] = unpackCell(this.game, nibble, cell, aux);
    }
  }
}
