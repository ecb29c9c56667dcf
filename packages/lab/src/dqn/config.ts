// The settings of deep Q-learning, `train --method dqn`, declared once for its flags, files of settings and config.json. A
// variant has a value for every setting: `he` has the paper's, and those of its framework where the paper is silent
// (docs/reference/deep-q-learning.md says which is which); `sound` has what has become usual since.

import type { Game } from 'afterstate';
import { InputError, parseGame } from 'afterstate';
import { z } from 'zod';
import type { RunFolder } from '../files/run-folder.ts';
import { OPTIMISERS } from '../neural/optimiser.ts';
import {
  checkpointSetting,
  gameSetting,
  gamesSetting,
  GROUPS,
  seedSetting,
  threadsSetting,
} from '../runs/common-settings.ts';
import type { Preset } from '../runs/settings.ts';
import { setting, Settings } from '../runs/settings.ts';

const VARIANTS = ['he', 'sound'] as const;
const REWARDS = ['he', 'log2', 'points'] as const;
const LOSSES = ['squared', 'huber'] as const;
const REPLACEMENTS = ['random', 'oldest'] as const;

const count = (most: number) => z.number().int().min(1).max(most);
const natural = (most: number) => z.number().int().min(0).max(most);
const share = () => z.number().min(0).max(1);

const MOST_MOVES = 1e12;
const MOST_REMEMBERED = 1e6;

const GROUP = 'Deep Q-learning (--method dqn):';

const shape = {
  network: setting(z.string(), {
    argument: 'spec',
    description: "for dqn, a neural network such as 'qnet?hidden=256'",
    group: GROUPS.run,
  }),
  method: setting(z.literal('dqn').default('dqn'), {
    argument: 'name',
    description: 'dqn: deep Q-learning of a neural network',
    group: GROUPS.run,
  }),
  games: gamesSetting(),
  game: gameSetting(),
  seed: seedSetting(),
  // Runs on two threads are reproducible too, but differ from runs on one, because threads share each batch.
  threads: threadsSetting('threads that learn together; a run on one thread is reproducible bit for bit'),
  variant: setting(z.enum(VARIANTS), {
    argument: 'name',
    description: 'the defaults of the settings below: he, as in the paper, or sound, as is usual today',
    group: GROUP,
  }),
  gamma: setting(share(), {
    argument: 'x',
    description: 'discount: how much a reward keeps of its worth for each move it lies ahead',
    group: GROUP,
  }),
  reward: setting(z.enum(REWARDS), {
    argument: 'name',
    description: `what a move earns: ${REWARDS.join(', ')}`,
    group: GROUP,
  }),
  rewardScale: setting(z.number().positive().max(1e12), {
    argument: 'x',
    description: 'factor that rewards are multiplied by',
    group: GROUP,
  }),
  replay: setting(count(MOST_REMEMBERED), {
    argument: 'n',
    description: 'how many moves the replay memory holds',
    group: GROUP,
  }),
  replacement: setting(z.enum(REPLACEMENTS), {
    argument: 'name',
    description: `which stored move a new one evicts: ${REPLACEMENTS.join(', ')}`,
    group: GROUP,
  }),
  warmup: setting(natural(MOST_REMEMBERED), {
    argument: 'n',
    description: 'moves to store before learning starts',
    group: GROUP,
  }),
  batch: setting(count(16_384), {
    argument: 'n',
    description: 'stored moves per learning step',
    group: GROUP,
  }),
  every: setting(count(1e6), {
    argument: 'n',
    description: 'moves played per learning step',
    group: GROUP,
  }),
  together: setting(count(1024), {
    argument: 'n',
    description: 'games played at once; the network evaluates their boards together',
    group: GROUP,
  }),
  // ε is 1 until `epsilonFrom` moves, then falls linearly towards 0 at `epsilonMoves`, and stays at `epsilonFinal`.
  epsilonFinal: setting(share(), {
    argument: 'x',
    description: 'final share of random moves, which starts at 1',
    group: GROUP,
  }),
  epsilonFrom: setting(natural(MOST_MOVES), {
    argument: 'n',
    description: 'moves after which the share of random moves starts to fall',
    group: GROUP,
  }),
  epsilonMoves: setting(count(MOST_MOVES), {
    argument: 'n',
    description: 'moves after which that share would reach 0 without --epsilon-final',
    group: GROUP,
  }),
  steps: setting(count(100), {
    argument: 'n',
    description: 'n-step returns: rewards summed before the network values the rest',
    group: GROUP,
  }),
  double: setting(z.boolean(), {
    description: 'double Q-learning: the learning network chooses the move of a target, its copy values it',
    negation: 'one network does both',
    group: GROUP,
  }),
  target: setting(natural(1e9), {
    argument: 'n',
    description: 'learning steps between copies of the network, which targets are made with; 0 for no copy',
    group: GROUP,
  }),
  legal: setting(z.boolean(), {
    description: 'only legal moves count in a target',
    negation: 'all four moves count',
    group: GROUP,
  }),
  continuing: setting(z.boolean(), {
    description: 'the first board of the next game follows the end of a game',
    negation: 'nothing follows the end of a game',
    group: GROUP,
  }),
  symmetries: setting(z.boolean(), {
    description: 'learn from each stored move in a random symmetric form',
    negation: 'learn from moves as they were played',
    group: GROUP,
  }),
  loss: setting(z.enum(LOSSES), {
    argument: 'name',
    description: `loss function: ${LOSSES.join(', ')}`,
    group: GROUP,
  }),
  optimiser: setting(z.enum(OPTIMISERS), {
    argument: 'name',
    description: `how weights follow gradients: ${OPTIMISERS.join(', ')}`,
    group: GROUP,
  }),
  lr: setting(z.number().positive().max(10), {
    argument: 'x',
    description: 'step size (learning rate)',
    group: GROUP,
  }),
  l1: setting(share(), {
    argument: 'x',
    description: 'L1 weight decay',
    group: GROUP,
  }),
  l2: setting(share(), {
    argument: 'x',
    description: 'L2 weight decay',
    group: GROUP,
  }),
  block: setting(count(1e6), {
    argument: 'n',
    description: 'games per line of metrics',
    group: GROUPS.output,
  }),
  checkpoint: checkpointSetting(),
} as const;

