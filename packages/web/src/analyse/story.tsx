// The position in view in a sentence, and what each of its moves is worth.

import { MOVES } from 'afterstate';
import { count } from '../shell/numbers.ts';
import { capital, movesOf } from '../shell/words.ts';
import { lineState, lineWords } from '../teach/better-line.ts';
import { costOf } from '../teach/cost.ts';
import { FourValues } from '../teach/four-values.tsx';
import { NextWord } from '../teach/next-tile.tsx';
import { analysed, at, judgementHere, judgePlayer, plyAt, valuesOf } from './analysis.ts';

export function Story() {
  const { timeline, record, game } = analysed.value!;
  const here = at.value;
  const { score, state } = timeline.positionAt(here);
  const ply = plyAt(here);
  const judgement = judgementHere.value;
  const values = valuesOf(here);
  return (
    <div class="story">
      <p class="where">
        {here < record.moves ? `Move ${count(here + 1)} of ${count(record.moves)}` : 'The end'}
        <NextWord state={lineState.value ?? state} game={game} />
        <span>Score {count(score)}</span>
      </p>
      <p aria-live="polite">
        {lineWords.value ??
          (ply ? sentence(ply.move, judgement) : `The game ends here, after ${movesOf(record.moves)}.`)}
      </p>
      {judgement && values && <FourValues values={values} {...judgement} />}
    </div>
  );
}

function sentence(move: string, judgement: typeof judgementHere.value): string {
  if (!judgement) return `${capital(move)} was played.`;
  const { loss, best, verdict } = judgement;
  if (loss === 0) return `${capital(move)}, the best move.`;
  const better = MOVES[best]!;
  const cost = costOf(judgement, judgePlayer.peek()!);
  if (!verdict) return `${capital(move)}. ${capital(better)} was slightly better: ${cost}.`;
  return `${capital(move)}, ${verdict === 'inaccuracy' ? 'an' : 'a'} ${verdict}: it lost ${cost}. ${capital(better)} was better.`;
}
