// TD(0) on afterstates (Szubert and Jaśkowski; Yeh et al., formula 1): after each move, the value of the afterstate
// before it moves towards   spawn's score + gain + V(afterstate).   After the last move the target is what the last
// spawn scored. With temporal coherence (the step's own business: network.ts) this loop is TC.

import { step } from './episode';
import * as episode from './episode';
import { bestAt, bestGain, bestMove, bestStage, bestValue, chooseGreedily } from '../greedy';
import { adjust, adjustAt } from '../network';

export function td(block: usize): void {
  let before: u64 = 0, beforeAux: u32 = 0, beforeStage: u32 = 0, beforeValue: f32 = 0, beforeAt: usize = 0;
  for (let first = true; ; first = false) {
    const found = chooseGreedily(block, episode.cells, episode.aux, episode.stage);
    if (!first) {
      const target = episode.spawned + (found ? bestGain + bestValue : 0);
      if (beforeAt) adjustAt(beforeAt, step, target - beforeValue);
      else adjust(before, beforeAux, beforeStage, step, target - beforeValue);
    }
    if (!found || episode.ended) return;
    beforeAt = bestAt;
    beforeValue = bestValue;
    beforeStage = bestStage;
    episode.play(bestMove, bestStage);
    before = episode.after;
    beforeAux = episode.afterAux;
  }
}
