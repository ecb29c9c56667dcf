// The choice by the values of actions: the legal move whose Q(s, a) is largest, the first of equals. The board is turned so that
// the action is "left"; then one network serves all four actions. Only the flip of top and bottom leaves "left" alone, so only
// that symmetry shares weights: each of the other four has tables of its own.

import { VALUES } from '../layout';
import { mirror, transpose } from '../board';
import { value } from '../network/network';
import * as game from '../game';

/** The board, turned so that `move` goes left. */
export function turned(cells: u64, move: i32): u64 {
  if (move == 0) return transpose(cells);
  if (move == 1) return mirror(cells);
  if (move == 2) return mirror(transpose(cells));
  return cells;
}

/** The value of the action that was chosen last. */
export let bestQ: f32 = 0;

/** Writes the value of each legal action to the block and returns the best, -1 for none. Leaves the state expanded. */
export function chooseByActions(block: usize, cells: u64, aux: u32): i32 {
  game.expand(cells, aux);
  let best = -1;
  for (let move = 0; move < 4; move++) {
    if (!((game.legal >> move) & 1)) continue;
    const worth = value(turned(cells, move), aux, 0);
    store<f64>(block + (<usize>move << 3), <f64>worth, VALUES);
    if (best < 0 || worth > bestQ) { best = move; bestQ = worth; }
  }
  return best;
}
