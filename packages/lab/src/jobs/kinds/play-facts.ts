// The kind `play`: games of a player, numbers `first` to `first + games − 1` of a seed's series. The player is a spec without a
// model; its model, if any, is a blob. The schemas are in play.ts.

import type { Facts } from '../job.ts';

/** Scores of a job travel in one document. */
export const MOST_GAMES = 1 << 16;

export interface PlayParams {
  readonly game: string;
  readonly player: string;
  readonly model?: string | undefined;
  readonly seed: number;
  readonly first: number;
  readonly games: number;
  /** Whether the games themselves are kept, as a blob. */
  readonly records: boolean;
}

export interface PlayResult {
  /** One number per game, in order; `largest` is the exponent of its largest tile. */
  readonly scores: readonly number[];
  readonly moves: readonly number[];
  readonly largest: readonly number[];
  /** The games, as one block of the binary form of records. */
  readonly records?: string | undefined;
}

/** The kernel, its tables and Node itself. */
const BASE_BYTES = 150e6;

export const playFacts: Facts<PlayParams, PlayResult> = {
  name: 'play',
  fits: ({ games, records }, { scores, moves, largest, records: block }) =>
    [scores, moves, largest].every(({ length }) => length === games) && records === (block !== undefined),
  blobs: ({ model }) => (model === undefined ? [] : [model]),
  made: ({ records }) => (records === undefined ? [] : [records]),
  // A compact model unpacks to several times its size.
  memory: ({ model }, sizeOf) => BASE_BYTES + (model === undefined ? 0 : 4 * sizeOf(model)),
  size: ({ games }) => games,
  words: ({ player, first, games }) => `${player}: games ${first} to ${first + games - 1}`,
};
