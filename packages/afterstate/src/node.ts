// The library in Node.

import { nodePlatform } from './kernel/platform-node.ts';
import { openPlayerOn } from './players/registry.ts';
import type { Player } from './players/player.ts';
import type { Game } from './rules/game.ts';

export const cores = nodePlatform.cores;

/** Opens a player by its spec, on one thread unless more are asked for. */
export function openPlayer(spec: string, options: { game: Game; threads?: number }): Promise<Player> {
  return openPlayerOn(nodePlatform, spec, options.game, options.threads);
}
