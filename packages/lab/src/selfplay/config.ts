// The settings of `selfplay`, declared once for its flags, files of settings and config.json, with two sets of defaults: those of Allik
// et al., and ours, which learn better.

import type { Game } from 'afterstate';
import { InputError, parseGame, VALUE_MEANINGS, VALUE_SCALES } from 'afterstate';
import { z } from 'zod';
import type { RunFolder } from '../files/run-folder.ts';
import { Graph } from '../neural/graph.ts';
import type { NeuralNetwork } from '../neural/network.ts';
import { boardsInput } from '../neural/network.ts';
import { createNeuralNetwork } from '../neural/networks.ts';
import { gameSetting, GROUPS, seedSetting, threadsSetting } from '../runs/common-settings.ts';
import type { Preset } from '../runs/settings.ts';
import { setting, Settings } from '../runs/settings.ts';

const count = (max: number) => z.number().int().min(1).max(max);

const SEARCH = 'Search:';
const VALUE = 'Value of the network:';
const CYCLE = 'A cycle of play and learning:';

const shape = {
  method: z.literal('selfplay').default('selfplay'),
  paper: setting(z.boolean().optional(), {
    description: 'the defaults of Allik et al. (2018, section 3.1); other flags take precedence',
    group: GROUPS.run,
  }),
  // A run ends with whichever comes first.
  cycles: setting(count(1e9).optional(), {
    argument: 'n',
    description: 'how many cycles of play and learning to run',
    group: GROUPS.run,
    onResume: 'any',
  }),
  minutes: setting(z.number().positive().max(1e6).optional(), {
    argument: 'n',
    description: 'or how many minutes; the last cycle is finished',
    group: GROUPS.run,
    onResume: 'any',
  }),
  network: setting(z.string(), {
    argument: 'spec',
    description: 'a network with a policy and a value',
    group: GROUPS.run,
  }),
  game: gameSetting(),
  seed: seedSetting(),
  threads: threadsSetting('threads that play and learn; a run on one thread is reproducible bit for bit'),

  sims: setting(z.number().int().min(2).max(100_000), {
    argument: 'n',
    description: 'simulations per move: how many states its search may look at',
    group: SEARCH,
  }),
  c: setting(z.number().positive().max(100), {
    argument: 'x',
    description: 'weight of the prior in the search',
    group: SEARCH,
  }),
  chance: setting(z.boolean(), {
    description: 'draw the new tile each time the search passes a move',
    negation: 'keep the tile that was drawn first',
    group: SEARCH,
  }),
  widen: setting(z.number().min(0).max(100), {
    argument: 'x',
    description: 'draw only while there are fewer tiles than x √passes; 0 for always',
    group: SEARCH,
  }),
  ends: setting(z.boolean(), {
    description: 'value a finished game by its result',
    negation: 'value it by the network, as any other board',
    group: SEARCH,
  }),
  reuse: setting(z.boolean(), {
    description: 'keep the part of the tree that the game follows',
    negation: 'start every search from scratch',
    group: SEARCH,
  }),
  temperature: setting(z.number().min(0).max(10), {
    argument: 'x',
    description: '0 plays the most visited move, 1 draws moves in proportion to visits',
    group: SEARCH,
  }),

  value: setting(z.enum(VALUE_MEANINGS), {
    argument: 'meaning',
    description: `what the value stands for: ${VALUE_MEANINGS.join(', ')}`,
    group: VALUE,
  }),
  scale: setting(z.enum(VALUE_SCALES), {
    argument: 'name',
    description: `with --value score, how the network represents a score: ${VALUE_SCALES.join(', ')}`,
    group: VALUE,
  }),
  lambda: setting(z.number().min(0).max(1), {
    argument: 'x',
    description: 'with --value score, how much later results count; 1 for the final score alone',
    group: VALUE,
  }),
  valueWeight: setting(z.number().min(0).max(1000), {
    argument: 'x',
    description: 'weight of the value in the loss',
    group: VALUE,
  }),

  judge: setting(z.boolean(), {
    description: 'learn, play --cycle-games, and revert the weights unless these games were the best so far',
    negation: 'continue --together games by --moves each, then learn',
    group: CYCLE,
  }),
  cycleGames: setting(count(10_000), {
    argument: 'n',
    description: 'with --judge, games per cycle',
    group: CYCLE,
  }),
  together: setting(count(4096), {
    argument: 'n',
    description: 'games played at once; the network evaluates their boards together',
    group: CYCLE,
    formerly: 'tables',
  }),
  moves: setting(count(100_000), {
    argument: 'n',
    description: 'moves per game and cycle',
    group: CYCLE,
  }),
  batches: setting(z.number().int().min(0).max(100_000), {
    argument: 'n',
    description: 'learning steps per cycle',
    group: CYCLE,
  }),
  batch: setting(count(65_536), {
    argument: 'n',
    description: 'positions per learning step',
    group: CYCLE,
  }),
  windowGames: setting(count(1e9), {
    argument: 'n',
    description: 'learn from the last n games only',
    group: CYCLE,
    fallback: 'any number',
  }),
  windowPositions: setting(count(1e8), {
    argument: 'n',
    description: 'learn from the last n positions only',
    group: CYCLE,
  }),
  symmetries: setting(z.boolean(), {
    description: 'learn from each position in a random symmetric form',
    negation: 'learn from positions as they were played',
    group: CYCLE,
  }),
  lr: setting(z.number().positive().max(1), {
    argument: 'x',
    description: "Adam's step size (learning rate)",
    group: CYCLE,
    formerly: 'rate',
  }),
  lrEnd: setting(z.number().positive().max(1).optional(), {
    argument: 'x',
    description: 'step size at the end of the run, reached on a straight line',
    group: CYCLE,
    fallback: '--lr throughout',
    formerly: 'rateEnd',
  }),
  average: setting(z.number().min(0).max(0.999), {
    argument: 'x',
    description: 'play by a running average of the weights that keeps this share of itself in each cycle; 0 for none',
    group: CYCLE,
  }),

  snapshot: setting(count(1e9).optional(), {
    argument: 'n',
    description: 'also keep the network of every n-th cycle, in snapshots/',
    group: GROUPS.output,
  }),
} as const;

