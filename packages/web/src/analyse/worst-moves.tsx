// How many moves of each verdict there are, which of them are marked, and the worst of those.

import { signal } from '@preact/signals';
import { MOVES } from 'afterstate';
import { isWide } from '../shell/media.ts';
import { count, percent } from '../shell/numbers.ts';
import { at, done, go, type Mark, marks } from './analysis.ts';
import { shownMarks, shownVerdicts, toggleVerdict } from './shown-marks.ts';
import { VERDICTS } from '../teach/verdict.ts';
import { Shape, VERDICT_NAMES } from '../teach/verdict-shape.tsx';

/** How many are listed until all are asked for. */
const FIRST_LISTED = 5;
/** Nobody reads a longer list. */
const MOST_LISTED = 200;
const all = signal(false);

export function WorstMoves() {
  const tally = VERDICTS.toReversed().map((verdict) => {
    const n = marks.value.filter((mark) => mark.verdict === verdict).length;
    return [verdict, n] as const;
  });
  const worst = [...shownMarks.value].sort(byGravity);
  const listed = worst.slice(0, all.value ? MOST_LISTED : FIRST_LISTED);
  if (done.value === 0) return null;
  return (
    <div class="worst">
      <div class="counts" role="group" aria-label="Marks to show">
        {tally.map(([verdict, n]) => (
          <button
            key={verdict}
            type="button"
            aria-pressed={shownVerdicts.value.has(verdict)}
            onClick={() => toggleVerdict(verdict)}
          >
            <Shape verdict={verdict} />
            {count(n)} {VERDICT_NAMES[verdict][n === 1 ? 0 : 1]}
          </button>
        ))}
      </div>
      {listed.length > 0 && (
        <ol>
          {listed.map((mark) => (
            <WorstMove key={mark.ply} mark={mark} />
          ))}
        </ol>
      )}
      {worst.length > FIRST_LISTED && (
        <button type="button" class="link" aria-expanded={all.value} onClick={() => (all.value = !all.peek())}>
          {all.value ? 'Show only the worst' : `Show all ${count(Math.min(worst.length, MOST_LISTED))}`}
        </button>
      )}
    </div>
  );
}

/** Blunders first, then mistakes, then inaccuracies; within each, the largest losses first. */
function byGravity(a: Mark, b: Mark): number {
  return VERDICTS.indexOf(b.verdict!) - VERDICTS.indexOf(a.verdict!) || b.share - a.share || b.loss - a.loss;
}

/** Goes to a move; on a phone the board is above the list, so the page scrolls up. */
function show(ply: number): void {
  go(ply);
  if (!isWide.peek()) scrollTo({ top: 0 });
}

function WorstMove({ mark: { ply, verdict, played, best, share } }: { mark: Mark }) {
  return (
    <li>
      <button type="button" class="plain" aria-current={at.value === ply} onClick={() => show(ply)}>
        <Shape verdict={verdict!} />
        <span>Move {count(ply + 1)}</span>
        <span class="quiet">
          {MOVES[played]}, better {MOVES[best]}
        </span>
        <b>−{percent(share)}</b>
      </button>
    </li>
  );
}
