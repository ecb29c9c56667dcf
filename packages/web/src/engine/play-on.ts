// A player's moves from a given state, whoever chooses them.

import { type Choice, type Game, packPly, Random, type State } from 'afterstate';
import type { PlayAnswer, PlayJob } from './messages.ts';

export async function playOn(game: Game, choose: (state: State) => Promise<Choice>, job: PlayJob): Promise<PlayAnswer> {
  const random = Random.forGame(job.seed, 0);
  const late = performance.now() + job.ms;
  const { until = Infinity, most = Infinity } = job;
  const plies: number[] = [];
  let { state, score }: { state: State; score: number } = job;
  let ended = false;
  do {
    const { best } = await choose(state);
    const afterstate = best && game.afterstate(state, best);
    if (!afterstate) {
      ended = true;
      break;
    }
    const spawned = game.spawn(afterstate, random);
    plies.push(packPly({ move: best, spawn: spawned.spawn }));
    state = spawned.state;
    score += afterstate.gain + game.spawnScore(spawned.spawn.exponent);
  } while (performance.now() < late && plies.length < most && Math.max(...state.board) < until);
  return { plies: Uint16Array.from(plies), state, score, ended };
}
