// The Replay page: a game as a film, and the ways to share it.

import { signal } from '@preact/signals';
import { writeRecord } from 'afterstate';
import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { BoardView } from '../board/board-view.tsx';
import { NextTile } from '../board/next-tile.tsx';
import { toLink } from '../game/record-link.ts';
import { hasGameBefore, playFrom, view } from '../game/session.ts';
import { sayReplaced } from '../game/words.ts';
import { playedBy } from '../players/in-words.ts';
import { address, go as goTo, hrefOf } from '../shell/address.ts';
import { isWide } from '../shell/media.ts';
import { say } from '../shell/notes.ts';
import { count } from '../shell/numbers.ts';
import { dateWords, movesOf } from '../shell/words.ts';
import { FileButton } from '../widgets/file-button.tsx';
import { Icon } from '../widgets/icon.tsx';
import { Select } from '../widgets/select.tsx';
import { FilmBar } from './film-bar.tsx';
import { listenToReplayKeys } from './keys.ts';
import { closeReplay, line, lines, openLine, openRecordFile, problem, takeAddress } from './opening.ts';
import { at, pause, position, replayed, shown } from './replay.ts';
import { ShareAnimation } from './share-animation.tsx';
import { ShareFrame, ShareLink } from './share-link.tsx';
import { SharePicture } from './share-picture.tsx';
import '../style/replay.css';

export default function ReplayPage() {
  useLayoutEffect(() => void takeAddress(address.value.parameters), [address.value]);
  useLayoutEffect(listenToReplayKeys, []);
  useEffect(() => pause, []);
  return replayed.value ? <Film /> : <Beginning />;
}

function Film() {
  const { game, shared, moves } = replayed.value!;
  const { state, score } = position.value!;
  const { record, played } = shared;
  return (
    <main class="replay">
      <div class="replay-head">
        <h1>Replay</h1>
        <LineChoice />
        <button type="button" class="plain" onClick={closeReplay}>
          <Icon name="close" />
          Close
        </button>
      </div>
      <p class="replay-about quiet">
        {game.title}, {movesOf(moves)} by {playedBy(record.player)}
        {played !== undefined && `, ${dateWords(1000 * played)}`}
      </p>
      <div class="replay-board">
        <BoardView key={record} shown={shown} />
      </div>
      <dl class="tally">
        <div class="score">
          <dt>Score</dt>
          <dd>{count(score)}</dd>
        </div>
        <div>
          <dt>Move</dt>
          <dd>
            {count(at.value)} <span class="quiet">of {count(moves)}</span>
          </dd>
        </div>
        <div>
          <dt>Largest</dt>
          <dd>{count(game.tile(Math.max(...state.board)))}</dd>
        </div>
        <NextTile game={game} state={state} />
      </dl>
      <FilmBar />
      <div class="replay-side">
        <div class="buttons">
          <button type="button" onClick={playHere}>
            <Icon name="board" />
            Play from here
          </button>
          <button
            type="button"
            disabled={moves === 0}
            onClick={() => goTo('analyse', { record: toLink(writeRecord(record)) })}
          >
            <Icon name="analyse" />
            Analyse
          </button>
        </div>
        <Share />
        {isWide.value && (
          <p class="quiet keys">
            <kbd>Space</kbd> plays and pauses, <kbd>←</kbd> <kbd>→</kbd> step, <kbd>Home</kbd> <kbd>End</kbd> go to the
            ends, <kbd>↑</kbd> <kbd>↓</kbd> change the speed.
          </p>
        )}
      </div>
    </main>
  );
}

function playHere(): void {
  playFrom(replayed.peek()!.shared.record, at.peek());
  goTo('play');
  const where = `The game continues from move ${count(at.peek())}.`;
  if (hasGameBefore()) sayReplaced(where);
  else say(where);
}

const WAYS: readonly (readonly [name: string, title: string, content: ComponentType])[] = [
  ['link', 'Link', ShareLink],
  ['picture', 'Picture', SharePicture],
  ['animation', 'Animation', ShareAnimation],
  ['embed', 'Embed', ShareFrame],
];
const way = signal<string | undefined>('link');

/** One way at a time: the others do nothing until asked for. */
function Share() {
  return (
    <section class="share" aria-label="Share">
      <h2>Share</h2>
      {WAYS.map(([name, title, Content]) => (
        <details
          key={name}
          open={way.value === name}
          onToggle={({ currentTarget: { open } }) => {
            if (open) way.value = name;
            else if (way.peek() === name) way.value = undefined;
          }}
        >
          <summary>{title}</summary>
          {way.value === name && (
            <div class="way">
              <Content />
            </div>
          )}
        </details>
      ))}
    </section>
  );
}

function LineChoice() {
  const all = lines.value;
  if (all.length < 2) return null;
  return (
    <label class="line-choice">
      <span class="quiet">Game</span>{' '}
      <Select
        label="Game"
        value={String(line.value)}
        choices={all.slice(0, 500).map((_, i) => [String(i), `${i + 1} of ${all.length}`] as const)}
        onChange={(value) => void openLine(Number(value))}
      />
    </label>
  );
}

function Beginning() {
  return (
    <main class="page replay-beginning">
      <h1>Replay</h1>
      {problem.value !== undefined && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <div class="empty">
        <p>
          Watch a game again, move by move or as a film, and share it as a link, a picture, an animation or part of your
          own web page. <a href={hrefOf('games')}>Games</a> lists every game you have played here.
        </p>
        <div class="buttons">
          {view.value.moves > 0 ? (
            <button type="button" class="primary" onClick={() => goTo('replay', { from: 'play' })}>
              Replay your game
            </button>
          ) : (
            <a class="button primary" href={hrefOf('play')}>
              Play a game
            </a>
          )}
          <FileButton
            label="Open a record"
            what="A record file"
            accept=".jsonl,.json,.txt"
            onPick={(file) => void openRecordFile(file)}
          />
        </div>
      </div>
    </main>
  );
}
