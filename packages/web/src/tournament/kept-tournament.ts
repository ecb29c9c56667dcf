// Tournaments in the database: the terms, and what each player has done so far. Each tab has one tournament per game, which a reload
// brings back; a new tab begins with a copy of the latest of all tabs.

import { type Game, GAME_NAMES } from 'afterstate';
import { all, get, newId, transact } from '../shell/database.ts';
import { load, save } from '../shell/storage.ts';
import type { Series, Terms } from './terms.ts';

export interface KeptTournament {
  readonly id: string;
  /** A name of `GAME_NAMES`. */
  readonly game: string;
  readonly terms: Terms;
  readonly results: readonly Series[];
  /** When it was last changed, in ms. */
  readonly at: number;
}

/** How many are kept: older ones can be played again, with the same numbers. */
const MOST = 20;

const entryOf = (game: string): string => `tournament:${game}`;

function idOfTab(game: string): string | undefined {
  return load(entryOf(game), ({ id }) => String(id), 'session');
}

export async function keepTournament(terms: Terms, results: readonly Series[]): Promise<void> {
  const { game } = terms;
  const id = idOfTab(game) ?? newId();
  save(entryOf(game), { id }, 'session');
  await transact('tournaments', 'readwrite', async (transaction) => {
    transaction.put('tournaments', { id, game, terms, results, at: Date.now() } satisfies KeptTournament);
    const kept = await transaction.all<KeptTournament>('tournaments');
    for (const { id } of kept.sort((a, b) => b.at - a.at).slice(MOST)) transaction.delete('tournaments', id);
  });
}

/** The tournament of this tab, or else the latest of any. */
export async function tournamentOf(game: Game['name']): Promise<KeptTournament | undefined> {
  const id = idOfTab(game);
  const own = id === undefined ? undefined : await get<KeptTournament>('tournaments', id);
  if (own && isTournament(own)) return own;
  const kept = (await all<KeptTournament>('tournaments')).filter((one) => one.game === game && isTournament(one));
  return kept.sort((a, b) => b.at - a.at)[0];
}

/** Whether it is whole: an imported file may contain anything. */
export function isTournament({ game, terms, results }: Partial<KeptTournament>): boolean {
  if (!terms || !Array.isArray(terms.players) || !Array.isArray(results)) return false;
  const isSeries = ({ scores, largest, moves, seconds }: Series): boolean =>
    Array.isArray(scores) &&
    Array.isArray(largest) &&
    scores.length === largest.length &&
    scores.length <= terms.games &&
    [...scores, ...largest, moves, seconds].every((n) => typeof n === 'number' && n >= 0);
  return (
    GAME_NAMES.some((name) => name === game) &&
    terms.game === game &&
    terms.players.every((spec) => typeof spec === 'string') &&
    Number.isSafeInteger(terms.games) &&
    Number.isSafeInteger(terms.seed) &&
    results.length === terms.players.length &&
    results.every(isSeries)
  );
}
