// The history of games: one entry of the database per game. Tabs write without waiting for each other. A tab that finds that another
// one has played on with its game keeps its own as a game of its own, so neither is lost.

import { get, put, remove, transact } from '../shell/database.ts';
import type { KeptGame } from './kept-games.ts';
import { type Edition, newGameId } from './own-game.ts';

/** Keeps a game as it is now, and gives the id that it has from now on. */
export function keepGame(game: KeptGame): Promise<string> {
  return transact('games', 'readwrite', async (transaction) => {
    const stored = await transaction.get<KeptGame>('games', game.id);
    // It may come late: what a reload has left is kept after the tab has played on with it, or has kept it for a list.
    const isOlder =
      stored?.writer === game.writer ? stored.version >= game.version : stored && isContinued(game, stored);
    if (isOlder) return game.id;
    const id = stored && !isContinued(stored, game) ? newGameId() : game.id;
    // A name is given on the Games page, whichever tab plays the game.
    const { name = stored?.name, ...rest } = game;
    transaction.put('games', { ...rest, id, ...(name !== undefined && { name }) });
    return id;
  });
}

/** Whether a game is what became of the stored one, and of nothing later. */
export function isContinued({ writer, version }: Edition, game: Pick<KeptGame, 'writer' | 'base'>): boolean {
  return writer === game.writer || (writer === game.base?.writer && version <= game.base.version);
}

export function gameWithId(id: string): Promise<KeptGame | undefined> {
  return get<KeptGame>('games', id);
}

/** The newest first. */
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
