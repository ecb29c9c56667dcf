// Boards with tiles that a network does not know.
// Where the largest tile is past what the network was trained on, the largest exponent that is missing below it is found, and
// every tile above that gap is lowered by one, until the largest is known or no gap is left. No two tiles become equal, so
// the same moves are legal and the same tiles merge; but for the last tile there is, which does not merge and would if it
// were lowered: a board with two of them stays as it is. The move is chosen on the lowered board and made on the real
// one; the values are those of the lowered board.

import { DOWNGRADE, SETTINGS } from '../layout';
import * as game from '../game';

/** The largest exponent that the network knows; 0 where it knows all. */
let known: u32 = 0;

/** Reads the settings. */
export function openLowered(): void { known = load<u32>(SETTINGS + DOWNGRADE); }

export let loweredCells: u64 = 0;
export let loweredAux: u32 = 0;

/** Whether the board must be lowered; then search `loweredCells` and `loweredAux`. */
export function lower(cells: u64, aux: u32): bool {
  if (known == 0 || game.largest(cells, aux) <= known) return false;
  loweredCells = cells;
  loweredAux = aux;
  let last = 0;
  for (let cell: u32 = 0; cell < 16; cell++) last += <i32>(exponentAt(cell) == game.MAX_EXPONENT);
  if (last > 1) return false;
  for (let top = game.largest(cells, aux); top > known; top--) {
    let present: u32 = 0;
    for (let cell: u32 = 0; cell < 16; cell++) present |= 1 << exponentAt(cell);
    let gap = top - 1;
    while (gap > 0 && ((present >> gap) & 1)) gap--;
    if (gap < game.LOWEST_GAP) return loweredCells != cells || loweredAux != aux;
    for (let cell: u32 = 0; cell < 16; cell++) {
      const e = exponentAt(cell);
      if (e > gap) setExponent(cell, e - 1);
    }
  }
  return true;
}

function exponentAt(cell: u32): u32 {
  const e = <u32>(loweredCells >> (cell << 2)) & 15;
  return e == 15 && game.LARGE_TILES ? 15 + ((loweredAux >> (cell << 1)) & 3) : e;
}
function setExponent(cell: u32, e: u32): void {
  loweredCells = (loweredCells & ~(<u64>15 << (cell << 2))) | (<u64>min<u32>(e, 15) << (cell << 2));
  if (game.LARGE_TILES) loweredAux = (loweredAux & ~(3 << (cell << 1))) | ((e > 15 ? e - 15 : 0) << (cell << 1));
}
