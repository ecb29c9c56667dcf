// What a self-play is to do: the one schema behind the flags of `selfplay` and config.json, and two sets of defaults: as Allik et
// al. did it, and as it learns better.

import type { Game } from 'afterstate';
import { InputError, parseGame, VALUE_MEANINGS, VALUE_SCALES } from 'afterstate';
import { z } from 'zod';
import { Graph } from '../neural/graph.ts';
import type { NeuralNetwork } from '../neural/network.ts';
import { boardsInput } from '../neural/network.ts';
import { createNeuralNetwork } from '../neural/networks.ts';

const count = (max: number) => z.number().int().min(1).max(max);

const schema = z.strictObject({
  method: z.literal('selfplay').default('selfplay'),
  game: z.string(),
  network: z.string(),
  seed: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  threads: count(64),
  /** How long: after whichever comes first. */
  cycles: count(1e9).optional(),
  minutes: z.number().positive().max(1e6).optional(),
  /** Cycles from one network that is kept to the next. */
  snapshot: count(1e9).optional(),

  // the search
  sims: z.number().int().min(2).max(100_000),
  c: z.number().positive().max(100),
  chance: z.boolean(),
  widen: z.number().min(0).max(100),
  ends: z.boolean().default(true),
  reuse: z.boolean(),
  temperature: z.number().min(0).max(10),

  // the value
  value: z.enum(VALUE_MEANINGS),
  scale: z.enum(VALUE_SCALES),
  lambda: z.number().min(0).max(1),

  // a cycle
  /** Whole games a cycle, after which the weights are restored unless these were the best games so far; or … */
  judge: z.boolean(),
  cycleGames: count(10_000),
  /** … so many tables, each of which makes so many moves. */
  tables: count(4096),
  moves: count(100_000),
  batches: z.number().int().min(0).max(100_000),
  batch: count(65_536),
  windowGames: count(1e9),
  windowPositions: count(1e8),
  symmetries: z.boolean(),
  /** Adam's step size; it falls to the second on a straight line over the run. */
  rate: z.number().positive().max(1),
  rateEnd: z.number().positive().max(1).optional(),
  valueWeight: z.number().min(0).max(1000),
  /** How much of the weights that play stays, from cycle to cycle, while they follow those that learn. */
  average: z.number().min(0).max(0.999),
});

export type SelfPlayConfig = z.infer<typeof schema>;

/** What holds unless said. */
const COMMON = {
  game: '2048',
  seed: 1,
  threads: 1,
  cycleGames: 25,
  tables: 64,
  moves: 128,
  rate: 0.001,
  valueWeight: 1,
};

/**
 * Section 3.1 of Allik et al., with the numbers of 4.2.2 and 4.3. The hidden layer of the value has 512 nodes, not the 64 of the
 * text: only so do the weights number 95,950.
 */
export const PAPER: Partial<SelfPlayConfig> = {
  ...COMMON,
  network: 'resnet?blocks=10&filters=32&size=2&planes=20&heads=both&hidden=512',
  sims: 100,
  c: 1,
  chance: false,
  widen: 0,
  ends: false,
  reuse: false,
  temperature: 0,
  value: 'beat',
  scale: 'linear',
  lambda: 1,
  judge: true,
  batches: 100,
  batch: 2048,
  windowGames: 2000,
  windowPositions: 1e8,
  symmetries: false,
  average: 0,
};

export const OWN: Partial<SelfPlayConfig> = {
  ...COMMON,
  network: 'pyramid?channels=64',
  sims: 32,
  c: 0.5,
  chance: true,
  widen: 0,
  ends: true,
  reuse: true,
  temperature: 0,
  value: 'score',
  scale: 'linear',
  lambda: 0.98,
  judge: false,
  batches: 128,
  batch: 256,
  windowGames: 1e9,
  windowPositions: 200_000,
  symmetries: true,
  average: 0.9,
};

export function parseConfig(values: unknown, where: string): SelfPlayConfig {
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InputError(`${where}: ${issue?.path.join('.') || 'the settings'}: ${issue?.message ?? 'wrong'}`);
}

export interface Plan {
  readonly config: SelfPlayConfig;
  readonly game: Game;
  readonly network: NeuralNetwork;
}

/** Checks that the parts fit together. */
export function planSelfPlay(config: SelfPlayConfig): Plan {
  const game = parseGame(config.game);
  const network = createNeuralNetwork(config.network, game);
  const heads = network.forward(boardsInput(new Graph({ batch: 2, training: true })));
  if (!heads.policy || !heads.value || network.link !== 'softmax' || network.values !== 'state')
    throw new InputError(
      `--network ${config.network} has not both a policy and a value; give one that has, such as ${OWN.network} or ${PAPER.network}`,
    );
  if (config.average > 0 && config.judge)
    throw new InputError(
      'a run with --judge plays by the weights that have learned, not by their average; give --average 0 with it',
    );
  if (config.value !== 'score' && !config.judge)
    throw new InputError(
      `--value ${config.value} is about whole games and the best average so far; give --judge, or --value score`,
    );
  if (config.value === 'score' && /^resnet\b/.test(network.spec) && !/ends=linear/.test(network.spec))
    throw new InputError(
      `the value of ${network.spec} ends in a sigmoid, and a score is more than 1; give &ends=linear with it`,
    );
  if (config.cycles === undefined && config.minutes === undefined)
    throw new InputError('how long? give --cycles or --minutes');
  if (config.rateEnd !== undefined && config.rateEnd > config.rate)
    throw new InputError(`--rate-end ${config.rateEnd} is above --rate, ${config.rate}; the step size can only fall`);
  if (config.batch < config.threads)
    throw new InputError(`--batch ${config.batch} cannot be shared by ${config.threads} threads; give a larger batch`);
  return { config: { ...config, network: network.spec, game: game.spec }, game, network };
}
