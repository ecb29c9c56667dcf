// The Analyse page with no game open: where to get one.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { view } from '../game/session.ts';
import { gameName } from '../shell/settings.ts';
import { capital } from '../shell/words.ts';
import { FileButton } from '../widgets/file-button.tsx';
import { analyseExample, analyseOwnGame, openKept, openRecordFile, openRecordText, problem } from './analysis.ts';
import { type KeptAnalysis, lastAnalysis } from './kept-analysis.ts';
import type { Verdict } from '../teach/verdict.ts';
import { SHAPES } from '../teach/verdict-shape.tsx';

const pasted = signal('');
/** The analysis last looked at, in any tab. */
const last = signal<KeptAnalysis | undefined>(undefined);

export function Beginning() {
  const { moves } = view.value;
  const game = gameName.value;
  useEffect(() => {
    last.value = undefined;
    lastAnalysis(game)
      .then((kept) => (last.value = kept))
      .catch(() => undefined);
  }, [game]);
  return (
    <main class="page analyse">
      <h1>Analyse</h1>
      <div class="empty">
        <p>
          A player judges every move of a game: which final score to expect, which moves cost the most, and what would
          have been better.
        </p>
        <ExampleCurve />
        <div class="buttons">
          {moves > 0 ? (
            <button type="button" class="primary" onClick={analyseOwnGame}>
              Analyse your game
            </button>
          ) : (
            <button type="button" class="primary" onClick={() => void analyseExample()}>
              Analyse an example
            </button>
          )}
          {last.value && (
            <button type="button" onClick={() => openKept(last.peek()!)}>
              Open the last analysis
            </button>
          )}
          <FileButton
            label="Open a record"
            what="A record file"
            accept=".jsonl,.json,.txt"
            onPick={async (file) => {
              problem.value = await openRecordFile(file);
            }}
          />
        </div>
        {moves === 0 && (
          <p class="quiet">Your game has no moves yet. The example is a game by a player that ignores the board.</p>
        )}
        <label class="notation paste">
          <span>Or paste a record: one line, as the afterstate command writes it</span>
          <textarea
            rows={3}
            spellcheck={false}
            value={pasted.value}
            onInput={(event) => {
              pasted.value = event.currentTarget.value;
              if (pasted.value.trim() === '') return;
              const wrong = openRecordText(pasted.value);
              problem.value = wrong;
              if (wrong === undefined) pasted.value = '';
            }}
          />
        </label>
        {problem.value !== undefined && (
          <p class="problem" role="alert">
            {capital(problem.value)}.
          </p>
        )}
      </div>
    </main>
  );
}

/** What an analysis looks like: a curve that falls where a move was bad. */
function ExampleCurve() {
  const marks: readonly (readonly [x: number, y: number, verdict: Verdict])[] = [
    [118, 48, 'inaccuracy'],
    [196, 61, 'mistake'],
    [262, 74, 'blunder'],
  ];
  return (
    <svg class="picture example" viewBox="0 0 320 122" role="img" aria-label="A curve that falls at three marked moves">
      <path
        class="line"
        d="M6 40 40 36 80 38 116 40 121 56 160 52 194 54 199 76 230 70 260 74 265 104 290 106 314 110"
      />
      {marks.map(([x, y, verdict]) => (
        <g key={verdict} class={verdict} transform={`translate(${x} ${y - 18})`}>
          <path d={SHAPES[verdict]} />
          <text y="-12">{verdict}</text>
        </g>
      ))}
    </svg>
  );
}
