// Expectimax on a heuristic: every move, everything that chance may do, and so on for `depth` choices; then the afterstate is
// valued, and the points scored on the way count with the weight of `score`.
//
// He et al. count a depth as a choice and chance's answer to it, value the board after that answer, consider only new 2s, and
// draw one empty cell at random instead of looking at all of them: `depth=N&leaf=state&spawn=2&sample=1` is their agent.

import type { Values } from '../rules/options.ts';
import { option } from '../rules/options.ts';
import { choice } from '../rules/option-types.ts';
import { freeFrom, Kernel } from '../kernel/kernel.ts';
import { LEAF_STATES, ONLY_TWOS, PLAYER, PLAYER_EXPECTIMAX, SAMPLE } from '../kernel/layout.ts';
import { EVAL, setEvaluation } from './evaluation.ts';
import { KernelPlayer } from './kernel-player.ts';
import { definePlayer } from './kind.ts';
import { BELIEF, cutoff, depth, TABLE } from './options.ts';
import { setSearch, tableBytes } from './search.ts';

export function setBelief(kernel: Kernel, { spawn, leaf }: Values<typeof BELIEF>): void {
  kernel.setInt(ONLY_TWOS, spawn === '2' ? 1 : 0);
  kernel.setInt(LEAF_STATES, leaf === 'state' ? 1 : 0);
}

export const expectimax = definePlayer(
  {
    name: 'expectimax',
    title: 'Expectimax',
    summary: 'expectimax on a heuristic',
    model: 'none',
    options: {
      eval: EVAL,
      depth: depth(2),
      cutoff: cutoff(0),
      sample: option(
        choice([
          ['0', 'all'],
          ['1', 'one at random'],
        ]),
        {
          default: '0',
          label: 'cells looked at',
          about: 'whether the search looks at all empty cells for a new tile, or at one at random',
          rare: true,
        },
      ),
      ...BELIEF,
      table: TABLE,
    },
  },
  async ({ values, canonical }, { platform, game, threads }) => {
    const { depth, cutoff, sample, table } = values;
    const kernel = await Kernel.open(platform, { game, threads, bytes: tableBytes(table, threads) });
    kernel.setInt(PLAYER, PLAYER_EXPECTIMAX);
    kernel.setInt(SAMPLE, Number(sample));
    setBelief(kernel, values);
    setSearch(kernel, { least: depth, most: depth, by: 'empties', ms: 0, cutoff, table }, freeFrom(0, threads));
    await setEvaluation(kernel, values.eval);
    // If chance is sampled, threads with different randomness would look at different games.
    return new KernelPlayer(canonical(), kernel, sample === '0' ? { most: depth, ms: 0 } : undefined);
  },
);
