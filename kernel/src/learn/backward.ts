// Backward learning (Matsuzaki 2017): the game is played first; then the afterstates are updated from the last to the
// first, so that what the end taught reaches the beginning at once. The target is the λ-return,
//   G(t) = reward + (1−λ) V(t+1) + λ G(t+1),   with V(t+1) as it is after its own update.
// λ = 0 is his; 0.5 mixes in what really happened later.

import { lambda, step } from '../episode';
import * as episode from '../episode';
import { bestMove, bestStage, chooseGreedily } from '../choosers/greedy';
import { adjust, value } from '../network/network';

export function remembers(): bool { return true; }

export function learn(block: usize): void {
  while (!episode.ended && chooseGreedily(block, episode.cells, episode.aux, episode.stage)) {
    const t = episode.moves;
    episode.play(bestMove, bestStage);
    episode.creditReward(t);
  }
  // What comes after the last afterstate: the last spawn's score, and nothing.
  let next: f32 = 0;
  for (let t = episode.moves; t > 0; t--) {
    const cells = episode.afterOf(t - 1), aux = episode.auxOf(t - 1), stage = episode.stageOf(t - 1);
    const target = episode.gainOf(t - 1) + next;
    adjust(cells, aux, stage, step, target - value(cells, aux, stage));
    next = (1 - lambda) * value(cells, aux, stage) + lambda * target;
  }
}
