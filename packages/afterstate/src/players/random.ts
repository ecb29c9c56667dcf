// Plays a legal move at random: the first baseline of He et al.

import { allowNoModel, allowOptions } from '../rules/spec.ts';
import { Kernel } from '../kernel/kernel.ts';
import { PLAYER } from '../kernel/layout.ts';
import { KernelPlayer } from './kernel-player.ts';
import type { PlayerKind } from './registry.ts';

export const random: PlayerKind = {
  name: 'random',
  summary: 'a legal move at random',
  form: 'random',
  async open(spec, { platform, game, threads }) {
    allowNoModel(spec);
    allowOptions(spec, []);
    const kernel = await Kernel.open(platform, { game, threads });
    kernel.setInt(PLAYER, 0);
    return new KernelPlayer('random', kernel);
  },
};
