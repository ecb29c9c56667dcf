// The player of nneonneo's 2048-ai: expectimax on a heuristic tuned by evolution, deeper the more different tiles are on the
// board, without branches that hardly ever happen.

import { freeFrom, Kernel } from '../kernel/kernel.ts';
import { PLAYER, PLAYER_EXPECTIMAX } from '../kernel/layout.ts';
import { InputError } from '../rules/input-error.ts';
import { setEvaluation } from './evaluation.ts';
import { KernelPlayer } from './kernel-player.ts';
import { definePlayer } from './kind.ts';
import { cutoff, freeDepth, TABLE } from './options.ts';
import { setSearch, tableBytes } from './search.ts';

/** The kernel decides by the board. */
const BY_BOARD = 0;

export const nneonneo = definePlayer(
  {
    name: 'nneonneo',
    title: 'Expectimax by nneonneo',
    summary: 'expectimax on a tuned heuristic, deeper on hard boards',
    model: 'none',
    options: { depth: freeDepth('as the board needs', false), cutoff: cutoff(1e-4), table: TABLE },
  },
  async ({ text, values, canonical }, { platform, game, threads }) => {
    const { depth = BY_BOARD, cutoff, table } = values;
    if (depth === BY_BOARD && cutoff === 0)
      throw new InputError(`'${text}' would search up to twelve plies without a cutoff; give a depth`);
    const kernel = await Kernel.open(platform, { game, threads, bytes: tableBytes(table, threads) });
    kernel.setInt(PLAYER, PLAYER_EXPECTIMAX);
    setSearch(kernel, { least: depth, most: depth, by: 'distinct', ms: 0, cutoff, table }, freeFrom(0, threads));
    await setEvaluation(kernel, 'nneonneo');
    return new KernelPlayer(canonical({ depth: undefined }), kernel, { most: depth, ms: 0 });
  },
);
