// Whole games to learn from: the loop of the settings plays each of them, and where that is set plays it again from its middle.
// `./loop` is made by the build: it knows the files of learn/ by the numbers of the layout.

import { LOOP, RESTART, SETTINGS } from './layout';
import { block, finish, stopped } from './thread';
import * as episode from './episode';
import { learn, remembers } from './loop';

/** Restarts shorter than this are not worth it (Matsuzaki 2017). */
const SHORTEST_RESTART: u32 = 10;

/** Learns from games first … first + count − 1 of a seed; returns how many were finished before a stop. */
export function learnGames(seed: u64, first: u64, count: u32): u32 {
  const loop = load<i32>(SETTINGS + LOOP), restart = load<i32>(SETTINGS + RESTART) != 0;
  episode.openEpisodes(restart || remembers(loop));
  for (let i: u32 = 0; i < count; i++) {
    if (stopped()) return i;
    const fromDeal = episode.begin(seed, first + i);
    episode.enter();
    learn(loop, block);
    const score = episode.score, cells = episode.cells, aux = episode.aux, reached = episode.reached;
    let moves = episode.moves;
    if (restart) {
      while (episode.moves >= SHORTEST_RESTART) {
        episode.backTo(episode.moves >> 1);
        episode.enter();
        learn(loop, block);
        moves += episode.moves;
      }
    }
    finish(i, score, moves, cells, aux, (fromDeal ? 0 : 1) | (reached ? 2 : 0));
  }
  return count;
}
