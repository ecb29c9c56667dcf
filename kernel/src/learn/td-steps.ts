// Yeh et al.'s variant of TD(λ), formula 6: the game is played first; then each afterstate moves towards
//   (1−λ) R¹ + (1−λ)λ R² + (1−λ)λ² R³ + (1−λ)λ³ R⁴ + λ⁴ R⁵,
// where Rⁿ is the sum of the next n rewards and the value of the afterstate n plies later, 0 past the end of the game.
// With λ = 0.5 these are his 0.5, 0.25, 0.125, 0.0625, 0.0625. `delay` is the number of returns, five in the paper.
// The values are those of when the afterstates were met; no weight changed since.

import { delay, lambda, step } from '../episode';
import * as episode from '../episode';
import { bestMove, bestStage, bestValue, chooseGreedily } from '../choosers/greedy';
import { adjust } from '../network/network';

export function remembers(): bool { return true; }

export function learn(block: usize): void {
  while (!episode.ended && chooseGreedily(block, episode.cells, episode.aux, episode.stage)) {
    const t = episode.moves, value = bestValue;
    episode.play(bestMove, bestStage);
    episode.note(t, value);
    episode.creditReward(t);
  }
  for (let t = episode.moves; t > 0; t--) update(t - 1);
}

function update(t: u32): void {
  const end = episode.moves, value = episode.noteOf(t);
  let sum: f32 = 0, target: f32 = 0, weight: f32 = 1;
  for (let n: u32 = 1; n <= delay; n++) {
    const last = n == delay || t + n >= end;
    sum += episode.gainOf(t + n - 1);
    const reached: f32 = t + n < end ? episode.noteOf(t + n) : 0;
    target += (last ? weight : weight * (1 - lambda)) * (sum + reached);
    if (last) break;
    weight *= lambda;
  }
  adjust(episode.afterOf(t), episode.auxOf(t), episode.stageOf(t), step, target - value);
}
