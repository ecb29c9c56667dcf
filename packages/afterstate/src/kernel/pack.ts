// States as the kernel has them: 64 bits of cells, and `aux`. In 2048 aux tells tiles past 32768 apart, two bits a cell
// (such a cell holds 15); in Threes it holds the hint (bits 0–1, 0 for a bonus) and the bag (four bits each from bit 4).

import type { Hint, State } from '../rules/game.ts';

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

export function unpackState(game: '2048' | 'threes', { cells, aux }: Packed): State {
  const low = Number(cells & 0xffffffffn);
  const high = Number((cells >> 32n) & 0xffffffffn);
  const board: number[] = [];
  for (let cell = 0; cell < 16; cell++) {
    const nibble = ((cell < 8 ? low : high) >>> (4 * (cell & 7))) & 15;
    board.push(game === '2048' && nibble === 15 ? 15 + ((aux >>> (2 * cell)) & 3) : nibble);
  }
  if (game === '2048') return { board };
  const hint = aux & 3;
  return {
    board,
    next: hint === 0 ? 'bonus' : (hint as Hint),
    bag: [(aux >> 4) & 15, (aux >> 8) & 15, (aux >> 12) & 15],
  };
}