/** Defaults that both sets share. */
const COMMON = {
  cycleGames: 25,
  together: 64,
  moves: 128,
  lr: 0.001,
  valueWeight: 1,
};

/**
 * Section 3.1 of Allik et al., with the numbers of 4.2.2 and 4.3. The hidden layer of the value has 512 nodes, not the 64 of the
 * text, because only then there are 95,950 weights.
 */
const PAPER: Preset = {
  label: '--paper',
  values: {
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
  },
};

const OWN: Preset = {
  label: '--no-paper',
  values: {
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
  },
};

export const selfPlaySettings = new Settings(shape, {
  all: [OWN, PAPER],
  chosenBy: ({ paper }) => (paper === true ? PAPER : OWN),
});

export type SelfPlayConfig = ReturnType<typeof selfPlaySettings.parse>;
export type SelfPlayRun = RunFolder<SelfPlayConfig>;

export interface Plan {
  readonly config: SelfPlayConfig;
  readonly game: Game;
  readonly network: NeuralNetwork;
}

/** Checks that the parts fit together. */
export function planSelfPlay(asked: SelfPlayConfig): Plan {
  // The choice of defaults no longer matters: all settings have values.
  const { paper: _paper, ...config } = asked;
  const game = parseGame(config.game);
  const network = createNeuralNetwork(config.network, game);
  const heads = network.forward(boardsInput(new Graph({ batch: 2, training: true })));
  if (!heads.policy || !heads.value || network.link !== 'softmax' || network.values !== 'state')
    throw new InputError(
      `--network ${config.network} lacks a policy or a value; give one that has both, such as ${String(OWN.values['network'])}`,
    );
  if (config.average > 0 && config.judge)
    throw new InputError('--judge plays by the learned weights, not by their average; give --average 0 with it');
  if (config.value !== 'score' && !config.judge)
    throw new InputError(
      `--value ${config.value} compares whole games with the best average so far; give --judge, or --value score`,
    );
  if (config.value === 'score' && /^resnet\b/.test(network.spec) && !/ends=linear/.test(network.spec))
    throw new InputError(
      `the value of ${network.spec} ends in a sigmoid, but a score is more than 1; add &ends=linear to it`,
    );
  if (config.cycles === undefined && config.minutes === undefined)
    throw new InputError('--cycles or --minutes is required: say how long to run');
  if (config.lrEnd !== undefined && config.lrEnd > config.lr)
    throw new InputError(`--lr-end ${config.lrEnd} is above --lr, ${config.lr}; the step size can only fall`);
  if (config.batch < config.threads)
    throw new InputError(`--batch ${config.batch} cannot be shared by ${config.threads} threads; give a larger batch`);
  return { config: { ...config, network: network.spec, game: game.spec }, game, network };
}
