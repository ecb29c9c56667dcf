// The kind `learn`: a training of an n-tuple network on one thread, which is reproducible bit for bit. It gives the averages up
// to each mark and a digest of the weights; the model itself only on request.

import { InputError, weightCount } from 'afterstate';
import { z } from 'zod';
import { planTraining, sourcesOf, trainSettings } from '../../learn/config.ts';
import type { TrainConfig } from '../../learn/config.ts';
import { needsCoherence, phasesOf } from '../../learn/phases.ts';
import { DIGEST } from '../digest.ts';
import type { Kind } from '../job.ts';
import { digest } from './digest-schema.ts';

const games = z.number().int().min(1);

/** The settings of `train`, completed; models to begin from are blobs. */
const settings = z.record(z.string(), z.unknown()).transform((values, context): TrainConfig => {
  try {
    const { config } = planTraining(trainSettings.parse(values, 'train'));
    if (config.threads !== 1)
      throw new InputError('threads: a job learns on one, so that it gives the same result everywhere');
    if (config.starts !== undefined) throw new InputError('starts: a job cannot name a file; it starts from the deal');
    const path = sourcesOf(config, 1).find(({ file }) => !DIGEST.test(file));
    if (path) throw new InputError(`from: '${path.file}' is not a digest; a job takes models by content`);
    return config;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    context.addIssue({ code: 'custom', message: error.message });
    return z.NEVER;
  }
});

const params = z
  .strictObject({
    settings,
    /** Counts of games, ascending; a mark is about the games after the one before it. */
    marks: z.array(games).min(1),
    /** How many games at the end to average as well, wherever the marks are; for trainings that end by moves. */
    last: games.optional(),
    /** Whether the model is kept, as a blob. */
    model: z.boolean().default(false),
  })
  .refine(
    ({ settings: { games: all }, marks }) => marks.every((mark, i) => mark > (marks[i - 1] ?? 0) && mark <= all),
    { path: ['marks'], message: 'they must ascend, and not be past the last game' },
  );

export type LearnParams = z.infer<typeof params>;

/** Mean and deviation of scores; null if there is no game, or for one game. */
const average = { mean: z.number().nullable(), deviation: z.number().nullable() };
const moves = z.number().int().min(0);

const result = z.strictObject({
  /** Scores since the previous mark; `moves` counts from the beginning. Marks past an end by moves are missing. */
  marks: z.array(z.strictObject({ games, moves, ...average })),
  games,
  moves,
  last: z.strictObject({ games, ...average }).optional(),
  /** SHA-256 of the weights, in the order of a model file. */
  weights: digest,
  model: digest.optional(),
});

export type LearnResult = z.infer<typeof result>;

const BASE_BYTES = 150e6;

export const learn: Kind<LearnParams, LearnResult> = {
  name: 'learn',
  params,
  result,
  fits: ({ settings: { moves: wanted }, marks, last, model }, found) =>
    (wanted !== undefined || found.marks.length === marks.length) &&
    found.marks.every((mark, i) => mark.games === marks[i]) &&
    (last === undefined) === (found.last === undefined) &&
    model === (found.model !== undefined),
  blobs: ({ settings: config }) => sourcesOf(config, 1).map(({ file }) => file),
  made: ({ model }) => (model === undefined ? [] : [model]),
  memory({ settings: config }) {
    const plan = planTraining(config);
    // A weight, and with temporal coherence two sums.
    return BASE_BYTES + 4 * weightCount(plan.network) * (needsCoherence(phasesOf(plan)) ? 3 : 1);
  },
  size: ({ settings: config }) => config.games,
  words: ({ settings: { network, method, seed, games: all, moves: wanted } }) =>
    `${network} by ${method}, seed ${seed}: ${wanted === undefined ? `${all} games` : `${wanted} moves`}`,
};
