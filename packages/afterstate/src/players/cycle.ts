// Plays the moves of a fixed cycle in turn, skipping those that are not legal: the up-down and up-left baselines of
// He et al. If none of its moves is legal, its game ends, or with stuck=random it plays any legal move.

import { Kernel } from '../kernel/kernel.ts';
import { CYCLE_LENGTH, CYCLE_MOVES, CYCLE_STUCK_RANDOM, PLAYER, PLAYER_CYCLE } from '../kernel/layout.ts';
import { MOVES } from '../rules/game.ts';
import { choice, list } from '../rules/option-types.ts';
import { option } from '../rules/options.ts';
import { KernelPlayer } from './kernel-player.ts';
import { definePlayer } from './kind.ts';

/** What the kernel has room for. */
const LONGEST = 16;

const moves = list({
  of: MOVES,
  most: LONGEST,
  suggestions: [
    ['up,left', 'up, left'],
    ['up,down', 'up, down'],
    ['up,left,up,right', 'up, left, up, right'],
    ['up,right,down,left', 'round and round'],
  ],
});

export const cycle = definePlayer(
  {
    name: 'cycle',
    title: 'Cycle',
    summary: 'the moves of a cycle in turn',
    model: 'none',
    options: {
      moves: option(moves, { default: ['up', 'left'], always: true, label: 'moves', about: 'the moves of the cycle' }),
      stuck: option(
        choice([
          ['end', 'gives up'],
          ['random', 'plays at random'],
        ]),
        { default: 'end', label: 'when stuck', about: 'what happens when none of the moves is legal' },
      ),
    },
  },
  async ({ values, canonical }, { platform, game, threads }) => {
    const kernel = await Kernel.open(platform, { game, threads });
    kernel.setInt(PLAYER, PLAYER_CYCLE);
    kernel.setInt(CYCLE_LENGTH, values.moves.length);
    kernel.setBytes(
      CYCLE_MOVES,
      values.moves.map((move) => MOVES.indexOf(move)),
    );
    kernel.setInt(CYCLE_STUCK_RANDOM, values.stuck === 'random' ? 1 : 0);
    return new KernelPlayer(canonical(), kernel);
  },
);
