// Plays each legal move out at random many times and takes the best average score: Allik et al., 3.2, and the bot that
// made it known. It needs nothing but the rules.

import { Kernel } from '../kernel/kernel.ts';
import { PLAYER, PLAYER_MONTECARLO, RUNS } from '../kernel/layout.ts';
import { whole } from '../rules/option-types.ts';
import { option } from '../rules/options.ts';
import { KernelPlayer } from './kernel-player.ts';
import { definePlayer } from './kind.ts';

export const montecarlo = definePlayer(
  {
    name: 'montecarlo',
    title: 'Monte-Carlo',
    summary: 'the best average of random games',
    model: 'none',
    options: {
      runs: option(whole({ min: 1, max: 1_000_000, unit: 'games' }), {
        default: 500,
        always: true,
        label: 'rollouts',
        about: 'random games from each legal move',
      }),
    },
  },
  async ({ values, canonical }, { platform, game, threads }) => {
    const kernel = await Kernel.open(platform, { game, threads });
    kernel.setInt(PLAYER, PLAYER_MONTECARLO);
    kernel.setInt(RUNS, values.runs);
    return new KernelPlayer(canonical(), kernel);
  },
);
