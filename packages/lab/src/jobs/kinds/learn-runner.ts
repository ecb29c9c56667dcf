// Does a `learn` job: runs the trainer of learn/, without checkpoints.

import { createHash } from 'node:crypto';
import { weightChunks } from 'afterstate';
import type { Learner } from 'afterstate';
import { deviation, mean } from 'afterstate/measure';
import { useHugePages } from '../../files/memory.ts';
import { saveModel } from '../../learn/checkpoint.ts';
import { trainInMemory } from '../../learn/trainer.ts';
import type { Runner } from '../runner.ts';
import type { LearnParams, LearnResult } from './learn.ts';

/** A model file has a date, but the same job must make the same file. */
const NO_DATE = '1970-01-01T00:00:00.000Z';

export const run: Runner<LearnParams, LearnResult> = async ({ settings, marks, last, model }, context) => {
  useHugePages();
  const found: LearnResult['marks'] = [];
  let scores: number[] = [];
  let games = 0;
  let moves = 0;
  /** The newest scores, as far back as needed. */
  let newest: number[] = [];
  const from = [settings.from ?? []].flat().map((text) => text.replace(/^[0-9a-f]{64}/, context.blob));
  const config = from.length === 0 ? settings : { ...settings, from };
  return trainInMemory(
    config,
    {
      onGames(learned, counts) {
        learned.scores.forEach((score, i) => {
          if (counts[i]) {
            scores.push(score);
            if (last !== undefined) newest.push(score);
          }
          games++;
          moves += learned.moves[i]!;
          if (games !== marks[found.length]) return;
          found.push({ games, moves, ...averageOf(scores) });
          scores = [];
        });
        newest = last === undefined ? [] : newest.slice(-last);
      },
      onProgress: (done) =>
        // Progress counts games; for a training that ends by moves, the share of moves stands for them.
        context.onProgress(settings.moves === undefined ? done : Math.max(done, shareOf(moves, settings))),
    },
    async (learner, plan, state): Promise<LearnResult> => ({
      marks: found,
      games,
      moves: state.moves,
      ...(last !== undefined && { last: { games: newest.length, ...averageOf(newest) } }),
      weights: digestOfWeights(learner),
      ...(model && {
        model: await context.keepFile((path) =>
          saveModel(path, learner, { ...plan, config: settings }, { ...state, seconds: 0 }, NO_DATE),
        ),
      }),
    }),
  );
};

function averageOf(scores: readonly number[]): { mean: number | null; deviation: number | null } {
  return { mean: scores.length === 0 ? null : mean(scores), deviation: deviation(scores) ?? null };
}

function shareOf(moves: number, { games, moves: all = moves }: LearnParams['settings']): number {
  return Math.floor(games * Math.min(1, moves / all));
}

function digestOfWeights(learner: Learner): string {
  const hash = createHash('sha256');
  for (const { part, values } of weightChunks(learner)) {
    if (part === 'weights') hash.update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  }
  return hash.digest('hex');
}
