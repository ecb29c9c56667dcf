// Games that auto-run began by itself: the history keeps only the best and the last of them, so that a night of auto-run does not fill
// the browser. A game that a person moves in or names is theirs, and stays.

import { parseGame } from 'afterstate';
import { transact } from '../shell/database.ts';
import type { KeptGame } from './kept-games.ts';

/** For each game. */
export const BEST_KEPT = 10;
export const LAST_KEPT = 10;

type Entry = Pick<KeptGame, 'id' | 'game' | 'score' | 'played'>;

/** Those in the database, as far as this tab knows. */
let known: Entry[] | undefined;

export function isAutoGame({ auto, name }: KeptGame): boolean {
  return auto === true && name === undefined;
}

/** The ids of the best of the given games. */
export function bestOf(games: readonly Entry[]): ReadonlySet<string> {
  return new Set(
    [...games]
      .sort((a, b) => b.score - a.score)
      .slice(0, BEST_KEPT)
      .map(({ id }) => id),
  );
}

/** Removes what the history need not keep once this game is in it. */
export async function thinOut(newest: KeptGame): Promise<void> {
  const { name } = parseGame(newest.game);
  const isSame = (entry: Entry): boolean => parseGame(entry.game).name === name;
  known ??= (await transact('games', 'readonly', (transaction) => transaction.all<KeptGame>('games')))
    .filter(isAutoGame)
    .map(({ id, game, score, played }) => ({ id, game, score, played }));
  const { id: own, game, score, played } = newest;
  known = [...known.filter(({ id }) => id !== own), { id: own, game, score, played }];
  const all = known.filter(isSame);
  const best = bestOf(all);
  const last = new Set(
    [...all]
      .sort((a, b) => b.played - a.played)
      .slice(0, LAST_KEPT)
      .map(({ id }) => id),
  );
  const gone = all.filter(({ id }) => !best.has(id) && !last.has(id)).map(({ id }) => id);
  if (gone.length === 0) return;
  await transact('games', 'readwrite', async (transaction) => {
    for (const id of gone) {
      // A person may have made it theirs meanwhile.
      const stored = await transaction.get<KeptGame>('games', id);
      if (stored && isAutoGame(stored)) transaction.delete('games', id);
    }
  });
  known = known.filter(({ id }) => !gone.includes(id));
}
