// Plays the moves of a fixed cycle in turn, passing over those that are not legal: the up-down and up-left baselines of
// He et al. Where none of its moves is legal the game ends for it, or with stuck=random it plays any legal move.

import { allowNoModel, allowOptions, formatSpec, readList, readChoice } from '../rules/spec.ts';
import { InputError } from '../rules/input-error.ts';
import { MOVES } from '../rules/game.ts';
import { Kernel } from '../kernel/kernel.ts';
import { CYCLE_LENGTH, CYCLE_MOVES, CYCLE_STUCK_RANDOM, PLAYER } from '../kernel/layout.ts';
import { KernelPlayer } from './kernel-player.ts';
import type { PlayerKind } from './registry.ts';

/** What the kernel has room for. */
const LONGEST = 16;

export const cycle: PlayerKind = {
  name: 'cycle',
  summary: 'the moves of a cycle in turn',
  form: 'cycle?moves=up,left&stuck=end|random',
  async open(spec, { platform, game, threads }) {
    allowNoModel(spec);
    allowOptions(spec, ['moves', 'stuck']);
    const moves = readList(spec, 'moves', MOVES, ['up', 'left']);
    if (moves.length > LONGEST)
      throw new InputError(`the cycle in '${spec.text}' has ${moves.length} moves; at most ${LONGEST} are possible`);
    const stuck = readChoice(spec, 'stuck', ['end', 'random'], 'end');
    const kernel = await Kernel.open(platform, { game, threads });
    kernel.setInt(PLAYER, 1);
    kernel.setInt(CYCLE_LENGTH, moves.length);
    kernel.setBytes(
      CYCLE_MOVES,
      moves.map((move) => MOVES.indexOf(move)),
    );
    kernel.setInt(CYCLE_STUCK_RANDOM, stuck === 'random' ? 1 : 0);
    return new KernelPlayer(
      formatSpec('cycle', { moves: moves.join(','), stuck: stuck === 'end' ? undefined : stuck }),
      kernel,
    );
  },
};
