// A game under analysis: its board, the verdict on the position, and the curve of the expected score.

import { computed } from '@preact/signals';
import { DEFAULT_GAME, emptyBoard, MOVES, parseGame } from 'afterstate';
import { BoardView, type Shown } from '../board/board-view.tsx';
import { LONGEST_LINK, toLink } from '../game/record-link.ts';
import { hasGameBefore, playFrom } from '../game/session.ts';
import { stepShown } from '../game/step-shown.ts';
import { sayReplaced } from '../game/words.ts';
import { formOf } from '../players/forms.ts';
import { playedBy } from '../players/in-words.ts';
import { lineShown, lineStep } from '../teach/better-line.ts';
import { LineButton, LineSteps } from '../teach/line-steps.tsx';
import { addExercises, exerciseOf } from '../teach/notebook.ts';
import { Why } from '../teach/why.tsx';
import { clearParameters, go as goTo, linkTo } from '../shell/address.ts';
import { isWide } from '../shell/media.ts';
import { notKept } from '../shell/keeping.ts';
import { say } from '../shell/notes.ts';
import { count, percent } from '../shell/numbers.ts';
import { PAGES } from '../shell/pages.ts';
import { saveFile } from '../shell/save-file.ts';
import { movesOf } from '../shell/words.ts';
import { Icon, IconPath } from '../widgets/icon.tsx';
import {
  analysed,
  at,
  close,
  curve,
  from,
  go,
  judgementHere,
  judgePlayer,
  lines,
  openLine,
  plyAt,
  recordText,
  valuesOf,
} from './analysis.ts';
import { Accuracy } from './accuracy-view.tsx';
import { Judge, Progress } from './judge.tsx';
import { MoveArrows } from '../teach/move-arrows.tsx';
import { jump, shownMarks } from './shown-marks.ts';
import { Story } from './story.tsx';
import { ValueCurve } from './value-curve.tsx';
import { type Judgement, NEGLIGIBLE, THRESHOLDS, VERDICTS } from '../teach/verdict.ts';
import { Shape, VERDICT_NAMES } from '../teach/verdict-shape.tsx';
import { WorstMoves } from './worst-moves.tsx';

const nothing = parseGame(DEFAULT_GAME);
const closed: Shown = { game: nothing, board: emptyBoard(nothing) };

const shown = computed((): Shown => {
  const now = analysed.value;
  // Already closed, but the page is still there for a moment.
  if (!now) return closed;
  return lineShown.value ?? stepShown(now.timeline, at.value, from.value);
});

export function Analysis() {
  const { record, game } = analysed.value!;
  const here = judgementHere.value;
  const ply = plyAt(at.value);
  return (
    <main class="analyse">
      <div class="analyse-head">
        <h1>Analyse</h1>
        <p class="quiet">
          {game.title} by {playedBy(record.player)}: {count(record.score)} points in {movesOf(record.moves)}
        </p>
        <LineChoice />
        <button
          type="button"
          class="plain"
          onClick={() => {
            close();
            clearParameters();
          }}
        >
          <Icon name="close" />
          Close
        </button>
      </div>
      <div class="analyse-board">
        <div class="board-place">
          <BoardView key={game.spec} shown={shown} />
          {ply && !lineStep.value && (
            <MoveArrows played={MOVES.indexOf(ply.move)} better={here?.verdict && here.best} />
          )}
        </div>
        {lineStep.value ? <LineSteps /> : <Steps />}
        <LineButton />
      </div>
      <Story />
      <div class="analyse-curve">
        <ValueCurve />
        <Progress />
      </div>
      <section class="analyse-side" aria-label="Analysis">
        <Why />
        <Accuracy />
        <WorstMoves />
        <Judge />
        <Passing />
        <Legend />
      </section>
    </main>
  );
}

