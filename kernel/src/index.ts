// What the host may call; the build gives the library their types. One module for each game: `./game` is 2048 or Threes by the
// build's choice.

import { buildPresence } from './board';
import { buildCounts } from './network/features';
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
export { attach } from './thread';
export { adjust, configureNetwork, value } from './network/network';
export { buildHeuristics } from './heuristics';
export { leavesValued, nodesSearched, pliesReached, searchMove } from './search/root';
export { playGames, playGamesFrom, playOpened } from './play';
export { afterstates, chooseHere, chooseOpened, dealGame, newGame, openHere, spawnOn } from './steps';
export { learnGames } from './learn-games';
export { replayGame } from './replay';
export { openEndgame, solveSum } from './endgame';
export { endgameMove } from './search/endgames';
