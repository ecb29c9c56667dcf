// The Practise page: a position with the answer hidden, then the verdict on the move tried, and why.

import { computed } from '@preact/signals';
import { DEFAULT_GAME, emptyBoard, MOVES, parseGame } from 'afterstate';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { BoardView, type Shown } from '../board/board-view.tsx';
import { onSwipe } from '../board/swipe.ts';
import { inWords } from '../players/in-words.ts';
import { announce } from '../shell/notes.ts';
import { count } from '../shell/numbers.ts';
import { gameName } from '../shell/settings.ts';
import { capital } from '../shell/words.ts';
import { lineShown, lineState, lineStep, lineWords } from '../teach/better-line.ts';
import { costOf } from '../teach/cost.ts';
import { explain } from '../teach/explanation.ts';
import { FourValues } from '../teach/four-values.tsx';
import { LineButton, LineSteps } from '../teach/line-steps.tsx';
import { MoveArrows } from '../teach/move-arrows.tsx';
import { NextWord } from '../teach/next-tile.tsx';
import { Shape } from '../teach/verdict-shape.tsx';
import { Why } from '../teach/why.tsx';
import { Icon } from '../widgets/icon.tsx';
import { listenToKeys } from './keys.ts';
import { Notebook, Sources } from './notebook-view.tsx';
import { counts, isRight, next, openNotebook, retry, shown, takeOut, tried, tryMove } from './practise.ts';
import '../style/analyse.css';
import '../style/teach.css';
import '../style/practise.css';

const nothing = parseGame(DEFAULT_GAME);

const board = computed((): Shown => {
  const now = shown.value;
  if (!now) return { game: nothing, board: emptyBoard(nothing) };
  return lineShown.value ?? { game: now.game, board: now.state.board };
});

function attempt(move: (typeof MOVES)[number]): void {
  if (shown.peek() && !tryMove(move)) announce(`Nothing can move ${move}.`);
}

export default function PractisePage() {
  useEffect(() => void openNotebook(), [gameName.value]);
  useLayoutEffect(() => listenToKeys(attempt), []);
  useLayoutEffect(() => () => explain(undefined), []);
  const now = shown.value;
  const found = counts.value;
  return (
    <main class={now ? 'analyse practise' : 'page practise'} aria-busy={found === undefined}>
      <div class="analyse-head">
        <h1>Practise</h1>
        {found && (
          <p class="quiet">
            {found.due === 0 ? 'None' : count(found.due)} due
            {found.untried > 0 && `, ${count(found.untried)} never tried`}
          </p>
        )}
      </div>
      {now?.game.name === gameName.value ? <Exercise key={now.game.spec} /> : found && <Nothing />}
    </main>
  );
}

function Exercise() {
  const { game, state, exercise, values } = shown.value!;
  const result = tried.value;
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => onSwipe(place.current!, attempt), []);
  return (
    <>
      <div class="analyse-board">
        <div class="board-place" ref={place}>
          <BoardView shown={board} />
          {result && !lineStep.value && (
            <MoveArrows played={result.played} better={result.loss > 0 ? result.best : undefined} />
          )}
        </div>
        {lineStep.value ? <LineSteps /> : result ? <Onwards /> : <Moves />}
        <LineButton />
      </div>
      <div class="story">
        <p class="where">
          {result ? <Verdict /> : 'Which move is best?'}
          <NextWord state={lineState.value ?? state} game={game} />
          <span>Score {count(exercise.score)}</span>
        </p>
        <p aria-live="polite">{lineWords.value ?? (result ? sentence() : hint())}</p>
        {result && <FourValues values={values} {...result} label="tried" />}
      </div>
      <section class="analyse-side" aria-label="Answer and notebook">
        <Why />
        <Sources />
        <Notebook />
        <p class="quiet thresholds">
          From {exercise.from}
          {result && `, where ${exercise.played} was played`}. Judged by {inWords(exercise.judge)}.{' '}
          <button type="button" class="link" onClick={takeOut}>
            Never show this position again
          </button>
        </p>
      </section>
    </>
  );
}

function Verdict() {
  const { verdict, loss } = tried.value!;
  if (verdict)
    return (
      <span>
        <Shape verdict={verdict} /> {capital(verdict)}
      </span>
    );
  return (
    <span>
      <Icon name="done" /> {loss === 0 ? 'The best move' : 'As good as the best'}
    </span>
  );
}

function sentence(): string {
  const { exercise } = shown.peek()!;
  const result = tried.peek()!;
  const [move, best] = [MOVES[result.played]!, MOVES[result.best]!];
  const second = isRight(result) && exercise.played !== move ? ` In the game, ${exercise.played} was played.` : '';
  if (result.loss === 0) return `${capital(move)} is the best move.${second}`;
  return `${capital(move)} loses ${costOf(result, exercise.judge)}. ${capital(best)} is better.${second}`;
}

function hint(): string {
  return 'Press an arrow key or a button, or swipe on the board.';
}

function Moves() {
  const { values } = shown.value!;
  return (
    <div class="steps" role="group" aria-label="Try a move">
      {(['left', 'up', 'down', 'right'] as const).map((move) => (
        <button
          key={move}
          type="button"
          aria-label={capital(move)}
          disabled={Number.isNaN(values[MOVES.indexOf(move)])}
          onClick={() => attempt(move)}
        >
          <Icon name={move} />
        </button>
      ))}
    </div>
  );
}

/** In place of the moves, once one has been tried. */
function Onwards() {
  return (
    <div class="steps onwards">
      <button type="button" title="R" onClick={retry}>
        Try again
      </button>
      <button type="button" class="primary" title="Enter" onClick={() => next({ ahead: true })}>
        Next position
      </button>
    </div>
  );
}

function Nothing() {
  const { next: due, boxes } = counts.value!;
  const any = boxes.some((n) => n > 0);
  return (
    <div class="empty">
      <p>
        {any
          ? `Nothing is due now.${due === undefined ? '' : ` The next position is due ${when(due)}.`}`
          : 'Positions from your own games come back here until you know the answer. Analyse a game of yours: its blunders are added automatically.'}
      </p>
      {any && (
        <button type="button" class="primary" onClick={() => next({ ahead: true })}>
          Practise ahead
        </button>
      )}
      <Sources />
      <Notebook />
    </div>
  );
}

/** "in 10 minutes", "in 3 hours", "tomorrow", "in 4 days". */
function when(ms: number): string {
  const minutes = Math.max(1, Math.ceil((ms - Date.now()) / 60_000));
  if (minutes < 60) return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return hours === 1 ? 'in an hour' : `in ${hours} hours`;
  const days = Math.round(hours / 24);
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}
