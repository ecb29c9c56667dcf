// A replay within another page: the board, a play button, the score, and a link to the app. The game is in the address's hash.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { BoardView } from '../board/board-view.tsx';
import { badLink, readReplay } from '../game/replay-link.ts';
import { announcement } from '../shell/notes.ts';
import { count } from '../shell/numbers.ts';
import { FilmBar } from './film-bar.tsx';
import { listenToReplayKeys } from './keys.ts';
import { close, at, position, replayed, show, shown } from './replay.ts';
import { titleWords } from './words.ts';

const problem = signal<string | undefined>(undefined);

async function open(): Promise<void> {
  problem.value = undefined;
  try {
    show(await readReplay(location.hash.slice(1)));
    document.title = titleWords();
  } catch (error) {
    close();
    problem.value = badLink(error);
  }
}

export function EmbedView() {
  useEffect(() => {
    void open();
    addEventListener('hashchange', open);
    const deaf = listenToReplayKeys();
    return () => {
      removeEventListener('hashchange', open);
      deaf();
    };
  }, []);
  const now = replayed.value;
  return (
    <main class="embed">
      {problem.value !== undefined && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {now && (
        <>
          <h1 class="unseen">{titleWords()}</h1>
          <BoardView key={now.shared.record} shown={shown} />
          <p class="embed-line">
            <span>
              <b>{count(position.value!.score)}</b> <span class="quiet">points</span>
            </span>
            <span class="quiet">
              move {count(at.value)} of {count(now.moves)}
            </span>
          </p>
          <FilmBar />
        </>
      )}
      <p class="embed-line">
        <a href={`./${now ? `#/replay?game=${location.hash.slice(1)}` : ''}`} target="_blank" rel="noopener">
          {now ? 'Open in afterstate' : 'afterstate'}
        </a>
      </p>
      <div class="unseen" role="status" aria-live="polite">
        {announcement.value}
      </div>
    </main>
  );
}
