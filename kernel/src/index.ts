// What the host may call. One module a game: `./game` is 2048 or Threes by the build's choice.

import { buildPresence } from './board';
import { buildCounts } from './features';
import { buildRows, configureRules, largest } from './game';

/** Fills the tables that all threads share; called once, by the thread that made the memory. */
export function init(): void {
  buildPresence();
  buildRows();
  buildCounts();
}

export { configureRules, largest };
export { canonical, symmetric } from './board';
export { nextChance, seedGame, setChance } from './random';
export { afterstates, attach, chooseHere, dealGame, newGame, playGames, playGamesFrom, spawnOn } from './play';
export { replayGame } from './replay';
export { adjust, configureNetwork, value } from './network';
export { learnGames } from './learn/episode';
export { buildHeuristics } from './heuristics';
export { leavesValued, nodesSearched, pliesReached, searchMove } from './search';
