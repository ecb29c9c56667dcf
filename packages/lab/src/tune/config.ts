// What a tuning is to do: the flags of `tune` as tune.json keeps them, and the search that they make.

import { formatSpec, formatWeights, InputError, parseGame, parseSpec, PLAYERS, readWeights } from 'afterstate';
import type { Game, Spec, Weights } from 'afterstate';
import { z } from 'zod';
import type { Search } from './candidates.ts';
import { TUNE_METHODS } from './candidates.ts';

export const MOST_TRIALS = 100_000;
export const MOST_GAMES = 1e6;

/** One game says nothing about the spread. */
export const LEAST_GAMES = 2;

const games = z.number().int().min(LEAST_GAMES).max(MOST_GAMES);

const tuneSchema = z.strictObject({
  game: z.string(),
  /** With the weights to start from. */
  player: z.string(),
  method: z.string(),
  /** Candidates that are played at most. */
  trials: z.number().int().min(1).max(MOST_TRIALS),
  /** Games that a candidate plays in its first round. */
  games,
  /** Fresh games that the start and the best play at the end. */
  check: games,
  seed: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
});

export type TuneConfig = z.infer<typeof tuneSchema>;

export function parseTuneConfig(values: unknown, where: string): TuneConfig {
  const result = tuneSchema.safeParse(values);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new InputError(`${where}: ${issue?.path.join('.') || 'the settings'}: ${issue?.message ?? 'wrong'}`);
}

export interface TunePlan {
  readonly config: TuneConfig;
  readonly game: Game;
  readonly start: Weights;
  /** The seed of the games at the end, which no candidate has played. */
  readonly checkSeed: number;
  /** A search from its beginning. */
  search(): Search;
  /** The player with other weights. */
  specOf(weights: Weights): string;
}

/** Checks that the parts fit together. */
export function planTuning(config: TuneConfig): TunePlan {
  const { player, trials, games, seed } = config;
  const spec = parseSpec(player);
  requireWeights(spec);
  const start = readWeights(spec);
  const weights = formatWeights(start);
  if (start.size < 2)
    throw new InputError(
      `'${weights}' has one weight, and only their ratios matter; give two heuristics or more: --eval 'snake+empty*200'`,
    );
  for (const [name, weight] of start) {
    if (weight === 0)
      throw new InputError(`'${name}' in '${weights}' weighs 0; give it a weight to start from, or leave it out`);
  }
  const method = TUNE_METHODS.find(({ name }) => name === config.method);
  if (!method)
    throw new InputError(
      `--method '${config.method}' is unknown; there are ${TUNE_METHODS.map(({ name }) => name).join(', ')}`,
    );
  if (trials < method.leastTrials)
    throw new InputError(`--trials ${trials} is too few; ${method.name} takes ${method.leastTrials} at least`);
  return {
    config,
    game: parseGame(config.game),
    start,
    checkSeed: seed === Number.MAX_SAFE_INTEGER ? 0 : seed + 1,
    search: () => method.search({ start, trials, games, seed }),
    specOf: (weights) =>
      formatSpec(spec.name, { ...Object.fromEntries(spec.options), eval: formatWeights(weights) }, spec.model),
  };
}

/** Only players that value boards by a sum have weights. */
function requireWeights({ name }: Spec): void {
  const able = PLAYERS.filter(({ form }) => /[?&]eval=/.test(form)).map((kind) => kind.name);
  if (PLAYERS.some((kind) => kind.name === name) && !able.includes(name))
    throw new InputError(`'${name}' has no weights to tune; ${able.join(', ')} have`);
}