function LineChoice() {
  const all = lines.value;
  if (all.length < 2) return null;
  return (
    <label class="line-choice">
      <span class="quiet">Game</span>{' '}
      <select onChange={(event) => openLine(Number(event.currentTarget.value))}>
        {all.slice(0, 500).map((_, i) => (
          <option key={i} value={i}>
            {i + 1} of {all.length}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The actions on the game and the position. */
function Passing() {
  const { record, game } = analysed.value!;
  const playHere = (): void => {
    playFrom(record, at.peek());
    goTo('play');
    const where = `The game continues from move ${count(at.peek())}.`;
    if (hasGameBefore()) sayReplaced(where);
    else say(where);
  };
  const save = (): void =>
    saveFile(new Blob([`${recordText()}\n`], { type: 'application/jsonl' }), `${game.name}-${record.score}.jsonl`);
  const share = async (): Promise<void> => {
    const text = recordText();
    const link = linkTo('analyse', { record: toLink(text) });
    const short = link.length <= LONGEST_LINK;
    try {
      await navigator.clipboard.writeText(short ? link : text);
      say(short ? 'Link to this game copied.' : 'This game is too long for a link, so its record was copied instead.');
    } catch {
      say('The browser blocks copying. Export the record instead.');
    }
  };
  const here = judgementHere.value;
  return (
    <div class="buttons">
      {here && here.loss > 0 && (
        <button type="button" onClick={() => void practise(at.peek(), here)}>
          <IconPath path={PAGES.practise.icon} />
          Practise it
        </button>
      )}
      <button type="button" onClick={playHere}>
        <Icon name="board" />
        Play from here
      </button>
      <button type="button" onClick={() => goTo('replay', { record: toLink(recordText()) })}>
        <Icon name="play" />
        Replay
      </button>
      <button type="button" onClick={save}>
        <Icon name="download" />
        Export
      </button>
      <button type="button" onClick={() => void share()}>
        <Icon name="share" />
        Share
      </button>
    </div>
  );
}

/** Puts the position into the notebook, even if it was taken out before. */
async function practise(ply: number, { played }: Judgement): Promise<void> {
  const { game, timeline, record } = analysed.peek()!;
  const values = valuesOf(ply)!;
  const from = `a game by ${playedBy(record.player)}, move ${ply + 1}`;
  const position = { game, ...timeline.positionAt(ply), values, judge: judgePlayer.peek()!, played, from };
  try {
    const added = await addExercises([exerciseOf(position, 'own')], true);
    const text = added > 0 ? 'The position is in the notebook now.' : 'The position is already in the notebook.';
    say(text, { label: 'Practise', run: () => goTo('practise') });
  } catch (error) {
    notKept(error);
  }
}

function Steps() {
  const { record } = analysed.value!;
  const all = shownMarks.value;
  const here = at.value;
  return (
    <div class="steps" role="group" aria-label="Go to">
      <button
        type="button"
        aria-label="Previous mark"
        disabled={!all.some(({ ply }) => ply < here)}
        onClick={() => jump(-1)}
      >
        <Icon name="first" />
        {isWide.value ? 'Previous mark' : 'Mark'}
      </button>
      <button type="button" aria-label="One move back" disabled={here === 0} onClick={() => go(here - 1)}>
        <Icon name="previous" />
      </button>
      <button
        type="button"
        aria-label="One move forward"
        disabled={here >= record.plies.length}
        onClick={() => go(here + 1)}
      >
        <Icon name="next" />
      </button>
      <button
        type="button"
        aria-label="Next mark"
        disabled={!all.some(({ ply }) => ply > here)}
        onClick={() => jump(1)}
      >
        {isWide.value ? 'Next mark' : 'Mark'}
        <Icon name="step" />
      </button>
    </div>
  );
}

function Legend() {
  const isScore = formOf(judgePlayer.value ?? '')?.unit === 'score';
  return (
    <p class="quiet thresholds">
      {curve.value.length > 0 &&
        `The curve shows ${isScore ? 'the expected final score' : "the player's value"} before each move${isScore ? ', and finally the score reached' : ''}. `}
      {VERDICTS.map((verdict, i) => (
        <span key={verdict}>
          {i > 0 && ', '}
          <Shape verdict={verdict} />
          {VERDICT_NAMES[verdict][0]}: {percent(THRESHOLDS[verdict])}
        </span>
      ))}{' '}
      or more of the expected remaining score lost. Losses under {100 * NEGLIGIBLE}% of the final score are ignored.{' '}
      {isWide.value && (
        <>
          <kbd>←</kbd> <kbd>→</kbd> step, <kbd>P</kbd> <kbd>N</kbd> jump between marks, <kbd>B</kbd> shows the better
          line.
        </>
      )}
    </p>
  );
}
