// TD(0) on states (the second of Szubert and Jaśkowski's three ways; Yeh et al., II.C): V(s) is the value of a state in
// which the player is to move (choosers/states.ts). V(s) moves towards   gain + spawn's score + V(s'')   for the s'' that
// came. A state without a legal move is worth 0.

import { step } from '../episode';
import * as episode from '../episode';
import { chooseByStates } from '../choosers/states';
import { adjust, value } from '../network/network';
import { stageAfter } from '../network/stages';
import { take, takenCells, takenGain } from '../taken';

export function learn(block: usize): void {
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
