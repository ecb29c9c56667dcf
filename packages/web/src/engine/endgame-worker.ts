// The worker that solves endgames. It is separate from the engine's, because solving takes seconds and hints must not wait for it. One
// solution is kept, because the large tiles of a game lie still for hundreds of moves.

import { type Board, type Endgame, parseGame, quickEndgameOf, type SolvedEndgame } from 'afterstate';
import { solveEndgame } from 'afterstate/browser';
import { answerJobs } from './answer-jobs.ts';
import type { JobMessage } from './worker-link.ts';

/** Asks for the chance of success on an endgame board. */
export interface EndgameJob {
  readonly kind: 'chance';
  readonly game: string;
  readonly board: Board;
}

export interface EndgameAnswers {
  /** With best play throughout; exact. */
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
