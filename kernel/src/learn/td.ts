// TD(0) on afterstates (Szubert and Jaśkowski; Yeh et al., formula 1): after each move, the value of the afterstate
// before it moves towards   spawn's score + gain + V(afterstate).   After the last move the target is what the last
// spawn scored. With temporal coherence (network/weights.ts) this loop is TC.
// The value that moves is read when it moves: the one by which the move was chosen is older than the update before, most of
// whose weights it shares, so that errors would add up from ply to ply; with α = 1 and short patterns without end.

import { step, until } from '../episode';
import * as episode from '../episode';
import { bestAt, bestCells, bestGain, bestMove, bestStage, bestValue, chooseGreedily } from '../choosers/greedy';
import { adjust, adjustAt, value, valueAt } from '../network/network';

export function learn(block: usize): void {
  let before: u64 = 0, beforeAux: u32 = 0, beforeStage: u32 = 0, beforeAt: usize = 0;
  for (let first = true; ; first = false) {
    const found = chooseGreedily(block, episode.cells, episode.aux, episode.stage);
    if (!first) {
      const target = episode.spawned + (found ? bestGain + bestValue : 0);
      if (beforeAt) adjustAt(beforeAt, step, target - valueAt(beforeAt, false));
      else adjust(before, beforeAux, beforeStage, step, target - value(before, beforeAux, beforeStage));
    }
    if (!found || episode.ended) return;
    before = bestCells;
    beforeAt = bestAt;
    beforeStage = bestStage;
    episode.play(bestMove, bestStage);
    if (bestStage >= until) return;
    beforeAux = episode.afterAux;
  }
}
