// The kind `play`: games of a player, numbers `first` to `first + games − 1` of a seed's series. The player is a spec without a
// model; the model, where it has one, is a blob.

import { InputError, parseGame, parseSpec } from 'afterstate';
import { z } from 'zod';
import { digest } from '../digest.ts';
import type { Kind } from '../job.ts';
import { takesModel } from '../player-content.ts';

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** Scores of a job travel in one document. */
export const MOST_GAMES = 1 << 16;

const params = z
  .strictObject({
    game: z.string().max(200),
    player: z.string().max(1000),
    model: digest.optional(),
    seed: count,
    first: count,
    games: z.number().int().min(1).max(MOST_GAMES),
    /** Whether the games themselves are kept, as a blob. */
    records: z.boolean().default(false),
  })
  .superRefine(({ game, player, model }, context) => {
    const wrong = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
    try {
      parseGame(game);
      const spec = parseSpec(player);
      if (spec.model !== undefined) wrong('player', 'names a file; a job takes its model by content');
      if (takesModel(spec.name) !== (model !== undefined))
        wrong('model', model === undefined ? `${spec.name} needs one` : `${spec.name} takes none`);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      wrong('player', error.message);
    }
  });

export type PlayParams = z.infer<typeof params>;

const result = z.strictObject({
  /** Of each game, in order; `largest` is the exponent of its largest tile. */
  scores: z.array(count),
  moves: z.array(count),
  largest: z.array(z.number().int().min(0).max(31)),
  /** The games, as one block of the binary form of records. */
  records: digest.optional(),
});

export type PlayResult = z.infer<typeof result>;

/** A kernel, its tables and Node itself. */
const BASE_BYTES = 150e6;

export const play: Kind<PlayParams, PlayResult> = {
  name: 'play',
  params,
  result,
  fits: ({ games, records }, { scores, moves, largest, records: block }) =>
    [scores, moves, largest].every(({ length }) => length === games) && records === (block !== undefined),
  blobs: ({ model }) => (model === undefined ? [] : [model]),
  made: ({ records }) => (records === undefined ? [] : [records]),
  // A compact model unpacks to several times its size.
  memory: ({ model }, sizeOf) => BASE_BYTES + (model === undefined ? 0 : 4 * sizeOf(model)),
  size: ({ games }) => games,
  words: ({ player, first, games }) => `${player}: games ${first} to ${first + games - 1}`,
};
