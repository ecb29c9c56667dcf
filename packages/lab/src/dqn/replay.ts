// The replay memory: for each move the board, the move, its reward, and what came of it. It is kept in columns, so that gathering
// a batch or writing a checkpoint needs no object for each move.

import type { Board, Random } from 'afterstate';
import { SYMMETRIES, TRANSFORMED_MOVES } from 'afterstate';
import type { DqnConfig } from './config.ts';

/** A move, and what followed. */
export interface Experience {
  readonly board: Board;
  /** Its number, 0 … 3. */
  readonly move: number;
  /** The sum of the rewards up to `next`, each discounted by γ. */
  readonly reward: number;
  /** How much a point after `next` counts: γ to the power of the moves in between; 0 if the game is over. */
  readonly discount: number;
  readonly next: Board;
  /** The moves that are legal in `next`: bit m for move m. */
  readonly legal: number;
}

/** Rows of a batch; each draw refills the arrays. */
export interface Batch {
  /** Sixteen exponents per row. */
  readonly boards: Uint8Array;
  readonly moves: Int32Array;
  readonly rewards: Float32Array;
  readonly discounts: Float32Array;
  readonly next: Uint8Array;
  readonly legal: Uint8Array;
}

export class Replay {
  readonly capacity: number;
  readonly #replacement: DqnConfig['replacement'];
  readonly #columns: Batch;
  /** How many experiences are held, and how many have ever come. */
  size = 0;
  added = 0;

  constructor({ replay, replacement }: Pick<DqnConfig, 'replay' | 'replacement'>) {
    this.capacity = replay;
    this.#replacement = replacement;
    this.#columns = emptyBatch(replay);
  }

  /** Draws from `random` only if a random experience has to go. */
  add(experience: Experience, random: Random): void {
    const full = this.size === this.capacity;
    const at = !full
      ? this.size
      : this.#replacement === 'oldest'
        ? this.added % this.capacity
        : random.below(this.capacity);
    const { boards, moves, rewards, discounts, next, legal } = this.#columns;
    boards.set(experience.board, 16 * at);
    moves[at] = experience.move;
    rewards[at] = experience.reward;
    discounts[at] = experience.discount;
    next.set(experience.next, 16 * at);
    legal[at] = experience.legal;
    if (!full) this.size++;
    this.added++;
  }

  /** Fills a batch with experiences drawn with replacement, each turned and mirrored at random if asked for. */
  draw(batch: Batch, random: Random, symmetries: boolean): void {
    const from = this.#columns;
    for (let row = 0; row < batch.moves.length; row++) {
      const { hi, lo } = random.next();
      const at = Math.floor((lo * this.size) / 2 ** 32);
      const s = symmetries ? hi >>> 29 : 0;
      const symmetry = SYMMETRIES[s]!;
      const moved = TRANSFORMED_MOVES[s]!;
      for (let cell = 0; cell < 16; cell++) {
        batch.boards[16 * row + cell] = from.boards[16 * at + symmetry[cell]!]!;
        batch.next[16 * row + cell] = from.next[16 * at + symmetry[cell]!]!;
      }
      batch.moves[row] = moved[from.moves[at]!]!;
      batch.rewards[row] = from.rewards[at]!;
      batch.discounts[row] = from.discounts[at]!;
      let legal = 0;
      for (let m = 0; m < 4; m++) if (from.legal[at]! & (1 << m)) legal |= 1 << moved[m]!;
      batch.legal[row] = legal;
    }
  }

  /** Copies of everything held: one per column, in the order of the places. */
  save(): Record<keyof Batch, Float32Array> {
    const held = (column: Uint8Array | Int32Array | Float32Array, width = 1): Float32Array =>
      Float32Array.from(column.subarray(0, width * this.size));
    const { boards, moves, rewards, discounts, next, legal } = this.#columns;
    return {
      boards: held(boards, 16),
      moves: held(moves),
      rewards: held(rewards),
      discounts: held(discounts),
      next: held(next, 16),
      legal: held(legal),
    };
  }

  /** Restores what `save` returned; throws a RangeError if it does not fit. */
  load(columns: Record<keyof Batch, Float32Array>, added: number): void {
    const size = columns.moves.length;
    if (size > this.capacity) throw new RangeError(`${size} remembered moves do not fit ${this.capacity}`);
    for (const name of Object.keys(this.#columns) as (keyof Batch)[]) this.#columns[name].set(columns[name]);
    this.size = size;
    this.added = added;
  }
}

export function emptyBatch(rows: number): Batch {
  return {
    boards: new Uint8Array(16 * rows),
    moves: new Int32Array(rows),
    rewards: new Float32Array(rows),
    discounts: new Float32Array(rows),
    next: new Uint8Array(16 * rows),
    legal: new Uint8Array(rows),
  };
}
