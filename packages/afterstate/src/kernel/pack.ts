// States in the kernel's form: 64 bits of cells, four each, and `aux`. In a game with hints aux holds the hint (bits 0–1, 0
// for a bonus) and the bag (four bits each from bit 4); in one with exponents past 15 it tells these apart, two bits per cell
// (such a cell holds 15). No game has both. A board here has four rows of four cells.

import type { Game, Hint, State } from '../rules/game.ts';

export interface Packed {
  readonly cells: bigint;
  readonly aux: number;
}

export function packState(state: State): Packed {
  let high = 0;
  let low = 0;
  let aux = 0;
  for (let cell = 15; cell >= 0; cell--) {
    const exponent = state.board[cell] ?? 0;
    const nibble = Math.min(exponent, 15);
    if (cell >= 8) high = (high << 4) | nibble;
    else low = (low << 4) | nibble;
    if (exponent > 15) aux |= (exponent - 15) << (2 * cell);
  }
  if (state.next !== undefined) {
    const [ones, twos, threes] = state.bag ?? [0, 0, 0];
    aux = (state.next === 'bonus' ? 0 : state.next) | (ones << 4) | (twos << 8) | (threes << 12);
  }
  return { cells: (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0), aux: aux >>> 0 };
}

/** The largest exponent that fits four bits. */
export function largestKind({ maxExponent }: Game): number {
  return Math.min(maxExponent, 15);
}

/** What a cell of a packed state holds. */
export function unpackCell(game: Game, nibble: number, cell: number, aux: number): number {
  return nibble === 15 && game.maxExponent > 15 ? 15 + ((aux >>> (2 * cell)) & 3) : nibble;
}

export function unpackState(game: Game, { cells, aux }: Packed): State {
  const low = Number(cells & 0xffffffffn);
  const high = Number((cells >> 32n) & 0xffffffffn);
  const board: number[] = [];
  for (let cell = 0; cell < 16; cell++) {
    const nibble = ((cell < 8 ? low : high) >>> (4 * (cell & 7))) & 15;
    board.push(unpackCell(game, nibble, cell, aux));
  }
  if (!game.hints) return { board };
  const hint = aux & 3;
  return {
    board,
    next: hint === 0 ? 'bonus' : (hint as Hint),
    bag: [(aux >> 4) & 15, (aux >> 8) & 15, (aux >> 12) & 15],
  };
}
