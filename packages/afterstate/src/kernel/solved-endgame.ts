// An endgame solved in the kernel (kernel/src/endgame.ts): the chance of success under best play from every board of it.
// Sums are solved one after another, the states of each by all threads together.

import type { Endgame } from '../rules/endgame.ts';
import { endgameStates, requireEndgames } from '../rules/endgame.ts';
import type { Board, Game, Move, State } from '../rules/game.ts';
import { MOVES } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import { cellCount } from '../rules/lines.ts';
import { freeFrom, Kernel, MEMORY_LIMIT } from './kernel.ts';
import { ENDGAME_CHANCES } from './layout.ts';
import type { Platform } from './platform.ts';

export interface SolveOptions {
  readonly game: Game;
  readonly endgame: Endgame;
  readonly threads: number;
  /** Aborting it rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called now and then with the number of states solved. */
  readonly onProgress?: ((states: number) => void) | undefined;
}

/** A legal move and the chance of success after it; undefined if it moves a locked tile, which the endgame does not allow. */
export interface MoveChance {
  readonly move: Move;
  readonly chance: number | undefined;
}

export class SolvedEndgame {
  readonly game: Game;
  readonly endgame: Endgame;
  readonly states: number;
  /** What solving took. */
  readonly seconds: number;
  readonly #kernel: Kernel;
  readonly #chances: Float32Array;
  readonly #free: readonly number[];

  private constructor(kernel: Kernel, endgame: Endgame, table: number, seconds: number) {
    this.game = kernel.game;
    this.endgame = endgame;
    this.states = endgameStates(endgame, kernel.game);
    this.seconds = seconds;
    this.#kernel = kernel;
    this.#chances = new Float32Array(kernel.memory.buffer, table + ENDGAME_CHANCES, this.states);
    this.#free = Array.from({ length: cellCount(kernel.game) }, (_, cell) => cell).filter(
      (cell) => !endgame.locked.includes(cell),
    );
  }

  /** Takes four bytes per state until it is closed. */
  static async solve(platform: Platform, options: SolveOptions): Promise<SolvedEndgame> {
    const { game, endgame, threads, signal, onProgress } = options;
    const bytes = requireSolvable(platform, game, endgame, threads);
    const kernel = await Kernel.open(platform, { game, threads, bytes });
    const table = freeFrom(0, threads);
    const stop = (): void => kernel.stop(true);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const began = performance.now();
      await solveInto(kernel, table, endgame, { signal, onProgress });
      return new SolvedEndgame(kernel, endgame, table, (performance.now() - began) / 1000);
    } catch (error) {
      await kernel.close();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  /** The chance of success on a board of this endgame, with best play throughout. */
  chance(board: Board): number {
    const { target } = this.endgame;
    let index = 0;
    for (const cell of this.#free.toReversed()) {
      const exponent = board[cell]!;
      if (exponent >= target)
        throw new RangeError(`cell ${cell} holds ${this.game.tile(exponent)}, which is not a board of this endgame`);
      index = index * target + exponent;
    }
    return this.#chances[index]!;
  }

  /** The legal moves of a board of this endgame, in the order up, right, down, left. */
  moves(state: State): MoveChance[] {
    const { game } = this;
    const { locked, target } = this.endgame;
    return MOVES.flatMap((move): MoveChance[] => {
      const after = game.afterstate(state, move);
      if (!after) return [];
      if (locked.some((cell) => after.board[cell] !== state.board[cell])) return [{ move, chance: undefined }];
      if (this.#free.some((cell) => after.board[cell]! >= target)) return [{ move, chance: 1 }];
      const outcomes = game.outcomes(after);
      return [
        {
          move,
          chance: outcomes.reduce(
            (sum, { probability, state: { board } }) => sum + probability * this.chance(board),
            0,
          ),
        },
      ];
    });
  }

  /** The chances with two new tiles on the free cells: the mean over the deals of chance, the least and the most. */
  deals(): { mean: number; least: number; most: number } {
    const { game } = this;
    const empty = Array.from({ length: cellCount(game) }, () => 0);
    let [mean, least, most] = [0, 1, 0];
    const four = Number(game.options['four']);
    const free = this.#free;
    const chances: readonly (readonly [exponent: number, probability: number])[] = [
      [1, 1 - four],
      [2, four],
    ];
    for (const a of free)
      for (const b of free) {
        if (a >= b) continue;
        for (const [ea, pa] of chances)
          for (const [eb, pb] of chances) {
            if (pa * pb === 0) continue;
            const chance = this.chance(empty.with(a, ea).with(b, eb));
            mean += (pa * pb * chance * 2) / (free.length * (free.length - 1));
            least = Math.min(least, chance);
            most = Math.max(most, chance);
          }
      }
    return { mean, least, most };
  }

  /** Gives the memory back. */
  close(): Promise<void> {
    return this.#kernel.close();
  }
}

/** Solves an endgame into a table of `endgameBytes`, on all threads of a kernel; its address is a multiple of 64. */
export async function solveInto(
  kernel: Kernel,
  table: number,
  endgame: Endgame,
  { signal, onProgress }: Pick<SolveOptions, 'signal' | 'onProgress'> = {},
): Promise<void> {
  const { count } = kernel.threads;
  const mask = endgame.locked.reduce((bits, cell) => bits | (1 << cell), 0);
  await kernel.threads.call(0, 'openEndgame', table, mask, endgame.target);
  const largest = 2 ** (endgame.target - 1) * (cellCount(kernel.game) - endgame.locked.length);
  let solved = 0;
  for (let sum = largest; sum >= 0; sum -= 2) {
    signal?.throwIfAborted();
    const parts = Array.from({ length: count }, (_, part) =>
      kernel.threads.call(part, 'solveSum', table, sum, part, count),
    );
    for (const states of await Promise.all(parts)) solved += states;
    onProgress?.(solved);
  }
  signal?.throwIfAborted();
}

/** The bytes of a table. */
export function endgameBytes(endgame: Endgame, game: Game): number {
  return ENDGAME_CHANCES + 4 * endgameStates(endgame, game);
}

/** The bytes of a table. Throws if the endgame cannot be solved here. */
function requireSolvable(platform: Platform, game: Game, endgame: Endgame, threads: number): number {
  requireEndgames(game);
  const states = endgameStates(endgame, game);
  const bytes = endgameBytes(endgame, game);
  const most = Math.min(platform.memoryLimit ?? Infinity, MEMORY_LIMIT) - freeFrom(0, threads);
  const available = platform.freeMemory?.() ?? Infinity;
  if (bytes > Math.min(most, available))
    throw new InputError(
      `an endgame of ${states.toLocaleString('en')} states takes ${(bytes / 2 ** 30).toFixed(1)} GiB, and ${bytes > most ? `a kernel has ${(most / 2 ** 30).toFixed(1)}` : `${(available / 2 ** 30).toFixed(1)} are free`}; lock more cells, or give a smaller target`,
    );
  return bytes;
}
