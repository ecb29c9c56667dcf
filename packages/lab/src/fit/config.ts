// The settings of supervised training, `fit`, declared once for its flags, files of settings and config.json.

import { DEFAULT_GAME, InputError, parseGame } from 'afterstate';
import { cores } from 'afterstate/node';
import { z } from 'zod';
import type { RunFolder } from '../files/run-folder.ts';
import { createNeuralNetwork, NEURAL_NETWORKS } from '../neural/networks.ts';
import { OPTIMISERS } from '../neural/optimiser.ts';
import { checkpointSetting, GROUPS, seedSetting } from '../runs/common-settings.ts';
import { setting, Settings } from '../runs/settings.ts';

const count = z.number().int().min(1).max(1e12);

const LEARNING = 'Learning:';
const TESTS = 'Tests and snapshots:';

export const fitSettings = new Settings({
  method: z.literal('fit').default('fit'),
  network: setting(z.string(), {
    argument: 'spec',
    description: [
      'the network to teach:',
      ...Object.values(NEURAL_NETWORKS).map(({ form, summary }) => `${form}: ${summary}`),
    ].join('\n'),
    group: GROUPS.run,
    remedy: 'give a spec, such as --network dcnn5',
  }),
  data: setting(z.array(z.string().min(1)).min(1), {
    argument: 'file...',
    description: 'files of records, made by afterstate records',
    group: GROUPS.run,
    remedy: 'name files of records, made by afterstate records',
  }),
  actions: setting(count, {
    argument: 'n',
    description: 'how many actions to learn from; at the end of the data, another epoch starts',
    group: GROUPS.run,
    remedy: 'say how many actions to learn from',
    onResume: 'more',
  }),
  game: setting(z.string().default(DEFAULT_GAME), {
    argument: 'spec',
    description: 'the game and its rules, which must be those of the records',
    group: GROUPS.run,
    fallback: 'that of the records',
  }),
  from: setting(z.string().optional(), {
    argument: 'run',
    description: 'start from the weights of another run: its folder, or its model.safetensors',
    group: GROUPS.run,
  }),
  seed: seedSetting(),
  threads: setting(z.number().int().min(1).max(64).default(Math.min(64, cores)), {
    argument: 'n',
    description: 'threads that share each batch; runs on the same number of threads are reproducible bit for bit',
    group: GROUPS.run,
    fallback: `${cores}, the cores of this machine`,
    onResume: 'any',
  }),
  batch: setting(z.number().int().min(2).max(1e6).default(1000), {
    argument: 'n',
    description: 'actions per learning step',
    group: LEARNING,
  }),
  optimiser: setting(z.enum(OPTIMISERS).default('adam'), {
    argument: 'name',
    description: `how weights follow gradients: ${OPTIMISERS.join(', ')}`,
    group: LEARNING,
  }),
  lr: setting(z.number().positive().max(1e6).default(0.001), {
    argument: 'x',
    description: 'step size (learning rate)',
    group: LEARNING,
    onResume: 'any',
  }),
  lrEnd: setting(z.number().min(0).max(1e6).optional(), {
    argument: 'x',
    description: 'step size at the end of the run, reached on a straight line',
    group: LEARNING,
    fallback: '--lr throughout',
  }),
  momentum: setting(z.number().min(0).max(1).default(0.9), {
    argument: 'x',
    description: 'momentum of sgd',
    group: LEARNING,
  }),
  augment: setting(z.boolean().default(false), {
    description: 'learn from each board in a random symmetric form',
    group: LEARNING,
  }),
  memory: setting(
    z
      .number()
      .int()
      .min(1)
      .max(1 << 20)
      .default(512),
    {
      argument: 'MiB',
      description: 'memory for the actions that are shuffled together',
      group: LEARNING,
    },
  ),
  testShare: setting(z.number().min(0).max(0.9).default(0.05), {
    argument: 'x',
    description: 'share of the games kept for tests',
    group: TESTS,
  }),
  test: setting(z.number().int().min(0).max(1e7).default(10_000), {
    argument: 'n',
    description: 'actions per test; 0 for no tests, to learn from all games',
    group: TESTS,
  }),
  plays: setting(z.number().int().min(0).max(1e6).default(0), {
    argument: 'n',
    description: 'games that each snapshot plays as a test',
    group: TESTS,
  }),
  snapshot: setting(count.default(20_000_000), {
    argument: 'n',
    description: 'actions between snapshots of the network',
    group: TESTS,
  }),
  block: setting(count.default(100_000), {
    argument: 'n',
    description: 'actions per line of metrics',
    group: GROUPS.output,
  }),
  checkpoint: checkpointSetting(),
});

export type FitConfig = ReturnType<typeof fitSettings.parse>;
export type FitRun = RunFolder<FitConfig>;

/** Checks that the settings fit together; the network's spec becomes canonical. */
export function planFit(config: FitConfig): FitConfig {
  const { batch, threads, lr, lrEnd } = config;
  const network = createNeuralNetwork(config.network, parseGame(config.game));
  if (batch < threads)
    throw new InputError(
      `--batch ${batch} cannot be shared by ${threads} threads; give a larger batch or fewer threads`,
    );
  if (lrEnd !== undefined && lrEnd > lr)
    throw new InputError(`--lr-end ${lrEnd} is above --lr, ${lr}; the step size can only fall`);
  return { ...config, network: network.spec };
}

/** The step size after a number of actions. */
export function rateAt({ lr, lrEnd, actions }: FitConfig, done: number): number {
  return lrEnd === undefined ? lr : lr + (lrEnd - lr) * Math.min(1, done / actions);
}
