// What auto-run has reached, for each game and player. Sums cover all games; single scores, for the median and the histogram, only the
// last ones, so that an entry stays small however long auto-run runs. Tabs add to the same database entry: each writes what it has
// counted since its last write.

import { signal } from '@preact/signals';
import { type GameName } from 'afterstate';
import { keptAgain, notKept } from '../shell/keeping.ts';

/** How many single scores an entry has. */
export const MOST_SCORES = 10_000;
/** How many entries are kept; the one written longest ago makes room. */
const MOST_ENTRIES = 60;
/** The least time between two writes. */
const WRITE_MS = 1000;

export interface RunStatistics {
  readonly game: GameName;
  /** A spec. */
  readonly player: string;
  readonly games: number;
  readonly mean: number;
  /** The sum of the squared distances from the mean. */
  readonly squares: number;
  readonly best: number;
  /** Games by the exponent of their largest tile. */
  readonly largest: Readonly<Record<number, number>>;
  /** The last scores, in the order of the games. */
  readonly scores: readonly number[];
  /** When it began, and when it was last written; in ms. */
  readonly since: number;
  readonly at: number;
}

/** Those of the game and player in view. */
export const statistics = signal<RunStatistics | undefined>(undefined);

/** Counted but not yet written, by game and player. */
const waiting = new Map<string, RunStatistics>();
let writing: Promise<void> | undefined;
let shown: readonly [GameName, string] | undefined;

/** A game has ended. */
export function countGame(game: GameName, player: string, score: number, exponent: number): void {
  const now = Date.now();
  const one: RunStatistics = {
    game,
    player,
    games: 1,
    mean: score,
    squares: 0,
    best: score,
    largest: { [exponent]: 1 },
    scores: [score],
    since: now,
    at: now,
  };
  const key = `${game} ${player}`;
  waiting.set(key, joined(waiting.get(key), one));
  if (isShown(one)) statistics.value = joined(statistics.peek(), one);
  writing ??= write().finally(() => (writing = undefined));
}

function isShown({ game, player }: Pick<RunStatistics, 'game' | 'player'>): boolean {
  return shown?.[0] === game && shown[1] === player;
}

/** Both combined, the first one's games first (Chan, Golub and LeVeque). */
export function joined(a: RunStatistics | undefined, b: RunStatistics): RunStatistics {
  if (!a) return b;
  const games = a.games + b.games;
  const apart = b.mean - a.mean;
  const largest: Record<number, number> = { ...a.largest };
  for (const [exponent, count] of Object.entries(b.largest))
    largest[Number(exponent)] = (largest[Number(exponent)] ?? 0) + count;
  return {
    ...a,
    games,
    mean: a.mean + (apart * b.games) / games,
    squares: a.squares + b.squares + (apart * apart * a.games * b.games) / games,
    best: Math.max(a.best, b.best),
    largest,
    scores: [...a.scores, ...b.scores].slice(-MOST_SCORES),
    at: Math.max(a.at, b.at),
  };
}

/** Writes the first at once, later ones together. */
async function write(): Promise<void> {
  while (waiting.size > 0) {
    const counted = [...waiting.values()];
    waiting.clear();
    try {
      const { transact } = await import('../shell/database.ts');
      await transact('statistics', 'readwrite', async (transaction) => {
        for (const one of counted) {
          const stored = await transaction.get<RunStatistics>('statistics', [one.game, one.player]);
          const both = joined(stored, one);
          transaction.put('statistics', both);
          // Includes what other tabs have counted; add again what has come meanwhile.
          if (isShown(both)) {
            const more = waiting.get(`${one.game} ${one.player}`);
            statistics.value = more ? joined(both, more) : both;
          }
        }
        const keys = (await transaction.keys('statistics')) as IDBValidKey[];
        if (keys.length <= MOST_ENTRIES) return;
        const all = await transaction.all<RunStatistics>('statistics');
        for (const { game, player } of all.sort((a, b) => b.at - a.at).slice(MOST_ENTRIES))
          transaction.delete('statistics', [game, player]);
      });
      keptAgain();
    } catch (error) {
      notKept(error);
    }
    await new Promise((resolve) => setTimeout(resolve, WRITE_MS));
  }
}

/** Switches `statistics` to those of this game and player. */
export async function showStatistics(game: GameName, player: string): Promise<void> {
  if (isShown({ game, player })) return;
  shown = [game, player];
  statistics.value = waiting.get(`${game} ${player}`);
  try {
    const { get } = await import('../shell/database.ts');
    const stored = await get<RunStatistics>('statistics', [game, player]);
    if (!isShown({ game, player }) || !stored) return;
    const more = waiting.get(`${game} ${player}`);
    statistics.value = more ? joined(stored, more) : stored;
  } catch (error) {
    notKept(error);
  }
}

/** Forgets those in view; returns a function that brings them back. */
export async function resetStatistics(): Promise<() => Promise<void>> {
  const [game, player] = shown!;
  const old = statistics.peek();
  waiting.delete(`${game} ${player}`);
  const { put, remove } = await import('../shell/database.ts');
  await remove('statistics', [game, player]);
  if (isShown({ game, player })) statistics.value = waiting.get(`${game} ${player}`);
  return async () => {
    if (!old) return;
    await put('statistics', old);
    if (isShown(old)) statistics.value = old;
  };
}
