// What a supervised training is to do: the one schema behind the flags of `fit`, a configuration file, and config.json.

import { InputError, parseGame } from 'afterstate';
import { z } from 'zod';
import type { RunFolder, RunKind } from '../files/run-folder.ts';
import { createNeuralNetwork } from './networks.ts';
import { OPTIMISERS } from './optimiser.ts';

const count = z.number().int().min(1).max(1e12);

export const fitSchema = z.strictObject({
  method: z.literal('fit').default('fit'),
  /** The records' own unless said; then they must be of it. */
  game: z.string().default('2048'),
  network: z.string(),
  /** Files of records. */
  data: z.array(z.string().min(1)).min(1),
  /** How many actions to learn from; more than the records have are further epochs. */
  actions: count,
  batch: count.max(1e6).default(1000),
  optimiser: z.enum(OPTIMISERS).default('adam'),
  lr: z.number().positive().max(1e6).default(0.001),
  /** The step size falls to this on a straight line; it stays as it is unless given. */
  lrEnd: z.number().min(0).max(1e6).optional(),
  momentum: z.number().min(0).max(1).default(0.9),
  /** Each board in one of its eight symmetric forms, drawn anew each time. */
  augment: z.boolean().default(false),
  /** The weights of a run's model to begin from. */
  from: z.string().optional(),
  seed: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(1),
  threads: z.number().int().min(1).max(64).default(1),
  /** The share of the games that are kept for tests, and how many of their actions a test has. */
  testShare: z.number().min(0).max(0.9).default(0.05),
  test: z.number().int().min(0).max(1e7).default(10_000),
  /** Test plays: games at each snapshot, and actions from one snapshot to the next. */
  plays: z.number().int().min(0).max(1e6).default(0),
  snapshot: count.default(20_000_000),
  /** Actions a line of metrics. */
  block: count.default(100_000),
  /** Seconds, at least, from one checkpoint to the next. */
  checkpoint: z.number().min(0).max(86_400).default(300),
  /** MiB for the actions that are shuffled together. */
  memory: z
    .number()
    .int()
    .min(1)
    .max(1 << 20)
    .default(512),
});

export type FitConfig = z.infer<typeof fitSchema>;
export type FitRun = RunFolder<FitConfig>;

/** The settings alone, without a look at what they name. */
export function parseFitSettings(values: unknown, where: string): FitConfig {
  const result = fitSchema.safeParse(values);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new InputError(`${where}: ${issue?.path.join('.') || 'the settings'}: ${issue?.message ?? 'wrong'}`);
}

/** Checks that the parts fit together; the network's spec becomes canonical. */
export function parseFitConfig(values: unknown, where: string): FitConfig {
  const config = parseFitSettings(values, where);
  const network = createNeuralNetwork(config.network, parseGame(config.game));
  if (config.batch < config.threads)
    throw new InputError(`${where}: a batch of ${config.batch} cannot be shared by ${config.threads} threads`);
  if (config.batch === 1) throw new InputError(`${where}: a batch has 2 actions at least, not 1`);
  if (config.lrEnd !== undefined && config.lrEnd > config.lr)
    throw new InputError(`${where}: lrEnd is ${config.lrEnd}, above lr, ${config.lr}; the step size can only fall`);
  return { ...config, network: network.spec };
}

export const FIT_RUN: RunKind<FitConfig> = { command: 'fit', parse: parseFitConfig, counter: 'actions' };

/** The step size after so many actions. */
export function rateAt({ lr, lrEnd, actions }: FitConfig, done: number): number {
  return lrEnd === undefined ? lr : lr + (lrEnd - lr) * Math.min(1, done / actions);
}
