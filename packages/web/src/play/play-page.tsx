// The Play page: the board with the four moves around it, the numbers, the buttons, and the player's settings. Frequently used controls
// come first and keep their place; settings made once come last.

import { signal } from '@preact/signals';
import { printBoard } from 'afterstate';
import { Fragment } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { BoardView } from '../board/board-view.tsx';
import { onSwipe } from '../board/swipe.ts';
import { positionOf } from '../game/position-link.ts';
import * as session from '../game/session.ts';
import { sayReplaced } from '../game/words.ts';
import { player } from '../players/chosen-player.ts';
import { inWords } from '../players/in-words.ts';
import { address, clearParameters } from '../shell/address.ts';
import { messageOf } from '../shell/errors.ts';
import { isWide } from '../shell/media.ts';
import { say } from '../shell/notes.ts';
import { Icon, type IconName } from '../widgets/icon.tsx';
import { Said } from '../widgets/said.tsx';
import { Sheet } from '../widgets/sheet.tsx';
import { actions } from './actions.ts';
import { playerProblem } from './advice.ts';
import { running, stop } from './auto-run.ts';
import { draft } from './draft.ts';
import { GameOver } from './game-over.tsx';
import { listenToKeys } from './keys.ts';
import { coach } from './later-coach.ts';
import { editor, listenToPaste } from './later-editor.ts';
import { runPanel } from './later-panel.ts';
import { milestone } from './milestone.ts';
import { Doing, PlayerSettings, RunButtons } from './player-panel.tsx';
import { Outlook } from './outlook.tsx';
import { shown } from './shown.ts';
import { Side } from './sides.tsx';
import { Tally } from './tally.tsx';

const { view } = session;
const settingsOpen = signal(false);

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
      session.newGame(position.game, position.state, position.score);
      if (session.hasGameBefore()) sayReplaced('The position from the link.');
      else say('The position from the link.');
    }
  } catch (error) {
    say(`This link does not contain a valid position: ${messageOf(error)}.`);
  }
  clearParameters();
}

export default function PlayPage() {
  const bench = useRef<HTMLDivElement>(null);
  // Before the first paint, so that no early key is lost.
  useLayoutEffect(() => listenToKeys(actions), []);
  useLayoutEffect(listenToPaste, []);
  useLayoutEffect(() => onSwipe(bench.current!, actions.move), []);
  useLayoutEffect(() => takePosition(address.value.parameters), [address.value]);
  useLayoutEffect(() => stop, []);

  const editing = editor.value && draft.value;
  const { EditorBoard, EditorPanel } = editor.value ?? {};
  const Coach = coach.value?.Coach ?? Fragment;
  const { game, over } = view.value;
  return (
    <main class={editing ? 'play is-editing' : over ? 'play is-over' : 'play'}>
      <h1 class="unseen">Play {game.title}</h1>
      <div class="bench" ref={bench}>
        <div class={milestone.value ? 'board-place celebrates' : 'board-place'}>
          {editing && EditorBoard ? <EditorBoard draft={editing} /> : <BoardView key={game.name} shown={shown} />}
        </div>
        {!editing &&
          !over &&
          (['left', 'up', 'down', 'right'] as const).map((move) => (
            <Side key={move} move={move} onMove={actions.move} />
          ))}
        {!editing && <GameOver />}
      </div>
      {editing && EditorPanel ? (
        <>
          <EditorPanel draft={editing} />
          {isWide.value && <Said />}
        </>
      ) : (
        <>
          <Tally />
          <Coach running={running} onMove={actions.move}>
            <div class="player-buttons" role="group" aria-label="The player's moves">
              <RunButtons />
            </div>
            <GameButtons />
          </Coach>
          <Outlook>{isWide.value && <Keys />}</Outlook>
          {isWide.value && <Said />}
          <Player />
        </>
      )}
    </main>
  );
}

function Keys() {
  return (
    <p class="keys">
      Arrows, WASD or HJKL move. <kbd>U</kbd> undo <kbd>R</kbd> redo <kbd>?</kbd> hint <kbd>V</kbd> values{' '}
      <kbd>Space</kbd> auto
    </p>
  );
}

function Player() {
  const RunPanel = runPanel.value;
  if (isWide.value)
    return (
      <div class="player-column">
        <section class="panel player" aria-label="The player">
          <PlayerSettings />
        </section>
        {RunPanel && (
          <section class="panel" aria-label="Auto-run">
            <RunPanel />
          </section>
        )}
      </div>
    );
  return (
    <section class="player" aria-label="The player">
      <button type="button" class="chosen" onClick={() => (settingsOpen.value = true)}>
        <Icon name="settings" />
        <span class="chosen-title">{inWords(player.value)}</span>
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
        {RunPanel && (
          <section class="run-section" aria-label="Auto-run">
            <RunPanel />
          </section>
        )}
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
