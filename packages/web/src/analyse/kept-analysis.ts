// Analyses in the database: the record, the position in view, and the judge's results so far. Each tab has one analysis per
// game, which a reload brings back; a new tab is offered the latest of all tabs.

import { GAME_NAMES } from 'afterstate';
import { all, get, transact } from '../shell/database.ts';
import { forget, load, save } from '../shell/storage.ts';

export interface KeptAnalysis {
  readonly id: string;
  /** A name of `GAME_NAMES`. */
  readonly game: string;
  /** The record as a line, and the lines of the file it came from, if there are several. */
  readonly record: string;
  readonly lines: readonly string[];
  readonly at: number;
  /** Whose values these are: four per ply, for as many plies as were judged. */
  readonly judge: string | undefined;
  /** The judge that a person has chosen, if any. */
  readonly chosen?: string | undefined;
  readonly values: Float64Array;
  /** When it was last looked at, in ms. */
  readonly looked: number;
}

/** How many are kept: an older record can be opened and judged again. */
const MOST = 20;

export async function keepAnalysis(analysis: KeptAnalysis): Promise<void> {
  await transact('analyses', 'readwrite', async (transaction) => {
    transaction.put('analyses', analysis);
    const kept = await transaction.all<KeptAnalysis>('analyses');
    const old = kept.sort((a, b) => b.looked - a.looked).slice(MOST);
    for (const { id } of old) transaction.delete('analyses', id);
  });
}

/** The analysis of this tab. */
export async function analysisOfTab(game: string): Promise<KeptAnalysis | undefined> {
  const id = load(`analysis:${game}`, ({ id }) => String(id), 'session');
  return id === undefined ? undefined : get<KeptAnalysis>('analyses', id);
}

export function setAnalysisOfTab(game: string, id: string | undefined): void {
  if (id === undefined) forget(`analysis:${game}`, 'session');
  else save(`analysis:${game}`, { id }, 'session');
}

/** The one last looked at, in any tab. */
export async function lastAnalysis(game: string): Promise<KeptAnalysis | undefined> {
  const kept = (await all<KeptAnalysis>('analyses')).filter((one) => one.game === game);
  return kept.sort((a, b) => b.looked - a.looked)[0];
}

/** The analysis of this tab, if it is one of this record. */
export async function analysisWithRecord(record: string): Promise<KeptAnalysis | undefined> {
  try {
    for (const game of GAME_NAMES) {
      const kept = await analysisOfTab(game);
      if (kept?.record === record) return kept;
    }
  } catch {
    // Nothing is kept: the record is opened anew.
  }
  return undefined;
}
