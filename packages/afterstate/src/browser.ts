// The library in a page, or better in a worker of a page: without isolation the kernel works on the calling thread.

import { Expander } from './kernel/expander.ts';
import { browserPlatform } from './kernel/platform-browser.ts';
import type { SolveOptions } from './kernel/solved-endgame.ts';
import { SolvedEndgame } from './kernel/solved-endgame.ts';
import type { LearnerOptions } from './networks/learner.ts';
import { Learner } from './networks/learner.ts';
import { openPlayerOn } from './players/registry.ts';
import type { Player } from './players/player.ts';
import type { Game } from './rules/game.ts';

export type { Places } from './kernel/platform-browser.ts';
export { setPlaces } from './kernel/platform-browser.ts';

export const cores = (): number => browserPlatform.cores;

/** Fetches and compiles a game's kernel in advance, so that opening something later does not wait for it. */
export async function loadKernel(game: Game): Promise<void> {
  await browserPlatform.module(game.name);
}

/** Allocates the memory for a network and starts the threads that teach it. */
export function openLearner(options: LearnerOptions): Promise<Learner> {
  return Learner.open(browserPlatform, options);
}

/** Opens a player by its spec, on one thread unless more are asked for. */
export function openPlayer(spec: string, options: { game: Game; threads?: number }): Promise<Player> {
  return openPlayerOn(browserPlatform, spec, options.game, options.threads);
}

/** Moves and chance one at a time, on the calling thread. */
export function openExpander(game: Game): Promise<Expander> {
  return Expander.open(browserPlatform, game);
}

/** The chance of success from every board of an endgame; takes seconds. */
export function solveEndgame(options: SolveOptions): Promise<SolvedEndgame> {
  return SolvedEndgame.solve(browserPlatform, options);
}
