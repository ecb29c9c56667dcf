// TD(0) on states (the second of Szubert and Jaśkowski's three ways; Yeh et al., II.C): V(s) is the value of a state in
// which the player is to move. A move is valued by its gain and the expected value of the state after chance, summed over
// everything that chance may do; V(s) moves towards   gain + spawn's score + V(s'')   for the s'' that came. A state
// without a legal move is worth 0.

import { step } from './episode';
import * as episode from './episode';
import { VALUES } from '../layout';
import { take, takenAux, takenCells, takenEntries, takenGain } from '../play';
import { adjust, stageAfter, value } from '../network';
import * as game from '../game';

/** Writes the value of each legal move to the block and returns the best, -1 for none. Leaves the state expanded. */
export function chooseByStates(block: usize, cells: u64, aux: u32, stage: u32): i32 {
  game.expand(block, cells, aux);
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

export function tdState(block: usize): void {
  let before: u64 = 0, beforeAux: u32 = 0, beforeStage: u32 = 0, gain: f32 = 0;
  for (let first = true; ; first = false) {
    // The stage is the state's own: the tile that chance added may decide it.
    const cells = episode.cells, aux = episode.aux, stage = stageAfter(cells, episode.stage);
    const move = chooseByStates(block, cells, aux, stage);
    if (!first) {
      const target = gain + episode.spawned + (move >= 0 ? value(cells, aux, stage) : 0);
      adjust(before, beforeAux, beforeStage, step, target - value(before, beforeAux, beforeStage));
    }
    if (move < 0 || episode.ended) return;
    before = cells;
    beforeAux = aux;
    beforeStage = stage;
    take(cells, move);
    gain = <f32>takenGain;
    episode.play(move, stageAfter(takenCells, stage));
  }
}
