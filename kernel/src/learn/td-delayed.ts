// Delayed TD(λ), and with temporal coherence TC(λ) (Jaśkowski 2018): an afterstate is updated once, `delay` plies later,
// with the sum of the errors since, each worth λ of the one before:   Σ λ^i δ(t+i),  i < delay.
// The errors are those of TD(0) at the time (td.ts); at the end of the game what waits is updated with what there is.

import { delay, lambda, step, until } from '../episode';
import * as episode from '../episode';
import { bestAt, bestCells, bestGain, bestMove, bestStage, bestValue, chooseGreedily } from '../choosers/greedy';
import { adjust, value, valueAt } from '../network/network';

export function remembers(): bool { return true; }

export function learn(block: usize): void {
  let before: u64 = 0, beforeAux: u32 = 0, beforeStage: u32 = 0, beforeAt: usize = 0;
  for (;;) {
    const found = chooseGreedily(block, episode.cells, episode.aux, episode.stage);
    const t = episode.moves;
    if (t > 0) {
      // The error of ply t − 1 is known now.
      const target = episode.spawned + (found ? bestGain + bestValue : 0);
      episode.note(t - 1, target - (beforeAt ? valueAt(beforeAt, false) : value(before, beforeAux, beforeStage)));
      if (t >= delay) update(t - delay, t);
    }
    const last = !found || episode.ended || bestStage >= until;
    if (last) for (let s: u32 = t >= delay ? t - delay + 1 : 0; s < t; s++) update(s, t);
    if (!found || episode.ended) return;
    before = bestCells;
    beforeAt = bestAt;
    beforeStage = bestStage;
    episode.play(bestMove, bestStage);
    if (last) return;
    beforeAux = episode.afterAux;
  }
}

/** Updates ply t with the errors of plies t … end − 1. */
function update(t: u32, end: u32): void {
  let error: f32 = 0;
  for (let s = end; s > t; s--) error = error * lambda + episode.noteOf(s - 1);
  adjust(episode.afterOf(t), episode.auxOf(t), episode.stageOf(t), step, error);
}
