// The Play page: the board with the four moves around it, the numbers, the player, and what can be done with the game.

import { effect, signal } from '@preact/signals';
import { type Move, printBoard } from 'afterstate';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { BoardView } from '../board/board-view.tsx';
import { onSwipe } from '../board/swipe.ts';
import * as session from '../game/session.ts';
import { formOf } from '../players/forms.ts';
import { address, clearParameters, linkTo } from '../shell/address.ts';
import { Icon, type IconName } from '../shell/icon.tsx';
import { isWide } from '../shell/media.ts';
import { announce, note, say, unsay } from '../shell/notes.ts';
import { showValues } from '../shell/settings.ts';
import { Sheet } from '../shell/sheet.tsx';
import { advice, hint, isHint, player, playerProblem } from './advice.ts';
import { running, start, step, stop } from './auto-run.ts';
import { beginDraft, draft, positionOf, positionParameters } from './draft.ts';
import { EditorBoard, EditorPanel } from './editor.tsx';
import { GameOver } from './game-over.tsx';
import { listenToKeys } from './keys.ts';
import { Doing, PlayerSettings, RunButtons } from './player-panel.tsx';
import { Outlook } from './outlook.tsx';
import { shown } from './shown.ts';
import { Side } from './sides.tsx';
import { Tally } from './tally.tsx';
import { describeAdvice, describeChange } from './words.ts';

const { view } = session;
const settingsOpen = signal(false);

const actions = {
  move(move: Move): void {
    if (draft.peek()) return;
    stop();
    const said = note.peek();
    if (session.move(move)) {
      // Unless the move itself was worth a note.
      if (note.peek() === said) unsay();
    } else if (!view.peek().over) announce(`${move} moves nothing.`);
  },
  undo(): void {
    if (draft.peek()) return;
    stop();
    if (!session.undo()) say('There is nothing to undo.');
  },
  redo(): void {
    if (draft.peek()) return;
    stop();
    if (!session.redo()) say('There is nothing to redo.');
  },
  hint: (): void => (draft.peek() || view.peek().over ? undefined : hint()),
  values(): void {
    showValues.value = !showValues.peek();
  },
  auto: (): void => (draft.peek() ? undefined : running.peek() ? stop() : start()),
  step(): void {
    if (draft.peek()) return;
    unsay();
    void step();
  },
  newGame(): void {
    if (draft.peek()) return;
    stop();
    const had = view.peek().moves > 0;
    session.newGame();
    if (had) say('A new game.', { label: 'Bring the last one back', run: actions.undo });
  },
  edit(): void {
    stop();
    if (draft.peek()) draft.value = undefined;
    else beginDraft(view.peek().game, view.peek().state);
  },
  async share(): Promise<void> {
    const { game, state } = view.peek();
    const link = linkTo('play', positionParameters(game, state));
    try {
      await navigator.clipboard.writeText(link);
      say('The link to this position is copied.');
    } catch {
      // The clipboard may be forbidden; the address bar then holds the link.
      history.replaceState(null, '', link);
      say('The address of this page is now the link to this position.');
    }
  },
};

/** A position in the address becomes the start of a game, once. */
function takePosition(parameters: URLSearchParams): void {
  if (!parameters.has('board')) return;
  try {
    const position = positionOf(parameters)!;
    const current = view.peek();
    const same =
      current.game.spec === position.game.spec &&
      printBoard(current.state, current.game) === printBoard(position.state, position.game);
    if (!same) {
      session.newGame(position.game, position.state);
      const action = { label: 'Back to your game', run: actions.undo };
      say('The position of the link.', session.canUndo(view.peek()) ? action : undefined);
    }
  } catch (error) {
    say(`The link holds no position: ${(error as Error).message}.`);
  }
  clearParameters();
}

// Every move is heard, and the first 2048 is noted.
let first = true;
effect(() => {
  const now = view.value;
  if (first) {
    first = false;
    return;
  }
  announce(describeChange(now));
  const { change, game, state } = now;
  if (game.name === '2048' && change.kind === 'move') {
    const goal = 11;
    if (Math.max(...state.board) === goal && !change.before.board.some((exponent) => exponent >= goal))
      say('2048. The game goes on.');
  }
});

