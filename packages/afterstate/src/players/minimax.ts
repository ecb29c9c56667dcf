// Minimax on a heuristic: chance is thought to answer each move with the worst tile on the worst cell. Alpha-beta gives the
// same values and skips what cannot matter. `leaf=state&spawn=2` is He et al.'s agent (expectimax.ts says what they mean).

import { Kernel } from '../kernel/kernel.ts';
import { PLAYER, SEARCH_PLY } from '../kernel/layout.ts';
import { allowNoModel, allowOptions, formatSpec } from '../rules/spec.ts';
import { formatWeights, readWeights, setEvaluation } from './evaluation.ts';
import { BELIEF_FORM, BELIEF_KEYS, formatBelief, readBelief, readDepth, setBelief } from './expectimax.ts';
import { KernelPlayer } from './kernel-player.ts';
import type { PlayerKind } from './registry.ts';

const kind = (name: string, summary: string, number: number): PlayerKind => ({
  name,
  summary,
  form: `${name}?eval=snake&depth=2&${BELIEF_FORM}`,
  async open(spec, { platform, game, threads }) {
    allowNoModel(spec);
    allowOptions(spec, ['eval', 'depth', ...BELIEF_KEYS]);
    const weights = readWeights(spec);
    const depth = readDepth(spec);
    const belief = readBelief(spec, game);
    const kernel = await Kernel.open(platform, { game, threads });
    kernel.setInt(PLAYER, number);
    kernel.setInt(SEARCH_PLY, depth);
    setBelief(kernel, belief);
    await setEvaluation(kernel, weights);
    return new KernelPlayer(formatSpec(name, { eval: formatWeights(weights), depth, ...formatBelief(belief) }), kernel);
  },
});

export const minimax = kind('minimax', 'minimax on a heuristic', 4);
export const alphabeta = kind('alphabeta', 'minimax on a heuristic, with alpha-beta pruning', 5);
