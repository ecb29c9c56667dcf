// The player of ovolve's 2048-AI, the first that became known: minimax with alpha-beta in which chance answers with the
// spawns that annoy most, on four heuristics. A fixed depth, or deeper while time is left as the original does (100 ms).

import { Kernel } from '../kernel/kernel.ts';
import { PLAYER, SEARCH_MS, SEARCH_PLY, SETTINGS } from '../kernel/layout.ts';
import { InputError } from '../rules/input-error.ts';
import { allowNoModel, allowOptions, formatSpec, readNumber } from '../rules/spec.ts';
import { setEvaluation } from './evaluation.ts';
import { readDepth } from './expectimax.ts';
import { KernelPlayer } from './kernel-player.ts';
import type { PlayerKind } from './registry.ts';

const OVOLVE = 7;
const DEFAULT_DEPTH = 5;

export const ovolve: PlayerKind = {
  name: 'ovolve',
  summary: 'alpha-beta against the most annoying tile',
  form: `ovolve?depth=${DEFAULT_DEPTH}&ms=0`,
  async open(spec, { platform, game, threads }) {
    allowNoModel(spec);
    allowOptions(spec, ['depth', 'ms']);
    const depth = readDepth(spec, DEFAULT_DEPTH);
    const ms = readNumber(spec, 'ms', { min: 0, max: 3_600_000 }, 0);
    if (ms > 0 && spec.options.has('depth'))
      throw new InputError(`'${spec.text}' has both depth and ms; give the depth, or the time a move`);
    const kernel = await Kernel.open(platform, { game, threads });
    kernel.setInt(PLAYER, OVOLVE);
    kernel.setInt(SEARCH_PLY, depth);
    kernel.view.setFloat64(SETTINGS + SEARCH_MS, ms, true);
    await setEvaluation(kernel, 'ovolve');
    return new KernelPlayer(formatSpec('ovolve', ms > 0 ? { ms } : { depth }), kernel);
  },
};
