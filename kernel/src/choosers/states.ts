// The choice by the values of states: a move is worth its gain and the expected value of the state after chance, summed over
// everything that chance may do. The best legal move, the first of equals.

import { VALUES } from '../layout';
import { value } from '../network/network';
import { stageAfter } from '../network/stages';
import { take, takenAux, takenCells, takenEntries, takenGain } from '../taken';
import * as game from '../game';

/** Writes the value of each legal move to the block and returns the best, -1 for none. Leaves the state expanded. */
export function chooseByStates(block: usize, cells: u64, aux: u32, stage: u32): i32 {
  game.expand(cells, aux);
  const legal = game.legal;
  let best = -1, top: f64 = 0;
  for (let move = 0; move < 4; move++) {
    if (!((legal >> move) & 1)) continue;
    take(cells, move);
    let worth: f64 = <f64>takenGain;
    game.openOutcomes(takenCells, takenAux, takenEntries);
    while (game.nextOutcome()) {
      const s = stageAfter(game.outcomeCells, stage);
      worth += game.outcomeProbability * (<f64>game.outcomeScore + <f64>value(game.outcomeCells, game.outcomeAux, s));
    }
    store<f64>(block + (<usize>move << 3), worth, VALUES);
    if (best < 0 || worth > top) { best = move; top = worth; }
  }
  return best;
}
