// Q-learning (the first of Szubert and Jaśkowski's three ways; Yeh et al., II.C): Q(s, a) is the value of an action
// (choosers/actions.ts).
// Q(s, a) moves towards   gain + spawn's score + max Q(s', ·);  there is no exploration, as in the paper.

import { step } from '../episode';
import * as episode from '../episode';
import { bestQ, chooseByActions, turned } from '../choosers/actions';
import { adjust, value } from '../network/network';
import { take, takenGain } from '../taken';

export function learn(block: usize): void {
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
