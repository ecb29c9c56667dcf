// Minimax on a heuristic: chance is assumed to answer each move with the worst tile on the worst cell. Alpha-beta gives the
// same values and skips whatever cannot matter. `leaf=state&spawn=2` is He et al.'s agent (expectimax.ts says what they mean).

import { Kernel } from '../kernel/kernel.ts';
import { PLAYER, PLAYER_ALPHABETA, PLAYER_MINIMAX, SEARCH_PLY } from '../kernel/layout.ts';
import { EVAL, setEvaluation } from './evaluation.ts';
import { setBelief } from './expectimax.ts';
import { KernelPlayer } from './kernel-player.ts';
import type { PlayerDeclaration, PlayerKind } from './kind.ts';
import { definePlayer } from './kind.ts';
import { BELIEF, depth } from './options.ts';

function kind(words: Pick<PlayerDeclaration, 'name' | 'title' | 'summary'>, number: number): PlayerKind {
  return definePlayer(
    { ...words, model: 'none', options: { eval: EVAL, depth: depth(2), ...BELIEF } },
    async ({ values, canonical }, { platform, game, threads }) => {
      const kernel = await Kernel.open(platform, { game, threads });
      kernel.setInt(PLAYER, number);
      kernel.setInt(SEARCH_PLY, values.depth);
      setBelief(kernel, values);
      await setEvaluation(kernel, values.eval);
      return new KernelPlayer(canonical(), kernel);
    },
  );
}

export const minimax = kind({ name: 'minimax', title: 'Minimax', summary: 'minimax on a heuristic' }, PLAYER_MINIMAX);
export const alphabeta = kind(
  { name: 'alphabeta', title: 'Alpha-beta', summary: 'minimax on a heuristic, with alpha-beta pruning' },
  PLAYER_ALPHABETA,
);
