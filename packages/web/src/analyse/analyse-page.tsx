// The Analyse page: a game, the curve of what was to be expected, and the moves that lost most.

import { computed, signal } from '@preact/signals';
import { MOVES, parseGame } from 'afterstate';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { BoardView, type Shown } from '../board/board-view.tsx';
import { trace } from '../board/trace.ts';
import { view } from '../game/session.ts';
import { positionParameters } from '../play/draft.ts';
import { capital } from '../play/words.ts';
import { PlayerFields } from '../players/player-fields.tsx';
import { formOf } from '../players/forms.ts';
import { address, clearParameters, go as goTo, linkTo } from '../shell/address.ts';
import { Icon } from '../shell/icon.tsx';
import { isWide } from '../shell/media.ts';
import { note, say } from '../shell/notes.ts';
import { count, movesOf, percent, short } from '../shell/numbers.ts';
import { Sheet } from '../shell/sheet.tsx';
import {
  analysed,
  analyseExample,
  analyseOwnGame,
  at,
  chooseJudge,
  chosenJudge,
  close,
  curve,
  done,
  from,
  go,
  judgementHere,
  judgePlayer,
  jump,
  lines,
  type Mark,
  marks,
  openLine,
  openRecordText,
  plyAt,
  problem,
  recordText,
  running,
  start,
  stop,
  valuesOf,
} from './analysis.ts';
import { MoveArrows } from './move-arrows.tsx';
import { SHAPES, ValueCurve } from './value-curve.tsx';
import { NEGLIGIBLE, THRESHOLDS, type Verdict, VERDICTS } from './verdict.ts';

const NAMES: Readonly<Record<Verdict, readonly [one: string, many: string]>> = {
  inaccuracy: ['inaccuracy', 'inaccuracies'],
  mistake: ['mistake', 'mistakes'],
  blunder: ['blunder', 'blunders'],
};

/** Longer addresses are cut off by some programs that pass them on. */
const LONGEST_LINK = 8000;

function takeParameters(parameters: URLSearchParams): void {
  const record = parameters.get('record');
  if (parameters.get('from') === 'play') analyseOwnGame();
  else if (record !== null) {
    const wrong = openRecordText(fromLink(record));
    if (wrong !== undefined) say(`The link holds no record: ${wrong}.`);
  } else return;
  clearParameters();
}

const toLink = (text: string): string => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
function fromLink(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return text;
  }
}

