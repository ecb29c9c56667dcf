// The schemas of the kind `play`; play-facts.ts has the rest of it.

import { InputError, parseGame, parseSpec } from 'afterstate';
import { z } from 'zod';
import type { Kind } from '../job.ts';
import { takesModel } from '../player-content.ts';
import { digest } from './digest-schema.ts';
import type { PlayParams, PlayResult } from './play-facts.ts';
import { MOST_GAMES, playFacts } from './play-facts.ts';

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

const params = z
  .strictObject({
    game: z.string().max(200),
    player: z.string().max(1000),
    model: digest.optional(),
    seed: count,
    first: count,
    games: z.number().int().min(1).max(MOST_GAMES),
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

const result = z.strictObject({
  scores: z.array(count),
  moves: z.array(count),
  largest: z.array(z.number().int().min(0).max(31)),
  records: digest.optional(),
});

export const play: Kind<PlayParams, PlayResult> = { ...playFacts, params, result };
