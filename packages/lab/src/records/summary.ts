// What a file of records holds, in figures.

import { MOVES } from 'afterstate';
import type { Move } from 'afterstate';
import { deviation, mean, meanInterval, median, reachRates } from 'afterstate/measure';
import type { Interval, Rate } from 'afterstate/measure';
import type { Goal } from './format.ts';
import type { RecordsFile } from './reader.ts';

/** What `records summary --json` prints. Figures are null if there are no games. */
export interface RecordsSummary {
  readonly file: string;
  readonly bytes: number;
  readonly game: string;
  readonly players: readonly string[];
  readonly seed: number | null;
  readonly made: string;
  readonly goal: Goal;
  readonly finished: boolean;
  readonly games: number;
  readonly actions: number;
  readonly averageScore: number | null;
  readonly averageScoreCI95: Interval | null;
  readonly medianScore: number | null;
  readonly maxScore: number | null;
  readonly minScore: number | null;
  readonly deviation: number | null;
  readonly averageMoves: number | null;
  readonly shortest: number | null;
  readonly longest: number | null;
  /** Tile → how many of the games made it or a larger one. */
  readonly reach: Readonly<Record<string, Rate>>;
  /** Tile → how many games ended with it as their largest. */
  readonly largest: Readonly<Record<string, number>>;
  /** How often each move was played. */
  readonly moves: Readonly<Record<Move, number>>;
}

export async function summarise(
  file: RecordsFile,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (bytes: number) => void } = {},
): Promise<RecordsSummary> {
  const scores: number[] = [];
  const played = [0, 0, 0, 0];
  const largest = new Map<number, number>();
  let [shortest, longest] = [Infinity, 0];
  const blocks = file.blocks();
  let next = await blocks.next();
  for (; !next.done; next = await blocks.next()) {
    signal?.throwIfAborted();
    const { block, offset } = next.value;
    for (const [i, entry] of block.games.entries()) {
      scores.push(entry.score);
      largest.set(entry.largest, (largest.get(entry.largest) ?? 0) + 1);
      shortest = Math.min(shortest, entry.moves);
      longest = Math.max(longest, entry.moves);
      for (const ply of block.plies(i)) played[ply & 3]!++;
    }
    onProgress?.(offset);
  }
  const end = next.value;
  const ascending = Float64Array.from(scores).sort();
  const some = scores.length > 0;
  return {
    file: file.path,
    bytes: file.size,
    game: file.game.spec,
    players: file.header.players,
    seed: file.header.seed ?? null,
    made: file.header.made,
    goal: file.goal,
    finished: file.isFinished(end) && !end.torn,
    games: end.games,
    actions: end.actions,
    averageScore: some ? mean(scores) : null,
    averageScoreCI95: (some ? meanInterval(scores) : undefined) ?? null,
    medianScore: some ? median(ascending) : null,
    maxScore: ascending.at(-1) ?? null,
    minScore: ascending[0] ?? null,
    deviation: (some ? deviation(scores) : undefined) ?? null,
    averageMoves: some ? end.actions / end.games : null,
    shortest: some ? shortest : null,
    longest: some ? longest : null,
    reach: some ? reachRates(file.game, largest, end.games) : {},
    largest: Object.fromEntries([...largest].sort(([a], [b]) => a - b).map(([e, count]) => [file.game.tile(e), count])),
    moves: Object.fromEntries(MOVES.map((move, m) => [move, played[m]!])) as Record<Move, number>,
  };
}
