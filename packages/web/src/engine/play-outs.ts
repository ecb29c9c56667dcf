// What may come of a move: games that a player plays on after it, each from a tile that chance deals. It counts how soon they are lost and
// which tile they reach, and the answer includes how many there were. A network plays them to the end at one
// ply, in the kernel; any other player makes only as many moves as "soon" takes, which says nothing about tiles to come. The worker
// loads this with the first question; importing library code here would split its script, so chance is passed in.

import type { Player, Random, State } from 'afterstate';
import type { PlayOutsAnswer, PlayOutsJob } from './messages.ts';

/** A game that ends within this many moves after the one in question is lost soon. */
export const SOON = 20;

export type Question = Pick<PlayOutsJob, 'state' | 'move' | 'tile' | 'seed' | 'first' | 'most' | 'ms'>;

/** The chance of a game of a seed. */
export type Deal = (seed: number, number: number) => Random;

/** Games `first`, `first + 1` … of a seed: as many as time allows, at least one, at most `most`. */
export async function playOuts(player: Player, question: Question, deal: Deal): Promise<PlayOutsAnswer> {
  const { state, move, tile, seed, first, most, ms } = question;
  const { game } = player;
  const afterstate = game.afterstate(state, move);
  if (!afterstate) return { games: 0, lost: 0, reached: undefined };
  const until = performance.now() + ms;
  let [games, lost, reached] = [0, 0, 0];
  do {
    const number = first + games;
    // The seed itself is for what comes later in the game.
    const dealt = game.spawn(afterstate, deal(seed + 1, number)).state;
    if (player.playOn) {
      const { moves, largest } = await player.playOn(dealt, { games: 1, seed, first: number });
      if (moves[0]! <= SOON) lost++;
      if (largest[0]! >= tile) reached++;
    } else if (await endsSoon(player, dealt, deal(seed, number))) lost++;
    games++;
  } while (games < most && performance.now() < until);
  return { games, lost, reached: player.playOn && reached };
}

async function endsSoon(player: Player, start: State, chance: Random): Promise<boolean> {
  const { game } = player;
  let state = start;
  for (let moves = 0; !game.isOver(state); moves++) {
    if (moves === SOON) return false;
    const { best } = await player.choose(state);
    // A player that gives up has also lost.
    const after = best && game.afterstate(state, best);
    if (!after) return true;
    state = game.spawn(after, chance).state;
  }
  return true;
}
