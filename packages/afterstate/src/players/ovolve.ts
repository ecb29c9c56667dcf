// The player of ovolve's 2048-AI, the first to become known: minimax with alpha-beta in which chance answers with the
// most annoying spawns, on four heuristics. A fixed depth, or ever deeper while time is left, as in the original (100 ms).

import { Kernel } from '../kernel/kernel.ts';
import { PLAYER, PLAYER_OVOLVE, SEARCH_MS, SEARCH_PLY, SETTINGS } from '../kernel/layout.ts';
import { InputError } from '../rules/input-error.ts';
import { setEvaluation } from './evaluation.ts';
import { KernelPlayer } from './kernel-player.ts';
import { definePlayer } from './kind.ts';
import { freeDepth, MS } from './options.ts';

const DEFAULT_DEPTH = 5;

export const ovolve = definePlayer(
  {
    name: 'ovolve',
    title: 'Alpha-beta by ovolve',
    summary: 'alpha-beta against the most annoying tile',
    model: 'none',
    options: { depth: freeDepth(`${DEFAULT_DEPTH}, or as ms allows`, true), ms: MS },
  },
  async ({ text, values, canonical }, { platform, game, threads }) => {
    const { depth = DEFAULT_DEPTH, ms } = values;
    if (ms > 0 && values.depth !== undefined) throw new InputError(`'${text}' has both depth and ms; give one of them`);
    const kernel = await Kernel.open(platform, { game, threads });
    kernel.setInt(PLAYER, PLAYER_OVOLVE);
    kernel.setInt(SEARCH_PLY, depth);
    kernel.view.setFloat64(SETTINGS + SEARCH_MS, ms, true);
    await setEvaluation(kernel, 'ovolve');
    return new KernelPlayer(canonical({ depth: ms > 0 ? undefined : DEFAULT_DEPTH }), kernel);
  },
);
