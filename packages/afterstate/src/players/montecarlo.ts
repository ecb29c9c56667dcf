// Plays each legal move out at random many times and takes the best average score: Allik et al., 3.2, and the bot that
// made it known. It needs nothing but the rules.

import { Kernel } from '../kernel/kernel.ts';
import { PLAYER, RUNS } from '../kernel/layout.ts';
import { allowNoModel, allowOptions, formatSpec, readInteger } from '../rules/spec.ts';
import { KernelPlayer } from './kernel-player.ts';
import type { PlayerKind } from './registry.ts';

const MONTECARLO = 6;
const DEFAULT_RUNS = 500;

export const montecarlo: PlayerKind = {
  name: 'montecarlo',
  summary: 'the best average of random games',
  form: `montecarlo?runs=${DEFAULT_RUNS}`,
  async open(spec, { platform, game, threads }) {
    allowNoModel(spec);
    allowOptions(spec, ['runs']);
    const runs = readInteger(spec, 'runs', { min: 1, max: 1_000_000 }, DEFAULT_RUNS);
    const kernel = await Kernel.open(platform, { game, threads });
    kernel.setInt(PLAYER, MONTECARLO);
    kernel.setInt(RUNS, runs);
    return new KernelPlayer(formatSpec('montecarlo', { runs }), kernel);
  },
};
