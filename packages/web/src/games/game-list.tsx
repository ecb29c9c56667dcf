// The list of games: how each went, and what can be done with it.

import { signal } from '@preact/signals';
import { type GameName, parseGame } from 'afterstate';
import { TileChip } from '../board/board-view.tsx';
import { BEST_KEPT, bestOf, isAutoGame, LAST_KEPT } from '../game/auto-games.ts';
import type { KeptGame } from '../game/kept-games.ts';
import { currentGame, view } from '../game/session.ts';
import { go, hrefOf } from '../shell/address.ts';
import { count } from '../shell/numbers.ts';
import { dateWords, movesOf } from '../shell/words.ts';
import { analyseGame, downloadGame, dropGame, games, nameGame, openKeptGame } from './games.ts';

/** How many more at a time. */
const SHOWN = 30;
const shown = signal(SHOWN);
/** The id of the game that is being renamed. */
const renaming = signal<string | undefined>(undefined);

export function GameList({ game }: { game: GameName }) {
  const all = games.value?.filter((kept) => parseGame(kept.game).name === game);
  if (!all) return <p class="quiet">Reading…</p>;
  const { title } = parseGame(game);
  if (all.length === 0)
    return (
      <div class="empty">
        <p>
          Each game of {title} that you play here is kept, move by move. You can continue it where it stopped, replay
          and share it, analyse it or download its record. A new game, a link or the editor never removes one.
        </p>
        <a class="button primary" href={hrefOf('play')}>
          Play {title}
        </a>
      </div>
    );
  const byItself = all.filter(isAutoGame);
  const best = bestOf(byItself);
  return (
    <section aria-label={`Games of ${title}`}>
      {byItself.length > 0 && (
        <p class="quiet">
          Of the games that auto-run starts by itself, the best {BEST_KEPT} and the last {LAST_KEPT} are kept. A game
          that you name or move in stays.
        </p>
      )}
      <ul class="kept-list">
        {all.slice(0, shown.value).map((kept) => (
          <GameRow key={kept.id} kept={kept} best={best.has(kept.id)} />
        ))}
      </ul>
      {all.length > shown.value && (
        <button type="button" onClick={() => (shown.value += SHOWN)}>
          Show more of {count(all.length)}
        </button>
      )}
    </section>
  );
}

function GameRow({ kept, best }: { kept: KeptGame; best: boolean }) {
  const game = parseGame(kept.game);
  const here = view.value.game.name === game.name && currentGame().id === kept.id;
  const name = kept.name ?? `${count(kept.score)} points`;
  const facts = [
    ...(kept.name === undefined ? [] : [`${count(kept.score)} points`]),
    movesOf(kept.moves),
    dateWords(kept.played),
    ...(kept.auto ? ['by auto-run'] : kept.helped ? ['with help'] : []),
    ...(kept.edited ? ['from a set-up board'] : []),
    here ? 'on the board' : kept.over ? 'over' : 'unfinished',
  ];
  return (
    <li aria-label={name}>
      <TileChip game={game.name} exponent={game.exponent(kept.largest) ?? 1} text={String(kept.largest)} />
      <div class="what">
        {renaming.value === kept.id ? <NameField kept={kept} /> : <b>{name}</b>}
        {best && <span class="best-mark">★ One of auto-run’s best</span>}
        <span class="quiet">{facts.join(', ')}</span>
      </div>
      <div class="buttons">
        <button type="button" onClick={() => openKeptGame(kept)}>
          {kept.over ? 'Open' : 'Continue'}
        </button>
        <button type="button" class="plain" disabled={kept.moves === 0} onClick={() => go('replay', { kept: kept.id })}>
          Replay
        </button>
        <button type="button" class="plain" disabled={kept.moves === 0} onClick={() => analyseGame(kept)}>
          Analyse
        </button>
        <button type="button" class="plain" onClick={() => downloadGame(kept)}>
          Download
        </button>
        <button type="button" class="plain" onClick={() => (renaming.value = kept.id)}>
          Rename
        </button>
        <button type="button" class="plain" disabled={here} onClick={() => void dropGame(kept)}>
          Delete
        </button>
      </div>
    </li>
  );
}

function NameField({ kept }: { kept: KeptGame }) {
  const done = (name: string): void => {
    if (renaming.peek() !== kept.id) return;
    renaming.value = undefined;
    if (name !== (kept.name ?? '')) void nameGame(kept, name);
  };
  return (
    <input
      type="text"
      aria-label="Name of the game"
      maxLength={80}
      // A person types here next.
      ref={(field) => field?.focus()}
      defaultValue={kept.name ?? ''}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done(event.currentTarget.value);
        if (event.key === 'Escape') renaming.value = undefined;
      }}
      onBlur={(event) => done(event.currentTarget.value)}
    />
  );
}
