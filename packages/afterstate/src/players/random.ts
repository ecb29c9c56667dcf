// Plays a legal move at random: the first baseline of He et al.

import { Kernel } from '../kernel/kernel.ts';
import { PLAYER, PLAYER_RANDOM } from '../kernel/layout.ts';
import { KernelPlayer } from './kernel-player.ts';
import { definePlayer } from './kind.ts';

export const random = definePlayer(
  { name: 'random', title: 'Random', summary: 'a legal move at random', model: 'none', options: {} },
  async ({ canonical }, { platform, game, threads }) => {
    const kernel = await Kernel.open(platform, { game, threads });
    kernel.setInt(PLAYER, PLAYER_RANDOM);
    return new KernelPlayer(canonical(), kernel);
  },
);
