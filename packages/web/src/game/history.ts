// The history of games: one entry of the database per game. Tabs write without waiting for each other. A tab that finds that another
// has played on with its game keeps its own as a separate game, so neither is lost.

import { get, put, remove, transact } from '../shell/database.ts';
import type { KeptGame } from './kept-games.ts';
import { type Edition, newGameId } from './own-game.ts';

/** Keeps a game as it is now, and returns the id it has from then on. */
export function keepGame(game: KeptGame): Promise<string> {
  return transact('games', 'readwrite', async (transaction) => {
    const stored = await transaction.get<KeptGame>('games', game.id);
    // It may come late: what a reload left is kept only after the tab has played on with it, or has kept it for a list.
    const isOlder =
      stored?.writer === game.writer ? stored.version >= game.version : stored && isContinued(game, stored);
    if (isOlder) return game.id;
    const id = stored && !isContinued(stored, game) ? newGameId() : game.id;
    // The Games page gives names, whichever tab plays the game.
    const { name = stored?.name, ...rest } = game;
    transaction.put('games', { ...rest, id, ...(name !== undefined && { name }) });
    return id;
  });
}

/** Whether a game continues the stored one, and nothing later. */
export function isContinued({ writer, version }: Edition, game: Pick<KeptGame, 'writer' | 'base'>): boolean {
  return writer === game.writer || (writer === game.base?.writer && version <= game.base.version);
}

export function gameWithId(id: string): Promise<KeptGame | undefined> {
  return get<KeptGame>('games', id);
}

/** Newest first. */
export async function allGames(): Promise<KeptGame[]> {
  const games = await transact('games', 'readonly', (transaction) => transaction.all<KeptGame>('games'));
  return games.sort((a, b) => b.played - a.played);
}

export function renameGame(id: string, name: string): Promise<void> {
  return transact('games', 'readwrite', async (transaction) => {
    const stored = await transaction.get<KeptGame>('games', id);
    if (!stored) return;
    const { name: _, ...rest } = stored;
    transaction.put('games', name === '' ? rest : { ...rest, name });
  });
}

export function deleteGame(id: string): Promise<void> {
  return remove('games', id);
}

export function restoreGame(game: KeptGame): Promise<void> {
  return put('games', game);
}
