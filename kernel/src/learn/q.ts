// Q-learning (the first of Szubert and Jaśkowski's three ways; Yeh et al., II.C): Q(s, a) is the value of an action.
// The board is turned so that the action is "left"; then one network serves all four actions. Only the flip of top and
// bottom leaves "left" alone, so only that symmetry shares weights: each of the other four has tables of its own.
// Q(s, a) moves towards   gain + spawn's score + max Q(s', ·);  there is no exploration, as in the paper.

import { step } from './episode';
import * as episode from './episode';
import { VALUES } from '../layout';
import { mirror, transpose } from '../board';
import { take, takenGain } from '../play';
import { adjust, value } from '../network';
import * as game from '../game';

/** The board, turned so that `move` goes left. */
function turned(cells: u64, move: i32): u64 {
  if (move == 0) return transpose(cells);
  if (move == 1) return mirror(cells);
  if (move == 2) return mirror(transpose(cells));
  return cells;
}

let bestQ: f32 = 0;

/** Writes the value of each legal action to the block and returns the best, -1 for none. Leaves the state expanded. */
export function chooseByActions(block: usize, cells: u64, aux: u32): i32 {
  game.expand(block, cells, aux);
  let best = -1;
  for (let move = 0; move < 4; move++) {
    if (!((game.legal >> move) & 1)) continue;
    const worth = value(turned(cells, move), aux, 0);
    store<f64>(block + (<usize>move << 3), <f64>worth, VALUES);
    if (best < 0 || worth > bestQ) { best = move; bestQ = worth; }
  }
  return best;
}

export function q(block: usize): void {
  let before: u64 = 0, beforeAux: u32 = 0, gain: f32 = 0;
  for (let first = true; ; first = false) {
    const cells = episode.cells, aux = episode.aux;
    const move = chooseByActions(block, cells, aux);
    if (!first) adjust(before, beforeAux, 0, step, gain + episode.spawned + (move >= 0 ? bestQ : 0) - value(before, beforeAux, 0));
    if (move < 0 || episode.ended) return;
    before = turned(cells, move);
    beforeAux = aux;
    take(cells, move);
    gain = <f32>takenGain;
    episode.play(move, 0);
  }
}
