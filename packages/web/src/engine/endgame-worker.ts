// The worker that solves endgames: apart from the engine's, since solving takes seconds and hints do not wait for it. One solution
// is kept, because the large tiles of a game lie still for hundreds of moves.

import { type Board, type Endgame, parseGame, quickEndgameOf, type SolvedEndgame } from 'afterstate';
import { solveEndgame } from 'afterstate/browser';
import { answerJobs } from './answer-jobs.ts';
import type { JobMessage } from './worker-link.ts';

/** Asks for the chance of success on a board that is in an endgame. */
export interface EndgameJob {
  readonly kind: 'chance';
  readonly game: string;
  readonly board: Board;
}

export interface EndgameAnswers {
  /** If all moves are the best ones; exact. */
  chance: number;
}

let kept: { readonly key: string; readonly solved: SolvedEndgame } | undefined;

async function solutionOf(spec: string, endgame: Endgame): Promise<SolvedEndgame> {
  const key = JSON.stringify([spec, endgame]);
  if (kept?.key === key) return kept.solved;
  await kept?.solved.close();
  kept = undefined;
  kept = { key, solved: await solveEndgame({ game: parseGame(spec), endgame, threads: 1 }) };
  return kept.solved;
}

const take = answerJobs(async ({ game, board }: EndgameJob) =>
  (await solutionOf(game, quickEndgameOf(board, parseGame(game)))).chance(board),
);

self.addEventListener('message', ({ data }: MessageEvent<JobMessage<EndgameJob>>) => take(data));
