// The worst positions of a person's own games: those in analyses that the browser has kept. The judge's values are already there, so
// nothing has to be judged again.

import { parseGame, readRecord, replay, startScore } from 'afterstate';
import type { KeptAnalysis } from '../analyse/kept-analysis.ts';
import { PERSON, WITH_HELP } from '../game/own-game.ts';
import { dayWords } from '../shell/words.ts';
import { type Exercise, exerciseOf } from '../teach/notebook.ts';
import { judge } from '../teach/verdict.ts';

/** From one game; more of the same game teach little more. */
const MOST = 10;

const PERSONS: readonly string[] = [PERSON, WITH_HELP];

/** The blunders that lost the most; none from games that somebody else played. */
export function ownPositions(analysis: KeptAnalysis): Exercise[] {
  const record = readRecord(analysis.record);
  const { judge: player, values } = analysis;
  if (!PERSONS.includes(record.player) || player === undefined) return [];
  const game = parseGame(record.game);
  const blunders = [];
  let score = startScore(record.start, game);
  for (const step of replay(record, game)) {
    const index = step.ply - 1;
    if (4 * index >= values.length) break;
    const four = values.subarray(4 * index, 4 * index + 4);
    const had = score;
    score = step.score;
    const judgement = judge(four, record.plies[index]! & 3, had);
    if (judgement.verdict === 'blunder') blunders.push({ four, had, judgement, step });
  }
  return blunders
    .sort((a, b) => b.judgement.share - a.judgement.share)
    .slice(0, MOST)
    .map(({ four, had, judgement, step }) =>
      exerciseOf(
        {
          game,
          state: step.before,
          score: had,
          values: four,
          judge: player,
          played: judgement.played,
          from: `your game of ${dayWords(analysis.looked)}, move ${step.ply}`,
        },
        'own',
      ),
    );
}
