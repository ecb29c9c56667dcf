// The settings of `tune`, declared once for its flags, files of settings and tune.json, and the search that they define.

import { formatSpec, formatWeights, InputError, parseGame, parseSpec, PLAYERS, readWeights } from 'afterstate';
import type { Game, Spec, Weights } from 'afterstate';
import { cores } from 'afterstate/node';
import { z } from 'zod';
import type { RunFolder } from '../files/run-folder.ts';
import { gameSetting, GROUPS, seedSetting } from '../runs/common-settings.ts';
import { setting, Settings } from '../runs/settings.ts';
import type { Search } from './candidates.ts';
import { TUNE_METHODS } from './candidates.ts';

/** A single game says nothing about the spread. */
const games = z.number().int().min(2).max(1e6);

export const tuneSettings = new Settings({
  player: setting(z.string(), {
    argument: 'spec',
    description: "the player whose weights are tuned: 'expectimax?depth=2', minimax, alphabeta",
    group: GROUPS.run,
    remedy: "give one that values boards by a weighted sum, such as 'expectimax?depth=2'",
  }),
  /** Part of the player's spec once a run is made. */
  eval: setting(z.string().optional(), {
    argument: 'sum',
    description: "the weights to start from: 'snake+empty*200'; the first stays as it is",
    group: GROUPS.run,
    fallback: "the player's",
  }),
  game: gameSetting(),
  method: setting(z.string().default('sweep'), {
    argument: 'name',
    description: ['how to search:', ...TUNE_METHODS.map(({ name, summary }) => `${name}: ${summary}`)].join('\n'),
    group: GROUPS.run,
  }),
  trials: setting(z.number().int().min(1).max(100_000).default(60), {
    argument: 'n',
    description: 'how many candidates to try at most',
    group: GROUPS.run,
  }),
  games: setting(games.default(200), {
    argument: 'n',
    description: 'games per candidate; halving doubles them in each round',
    group: GROUPS.run,
  }),
  check: setting(games.default(1000), {
    argument: 'n',
    description: 'fresh games at the end that compare the best weights with the first',
    group: GROUPS.run,
  }),
  seed: seedSetting(),
  threads: setting(z.number().int().min(1).max(64).optional(), {
    argument: 'n',
    description: 'threads that play; the results do not depend on it',
    group: GROUPS.run,
    fallback: `${cores}, the cores of this machine`,
    onResume: 'any',
  }),
});

export type TuneConfig = ReturnType<typeof tuneSettings.parse>;
export type TuneRun = RunFolder<TuneConfig>;

/** The player with the weights that `eval` gives it. */
export function withWeights({ eval: weights, ...config }: TuneConfig): TuneConfig {
  if (weights === undefined) return config;
  const spec = parseSpec(config.player);
  if (spec.options.has('eval'))
    throw new InputError(`both --eval and '${config.player}' give weights to start from; give them once`);
  const options = { ...Object.fromEntries(spec.options), eval: weights };
  return { ...config, player: formatSpec(spec.name, options, spec.model) };
}

export interface TunePlan {
  readonly config: TuneConfig;
  readonly game: Game;
  readonly start: Weights;
  /** The seed of the final games, which no candidate has played. */
  readonly checkSeed: number;
  /** Starts a search from the beginning. */
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
      `'${weights}' has only one weight, and only ratios matter; give two heuristics or more: --eval 'snake+empty*200'`,
    );
  for (const [name, weight] of start) {
    if (weight === 0)
      throw new InputError(`'${name}' in '${weights}' has weight 0; start it from another weight, or leave it out`);
  }
  const method = TUNE_METHODS.find(({ name }) => name === config.method);
  if (!method)
    throw new InputError(
      `--method '${config.method}' is unknown; choose from ${TUNE_METHODS.map(({ name }) => name).join(', ')}`,
    );
  if (trials < method.leastTrials)
    throw new InputError(`--trials ${trials} is too few; ${method.name} needs at least ${method.leastTrials}`);
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

/** Only players that value boards by a weighted sum have weights. */
function requireWeights({ name }: Spec): void {
  const able = PLAYERS.filter(({ options }) => Object.hasOwn(options, 'eval')).map((kind) => kind.name);
  if (PLAYERS.some((kind) => kind.name === name) && !able.includes(name))
    throw new InputError(`'${name}' has no weights to tune; these have: ${able.join(', ')}`);
}