// A hint is heard as well as seen; values that are kept in view are not, or they would drown the moves.
effect(() => {
  const found = advice.value;
  if (found && isHint.value) announce(describeAdvice(found));
});

export function PlayPage() {
  const bench = useRef<HTMLDivElement>(null);
  // Before the first paint: a key that is pressed as soon as the page is there is heard.
  useLayoutEffect(() => listenToKeys(actions), []);
  useLayoutEffect(() => onSwipe(bench.current!, actions.move), []);
  useLayoutEffect(() => takePosition(address.value.parameters), [address.value]);
  useLayoutEffect(() => stop, []);

  const editing = draft.value;
  const { game, over } = view.value;
  return (
    <main class={editing ? 'play is-editing' : over ? 'play is-over' : 'play'}>
      <h1 class="unseen">Play {game.name === '2048' ? '2048' : 'Threes'}</h1>
      <div class="bench" ref={bench}>
        <div class="board-place">
          {editing ? <EditorBoard draft={editing} /> : <BoardView key={game.name} shown={shown} />}
        </div>
        {!editing &&
          !over &&
          (['left', 'up', 'down', 'right'] as const).map((move) => (
            <Side key={move} move={move} onMove={actions.move} />
          ))}
        {!editing && <GameOver />}
      </div>
      {editing ? (
        <EditorPanel draft={editing} />
      ) : (
        <>
          <Tally />
          <Player />
          <GameButtons />
          <Outlook />
          <Said />
        </>
      )}
    </main>
  );
}

function Player() {
  if (isWide.value)
    return (
      <section class="panel player" aria-label="The player">
        <PlayerSettings />
        <RunButtons />
      </section>
    );
  return (
    <section class="player" aria-label="The player">
      <RunButtons />
      <button type="button" class="chosen" onClick={() => (settingsOpen.value = true)}>
        <Icon name="settings" />
        <span class="chosen-title">{formOf(player.value)?.title ?? player.value}</span>
        <span class="doing">
          <Doing />
        </span>
      </button>
      {playerProblem.value !== undefined && !settingsOpen.value && (
        <p class="problem" role="alert">
          {playerProblem.value}
        </p>
      )}
      <Sheet title="Player" open={settingsOpen.value} onClose={() => (settingsOpen.value = false)}>
        <PlayerSettings />
      </Sheet>
    </section>
  );
}

function GameButtons() {
  const now = view.value;
  const buttons: [icon: IconName, label: string, key: string, run: () => void, enabled: boolean][] = [
    ['undo', 'Undo', 'U', actions.undo, session.canUndo(now)],
    ['redo', 'Redo', 'R', actions.redo, now.ahead > 0],
    ['edit', 'Edit', 'E', actions.edit, true],
    ['share', 'Share', '', () => void actions.share(), true],
    ['new', 'New', 'N', actions.newGame, true],
  ];
  return (
    <div class="game-buttons" role="group" aria-label="Game">
      {buttons.map(([icon, label, key, run, enabled]) => (
        <button key={label} type="button" class="plain" title={key} disabled={!enabled} onClick={run}>
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </div>
  );
}

function Said() {
  const now = note.value;
  return (
    <p class="said" role="status">
      {now ? (
        <>
          {now.text}
          {now.action && (
            <>
              {' '}
              <button
                type="button"
                class="link"
                onClick={() => {
                  const { run } = now.action!;
                  unsay();
                  run();
                }}
              >
                {now.action.label}
              </button>
            </>
          )}
        </>
      ) : (
        isWide.value && (
          <span class="keys">
            Arrows, WASD or HJKL move. <kbd>U</kbd> undo <kbd>R</kbd> redo <kbd>?</kbd> hint <kbd>V</kbd> values{' '}
            <kbd>Space</kbd> auto
          </span>
        )
      )}
    </p>
  );
}
