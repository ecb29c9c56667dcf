// The library in Node.

import { nodePlatform } from './kernel/platform-node.ts';
import { Expander } from './kernel/expander.ts';
import { Replayer } from './kernel/replayer.ts';
import type { SolveOptions } from './kernel/solved-endgame.ts';
import { SolvedEndgame } from './kernel/solved-endgame.ts';
import type { LearnerOptions } from './networks/learner.ts';
import { Learner } from './networks/learner.ts';
import { openPlayerOn } from './players/registry.ts';
import type { Player } from './players/player.ts';
import type { SharedNetworkOptions } from './players/shared-network.ts';
import { SharedNetwork } from './players/shared-network.ts';
import type { Game } from './rules/game.ts';

export const cores = nodePlatform.cores;

/** The strongest network that ships for a game, which `ntuple` uses if no model is named; undefined if there is none. */
export function champion(game: Game): Promise<string | undefined> {
  return nodePlatform.champion(game.name);
}

/** Allocates the memory for a network and starts the threads that teach it. */
export function openLearner(options: LearnerOptions): Promise<Learner> {
  return Learner.open(nodePlatform, options);
}

/** Throws if a learner would not fit into the free memory. */
export function requireMemory(options: LearnerOptions): void {
  Learner.requireMemory(nodePlatform, options);
}

/** Passes every new memory to `advise` before it is used: the place to ask the system for huge pages. */
export { setMemoryAdvice } from './kernel/platform-node.ts';

/** Passes the memory of every closed kernel to `release`: the place to give its pages back to the system. */
export { setMemoryRelease } from './kernel/platform-node.ts';

/** Opens a player by its spec, on one thread unless more are asked for. */
export function openPlayer(spec: string, options: { game: Game; threads?: number }): Promise<Player> {
  return openPlayerOn(nodePlatform, spec, options.game, options.threads);
}

/** A network that many players ask at the same time; its weights are loaded only once. */
export function openSharedNetwork(options: SharedNetworkOptions): Promise<SharedNetwork> {
  return SharedNetwork.open(nodePlatform, options);
}

/** Replays recorded games, on the calling thread. */
export function openReplayer(game: Game): Promise<Replayer> {
  return Replayer.open(nodePlatform, game);
}

/** The chance of success from every board of an endgame; takes seconds. */
export function solveEndgame(options: SolveOptions): Promise<SolvedEndgame> {
  return SolvedEndgame.solve(nodePlatform, options);
}

/** Moves and chance one at a time, on the calling thread. */
export function openExpander(game: Game): Promise<Expander> {
  return Expander.open(nodePlatform, game);
}

export { openFile, openModelFile } from './kernel/file-node.ts';
export type { ModelPlaces } from './kernel/places-node.ts';
export { championNames, findModel, setModelPlaces } from './kernel/places-node.ts';
export { openWholeFile, writeFileWhole } from './networks/file-node.ts';
export type { WholeFile } from './networks/file-node.ts';
