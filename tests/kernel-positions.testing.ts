// Whether the kernel and the readable rules agree on a position: every move's afterstate, gain, legality and entries, the end
// of the game, the largest tile, the eight symmetries and the canonical form. Both games use this.

import type { Board, Game, Hint, State } from 'afterstate';
import { MOVES, printBoard, Random, SYMMETRIES } from 'afterstate';
import * as at from '../packages/afterstate/dist/kernel/layout.js';
import type { DirectKernel, Halves } from './kernel.testing.ts';
import { halves, isWide, transformed, wide } from './kernel.testing.ts';

/** What the kernel says about positions, compared with the rules. */
export class Agreement {
  /** How many positions, legal moves and finished games were compared. */
  positions = 0;
  moves = 0;
  over = 0;
  /** How often each exponent was the largest. */
  readonly largest = new Map<number, number>();
  private readonly game: Game;
  private readonly kernel: DirectKernel;
  private readonly state: Halves = { low: 0, high: 0, aux: 0 };
  private readonly other: Halves = { low: 0, high: 0, aux: 0 };

  constructor(game: Game, kernel: DirectKernel) {
    this.game = game;
    this.kernel = kernel;
  }

  /** Throws if they disagree, with the position and what is wrong. Returns the reference's afterstates. */
  check(state: State): ReturnType<Game['afterstate']>[] {
    const { game, state: packed } = this;
    const { call, view } = this.kernel;
    halves(state, packed);
    const cells = wide(packed.low, packed.high);
    const legal = call.afterstates(cells, packed.aux | 0);
    const afterstates = MOVES.map((move, m) => {
      const expected = game.afterstate(state, move);
      const from = this.kernel.block + at.AFTERSTATES + 32 * m;
      if (
        ((legal >> m) & 1) !== Number(expected !== undefined) ||
        view.getInt32(from + 24, true) !== ((legal >> m) & 1)
      )
        this.fail(state, `${move} is ${expected ? '' : 'not '}legal`);
      if (!expected) return undefined;
      this.moves++;
      const { other } = this;
      halves(expected, other);
      if (view.getUint32(from, true) !== other.low || view.getUint32(from + 4, true) !== other.high)
        this.fail(state, `${move} gives ${printBoard(expected, game)}`);
      if (view.getUint32(from + 8, true) !== other.aux) this.fail(state, `${move} has aux ${other.aux.toString(16)}`);
      if (view.getUint32(from + 12, true) !== expected.gain) this.fail(state, `${move} gains ${expected.gain}`);
      let low = 0;
      let high = 0;
      for (const cell of expected.entries) {
        if (cell < 8) low |= 1 << (4 * cell);
        else high |= 1 << (4 * cell - 32);
      }
      if (view.getUint32(from + 16, true) !== low >>> 0 || view.getUint32(from + 20, true) !== high >>> 0)
        this.fail(state, `after ${move} a tile may enter at ${expected.entries.join()}`);
      return expected;
    });
    if (legal === 0) {
      this.over++;
      if (!game.isOver(state)) this.fail(state, 'the game is not over');
    }
    const largest = Math.max(...state.board);
    if (call.largest(cells, packed.aux | 0) !== largest) this.fail(state, `the largest exponent is ${largest}`);
    this.largest.set(largest, (this.largest.get(largest) ?? 0) + 1);
    this.checkSymmetries(state, cells);
    this.positions++;
    return afterstates;
  }

  private checkSymmetries(state: State, cells: bigint): void {
    const { call } = this.kernel;
    const { other } = this;
    let low = 0;
    let high = Infinity;
    for (let which = 0; which < 8; which++) {
      transformed(state.board, SYMMETRY_OF[which]!, other);
      if (!isWide(call.symmetric(cells, which), other.low, other.high)) this.fail(state, `symmetry ${which} is wrong`);
      if (other.high < high || (other.high === high && other.low < low)) ({ low, high } = other);
    }
    if (!isWide(call.canonical(cells), low, high)) this.fail(state, 'the canonical form is not the least of the eight');
  }

  private fail(state: State, what: string): never {
    throw new Error(`kernel and rules disagree on ${printBoard(state, this.game)}: by the rules, ${what}`);
  }
}

/** The rules' symmetries in the kernel's numbering: bit 2 transposes, then bit 0 mirrors, then bit 1 flips. */
const SYMMETRY_OF = Array.from({ length: 8 }, (_, which) => {
  const image = Array.from({ length: 16 }, (_, cell) => {
    let [row, column] = [cell >> 2, cell & 3];
    if (which & 2) row = 3 - row;
    if (which & 1) column = 3 - column;
    if (which & 4) [row, column] = [column, row];
    return 4 * row + column;
  });
  const found = SYMMETRIES.find((symmetry) => symmetry.join() === image.join());
  if (!found) throw new Error(`the rules have no symmetry ${image.join()}`);
  return found;
});

/** Random games of a seed until this many positions have been compared. */
export function checkPlayed(agreement: Agreement, game: Game, seed: number, positions: number): void {
  const until = agreement.positions + positions;
  for (let number = 0; agreement.positions < until; number++) {
    const chance = Random.forGame(seed, number, 0);
    const own = Random.forGame(seed, number, 1);
    let state = game.start(chance);
    while (agreement.positions < until) {
      const legal = agreement.check(state).filter((after) => after !== undefined);
      if (legal.length === 0) break;
      state = game.spawn(legal[own.below(legal.length)]!, chance).state;
    }
  }
}

/**
 * Boards that need not occur in any game, one after another: some nearly empty and some full, tiles of any size, small ones so
 * that merges are frequent, and large ones beside each other.
 */
export function checkArbitrary(agreement: Agreement, game: Game, seed: number, positions: number): void {
  const random = Random.forGame(seed, 0);
  const board = Array.from({ length: 16 }, () => 0);
  for (let i = 0; i < positions; i++) {
    const { hi, lo } = random.next();
    const empties = (lo & 7) / 8;
    // The exponents of a board come from a window, now and then only of the largest.
    const width = 1 + ((lo >>> 3) % game.maxExponent);
    const lowest = lo & 0x10000 ? game.maxExponent + 1 - width : 1 + ((lo >>> 8) % (game.maxExponent + 1 - width));
    let bits = hi;
    for (let cell = 0; cell < 16; cell += 4) {
      const { hi: sizes, lo: gaps } = random.next();
      for (let k = 0; k < 4; k++) {
        const empty = ((gaps >>> (8 * k)) & 255) / 256 < empties;
        board[cell + k] = empty ? 0 : lowest + (((sizes >>> (8 * k)) & 255) % width);
      }
      bits ^= gaps;
    }
    agreement.check(game.hints ? withHint(board, bits) : { board });
  }
}

function withHint(board: Board, bits: number): State {
  const bonus = Math.max(...board) >= 7 && (bits & 3) === 0;
  const next: Hint = bonus ? 'bonus' : (([1, 2, 3] as const)[(bits >>> 2) % 3] ?? 1);
  return { board, next, bag: [(bits >>> 8) & 3, (bits >>> 10) & 3, (bits >>> 12) & 3] };
}