const HE: Preset = {
  label: '--variant he',
  values: {
    variant: 'he',
    network: 'qnet?hidden=16,16&input=raw',
    block: 20,
    gamma: 0.99,
    reward: 'he',
    rewardScale: 1,
    replay: 10_000,
    replacement: 'random',
    warmup: 300,
    batch: 16,
    every: 1,
    together: 1,
    epsilonFinal: 0.05,
    epsilonFrom: 300,
    epsilonMoves: 100_000,
    steps: 1,
    double: false,
    target: 0,
    legal: false,
    continuing: true,
    symmetries: false,
    loss: 'squared',
    optimiser: 'sgd',
    lr: 0.01,
    l1: 0.001,
    l2: 0.001,
  },
};

const SOUND: Preset = {
  label: '--variant sound',
  values: {
    variant: 'sound',
    network: 'qnet?hidden=256&input=onehot',
    block: 100,
    gamma: 0.99,
    reward: 'log2',
    rewardScale: 0.05,
    replay: 100_000,
    replacement: 'oldest',
    warmup: 5000,
    batch: 128,
    every: 16,
    together: 16,
    epsilonFinal: 0.01,
    epsilonFrom: 5000,
    epsilonMoves: 100_000,
    steps: 3,
    double: true,
    target: 200,
    legal: true,
    continuing: false,
    symmetries: true,
    loss: 'huber',
    optimiser: 'adam',
    lr: 0.0005,
    l1: 0,
    l2: 0,
  },
};

export const dqnSettings = new Settings(shape, {
  all: [SOUND, HE],
  chosenBy: ({ variant }) => [SOUND, HE].find(({ values }) => values['variant'] === variant),
});

export type DqnConfig = ReturnType<typeof dqnSettings.parse>;
export type DqnRun = RunFolder<DqnConfig>;

/** Checks that the settings fit together; the plan makes the network that they name. */
export function checkDqn(config: DqnConfig): { readonly config: DqnConfig; readonly game: Game } {
  const game = parseGame(config.game);
  const { replay, warmup, batch, threads, double, target, continuing, steps, epsilonFrom, epsilonMoves } = config;
  const wrong: readonly (readonly [boolean, string])[] = [
    [
      warmup >= replay,
      `--warmup ${warmup} is never reached with --replay ${replay}; store more moves, or start earlier`,
    ],
    [
      batch < threads,
      `--batch ${batch} cannot be shared by --threads ${threads}; give a larger batch or fewer threads`,
    ],
    [double && target === 0, '--double needs a second network; say how often to copy it: --target 200'],
    [continuing && steps > 1, `--continuing does not sum rewards past the end of a game; give --steps 1, not ${steps}`],
    [
      epsilonMoves <= epsilonFrom,
      `--epsilon-moves ${epsilonMoves} is not past --epsilon-from ${epsilonFrom}; ε needs moves to fall in`,
    ],
  ];
  const found = wrong.find(([is]) => is);
  if (found) throw new InputError(found[1]);
  return { config: { ...config, game: game.spec }, game };
}

/** The share of random moves after a number of moves: 1 at first, then falling on a straight line to the final share. */
export function epsilonAt(moves: number, schedule: EpsilonSchedule): number {
  const { epsilonFrom, epsilonMoves, epsilonFinal } = schedule;
  const line = 1 - (moves - epsilonFrom) / (epsilonMoves - epsilonFrom);
  return Math.min(1, Math.max(epsilonFinal, line));
}

export type EpsilonSchedule = Pick<DqnConfig, 'epsilonFrom' | 'epsilonMoves' | 'epsilonFinal'>;