export function AnalysePage() {
  useLayoutEffect(() => takeParameters(address.value.parameters), [address.value]);
  useLayoutEffect(() => {
    const heard = (event: KeyboardEvent): void => {
      if (!analysed.peek() || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && event.target.closest('input:not([type="range"]), textarea, select'))
        return;
      const act = KEYS[event.key];
      if (!act || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      act(event.shiftKey);
    };
    addEventListener('keydown', heard);
    return () => removeEventListener('keydown', heard);
  }, []);
  return analysed.value ? <Analysis /> : <Beginning />;
}

const KEYS: Readonly<Record<string, (shift: boolean) => void>> = {
  ArrowLeft: (shift) => (shift ? jump(-1) : go(at.peek() - 1)),
  ArrowRight: (shift) => (shift ? jump(1) : go(at.peek() + 1)),
  p: () => jump(-1),
  n: () => jump(1),
  Home: () => go(0),
  End: () => go(Infinity),
};

const pasted = signal('');

function Beginning() {
  const file = useRef<HTMLInputElement>(null);
  const { moves } = view.value;
  return (
    <main class="page analyse">
      <h1>Analyse</h1>
      <div class="empty">
        <p>
          Every move of a game, judged by a player: what final score was to be expected, which moves lost most of it,
          and what would have been better.
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
          <button type="button" onClick={() => file.current?.click()}>
            <Icon name="open" />
            Open a record
          </button>
        </div>
        {moves === 0 && (
          <p class="quiet">There is no move in your game yet; the example is one of a player that looks at nothing.</p>
        )}
        <input
          ref={file}
          class="unseen"
          type="file"
          tabIndex={-1}
          aria-label="A record file"
          accept=".jsonl,.json,.txt"
          onChange={async (event) => {
            const [picked] = event.currentTarget.files ?? [];
            if (picked) problem.value = openRecordText(await picked.text());
          }}
        />
        <label class="notation paste">
          <span>Or paste a record, one line as the afterstate command writes it</span>
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

const shown = computed((): Shown => {
  const now = analysed.value;
  // Closed, while the page is still there for a moment.
  if (!now) return { game: parseGame('2048'), board: Array.from({ length: 16 }, () => 0) };
  const { game, timeline } = now;
  const here = at.value;
  const { board } = timeline.positionAt(here).state;
  const step = here - from.value;
  if (Math.abs(step) !== 1) return { game, board };
  const earlier = Math.min(here, from.value);
  const { state } = timeline.positionAt(earlier);
  const { move, spawn } = plyAt(earlier)!;
  const slides = trace(state.board, game.afterstate(state, move)!.board, move);
  return { game, board, transition: { slides, spawned: spawn.cell }, backward: step < 0 };
});

function Analysis() {
  const { record, game } = analysed.value!;
  const here = judgementHere.value;
  const ply = plyAt(at.value);
  return (
    <main class="analyse">
      <div class="analyse-head">
        <h1>Analyse</h1>
        <p class="quiet">
          {game.name === 'threes' ? 'Threes' : '2048'} by {record.player === 'human' ? 'a person' : record.player}:{' '}
          {count(record.score)} points in {movesOf(record.moves)}
        </p>
        <LineChoice />
        <button type="button" class="plain" onClick={close}>
          <Icon name="close" />
          Close
        </button>
      </div>
      <div class="analyse-board">
        <div class="board-place">
          <BoardView key={game.spec} shown={shown} />
          {ply && <MoveArrows played={MOVES.indexOf(ply.move)} better={here?.verdict && here.best} />}
        </div>
      </div>
      <section class="analyse-side" aria-label="Analysis">
        <Story />
        <Progress />
        <Worst />
        <Judge />
        <Passing />
        <p class="said" role="status">
          {note.value?.text}
        </p>
      </section>
      <div class="analyse-curve">
        <ValueCurve />
        <Steps />
      </div>
      <Legend />
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

/** The position in view, in a sentence. */
function Story() {
  const { timeline, record } = analysed.value!;
  const here = at.value;
  const { score } = timeline.positionAt(here);
  const ply = plyAt(here);
  const judgement = judgementHere.value;
  return (
    <div class="story">
      <p class="where">
        Move {count(here)} of {count(record.moves)}
        <span>Score {count(score)}</span>
      </p>
      <p aria-live="polite">{ply ? sentence(ply.move, judgement) : 'The game ends here.'}</p>
      {judgement && <Values ply={here} />}
    </div>
  );
}

function sentence(move: string, judgement: typeof judgementHere.value): string {
  if (!judgement) return `${capital(move)} was played.`;
  const { loss, share, best, verdict } = judgement;
  if (loss === 0) return `${capital(move)}, the best move.`;
  const better = MOVES[best]!;
  const isScore = formOf(judgePlayer.peek()!)?.unit === 'score';
  const cost = isScore
    ? `${percent(share)} of the expected score to come, ${short(loss)} points`
    : `${percent(share)} of its value`;
  if (!verdict) return `${capital(move)}. ${capital(better)} was a little better: ${cost}.`;
  return `${capital(move)}, ${verdict === 'inaccuracy' ? 'an' : 'a'} ${verdict}: it lost ${cost}. ${capital(better)} was better.`;
}

function Values({ ply }: { ply: number }) {
  const values = valuesOf(ply);
  const { best, played } = judgementHere.value!;
  if (!values) return null;
  return (
    <ul class="four">
      {MOVES.map((move, i) => (
        <li key={move} class={i === best ? 'best' : undefined}>
          <Icon name={move} />
          <span class="unseen">{move}</span>
          {Number.isNaN(values[i]) ? '—' : short(values[i]!)}
          {i === played && <small>played</small>}
        </li>
      ))}
    </ul>
  );
}

function Progress() {
  const { record } = analysed.value!;
  const total = record.plies.length;
  if (judgePlayer.value === undefined)
    return (
      <p class="quiet">
        No player here gives values to moves. Learn a network and choose “Play with it”, or drop a model file on the
        page.
      </p>
    );
  if (problem.value !== undefined)
    return (
      <p class="problem" role="alert">
        {problem.value}
      </p>
    );
  if (done.value >= total) return null;
  return (
    <div class="analysing">
      <progress max={total} value={done.value} aria-label="Moves judged" />
      <span class="quiet">
        {count(done.value)} of {count(total)}
      </span>
      <button type="button" onClick={() => (running.value ? stop() : start())}>
        {running.value ? 'Stop' : 'Go on'}
      </button>
    </div>
  );
}

const MOST_LISTED = 5;

function Worst() {
  const all = marks.value;
  const tally = VERDICTS.toReversed().map((verdict) => {
    const n = all.filter((mark) => mark.verdict === verdict).length;
    return [verdict, n] as const;
  });
  const worst = [...all].sort((a, b) => b.share - a.share || b.loss - a.loss).slice(0, MOST_LISTED);
  if (done.value === 0) return null;
  return (
    <div class="worst">
      <p class="counts">
        {tally.map(([verdict, n]) => (
          <span key={verdict}>
            <Shape verdict={verdict} />
            {count(n)} {NAMES[verdict][n === 1 ? 0 : 1]}
          </span>
        ))}
      </p>
      {worst.length > 0 && (
        <ol>
          {worst.map((mark) => (
            <WorstMove key={mark.ply} mark={mark} />
          ))}
        </ol>
      )}
    </div>
  );
}

/** Goes to a move; on a phone the board is above what was tapped. */
function show(ply: number): void {
  go(ply);
  if (!isWide.peek()) scrollTo({ top: 0 });
}

function WorstMove({ mark: { ply, verdict, played, best, share } }: { mark: Mark }) {
  return (
    <li>
      <button type="button" class="plain" aria-current={at.value === ply} onClick={() => show(ply)}>
        <Shape verdict={verdict!} />
        <span>Move {count(ply)}</span>
        <span class="quiet">
          {MOVES[played]}, better {MOVES[best]}
        </span>
        <b>−{percent(share)}</b>
      </button>
    </li>
  );
}

export function Shape({ verdict }: { verdict: Verdict }) {
  return (
    <svg class={`shape ${verdict}`} viewBox="-9 -9 18 18" aria-hidden="true">
      <path d={SHAPES[verdict]} />
    </svg>
  );
}

const judgeOpen = signal(false);

function Judge() {
  const spec = judgePlayer.value;
  if (spec === undefined) return null;
  return (
    <>
      <button type="button" class="chosen" onClick={() => (judgeOpen.value = true)}>
        <Icon name="settings" />
        <span class="chosen-title">Judged by {spec}</span>
      </button>
      <Sheet title="Who judges" open={judgeOpen.value} onClose={() => (judgeOpen.value = false)}>
        <PlayerFields
          game={analysed.value!.game.name}
          spec={chosenJudge.value ?? spec}
          playing={spec}
          valued
          problem={problem.value}
          onChange={chooseJudge}
        />
      </Sheet>
    </>
  );
}

/** What can be done with the game and the position. */
function Passing() {
  const { record, game, timeline } = analysed.value!;
  const save = (): void => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([`${recordText()}\n`], { type: 'application/jsonl' }));
    link.download = `${game.name}-${record.score}.jsonl`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  const share = async (): Promise<void> => {
    const text = recordText();
    const link = linkTo('analyse', { record: toLink(text) });
    const short = link.length <= LONGEST_LINK;
    try {
      await navigator.clipboard.writeText(short ? link : text);
      say(short ? 'The link to this game is copied.' : 'The game is too long for a link; its record is copied.');
    } catch {
      say('The browser does not let the page copy; export the record instead.');
    }
  };
  return (
    <div class="buttons">
      <button
        type="button"
        onClick={() => goTo('play', positionParameters(game, timeline.positionAt(at.peek()).state))}
      >
        <Icon name="board" />
        Play from here
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

function Steps() {
  const { record } = analysed.value!;
  const all = marks.value;
  const here = at.value;
  return (
    <div class="steps" role="group" aria-label="Go to">
      <button
        type="button"
        aria-label="Mark before"
        disabled={!all.some(({ ply }) => ply < here)}
        onClick={() => jump(-1)}
      >
        <Icon name="first" />
        {isWide.value ? 'Mark before' : 'Mark'}
      </button>
      <button type="button" aria-label="One move back" disabled={here === 0} onClick={() => go(here - 1)}>
        <Icon name="previous" />
      </button>
      <button
        type="button"
        aria-label="One move on"
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
        `The curve is ${isScore ? 'the expected final score' : "the player's value"} before each move. `}
      {VERDICTS.map((verdict, i) => (
        <span key={verdict}>
          {i > 0 && ', '}
          <Shape verdict={verdict} />
          {NAMES[verdict][0]}: {percent(THRESHOLDS[verdict])}
        </span>
      ))}{' '}
      or more of the expected score to come was lost. Losses under {100 * NEGLIGIBLE}% of the final score do not count.{' '}
      {isWide.value && (
        <>
          <kbd>←</kbd> <kbd>→</kbd> step, <kbd>P</kbd> <kbd>N</kbd> go from mark to mark.
        </>
      )}
    </p>
  );
}
