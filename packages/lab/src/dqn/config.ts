// What a deep Q-learning is to do: the one schema behind the flags of `train --method dqn`, a configuration file, and
// config.json. A variant is a value for every setting; `he` is the paper's, with the framework's own where the paper is silent
// (docs/dqn.md says which is which), `sound` what has become usual since.

import type { Game } from 'afterstate';
import { InputError, parseGame } from 'afterstate';
import { z } from 'zod';
import type { NeuralNetwork } from '../neural/network.ts';
import { OPTIMISERS } from '../neural/optimiser.ts';
import { qNetwork } from './network.ts';

export const VARIANTS = ['he', 'sound'] as const;
export const REWARDS = ['he', 'log2', 'points'] as const;
export const LOSSES = ['squared', 'huber'] as const;
export const REPLACEMENTS = ['random', 'oldest'] as const;

const count = (most: number) => z.number().int().min(1).max(most);
const natural = (most: number) => z.number().int().min(0).max(most);

export const LIMITS = { replay: 1e6, batch: 16_384, together: 1024, steps: 100, moves: 1e12 } as const;

export const dqnSchema = z.strictObject({
  method: z.literal('dqn'),
  variant: z.enum(VARIANTS),
  game: z.string(),
  network: z.string(),
  games: count(1e12),
  seed: natural(Number.MAX_SAFE_INTEGER),
  /** Threads that share a batch; one repeats itself bit for bit, and so do two, but not as one. */
  threads: count(64),
  /** Games a line of metrics. */
  block: count(1e6),
  /** Seconds, at least, from one checkpoint to the next. */
  checkpoint: z.number().min(0).max(86_400),
  /** How much a reward counts for each move that it is away. */
  gamma: z.number().min(0).max(1),
  /** What a move is worth at once (rewards.ts), and what that is multiplied by. */
  reward: z.enum(REWARDS),
  rewardScale: z.number().positive().max(1e12),
  /** Moves that are remembered, and which of them is forgotten for a new one. */
  replay: count(LIMITS.replay),
  replacement: z.enum(REPLACEMENTS),
  /** Moves that are remembered before learning begins. */
  warmup: natural(LIMITS.replay),
  /** Remembered moves of one step of learning, and moves played from one step to the next. */
  batch: count(LIMITS.batch),
  every: count(1e6),
  /** Games under way at once: their boards are valued together. */
  together: count(LIMITS.together),
  /** ε is 1 until `epsilonFrom` moves, falls by a line to 0 at `epsilonMoves`, and stays at `epsilonFinal`. */
  epsilonFinal: z.number().min(0).max(1),
  epsilonFrom: natural(LIMITS.moves),
  epsilonMoves: count(LIMITS.moves),
  /** Rewards of so many moves are summed before the network is asked what follows. */
  steps: count(LIMITS.steps),
  /** Whether the move in the target is chosen by the network that learns, and valued by the other one. */
  double: z.boolean(),
  /** Steps of learning from one copy of the network to the next, by which targets are made; 0 for no copy. */
  target: natural(1e9),
  /** Whether only legal moves count in the target. */
  legal: z.boolean(),
  /** Whether the next game's first board follows the end of a game, as if nothing had happened. */
  continuing: z.boolean(),
  /** Whether a remembered move is turned and mirrored at random each time that it is learned from. */
  symmetries: z.boolean(),
  loss: z.enum(LOSSES),
  optimiser: z.enum(OPTIMISERS),
  /** Step size. */
  lr: z.number().positive().max(10),
  /** Decay of the weights: of their size, and of their squares. */
  l1: z.number().min(0).max(1),
  l2: z.number().min(0).max(1),
});

export type DqnConfig = z.infer<typeof dqnSchema>;
type Settings = Omit<DqnConfig, 'games'>;

const COMMON = { method: 'dqn', game: '2048', seed: 1, threads: 1, checkpoint: 300 } as const;

const PRESETS: Readonly<Record<DqnConfig['variant'], Settings>> = {
  he: {
    ...COMMON,
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
  sound: {
    ...COMMON,
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

/** Settings that were given, over those of their variant. */
export function parseDqnConfig(values: unknown, where: string): DqnConfig {
  const given = values as Record<string, unknown>;
  const variant = VARIANTS.find((name) => name === (given['variant'] ?? 'sound'));
  if (!variant)
    throw new InputError(
      `${where}: variant is '${String(given['variant'])}', and there are only ${VARIANTS.join(', ')}`,
    );
  const result = dqnSchema.safeParse({ ...PRESETS[variant], ...given });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new InputError(`${where}: ${issue?.path.join('.') || 'the settings'}: ${issue?.message ?? 'wrong'}`);
}

export interface DqnPlan {
  readonly config: DqnConfig;
  readonly game: Game;
  readonly network: NeuralNetwork;
}

/** Checks that the parts fit together. */
export function planDqn(config: DqnConfig): DqnPlan {
  const game = parseGame(config.game);
  const network = qNetwork(config.network, game);
  const { replay, warmup, batch, threads, double, target, continuing, steps, epsilonFrom, epsilonMoves } = config;
  const wrong: readonly (readonly [boolean, string])[] = [
    [warmup >= replay, `--warmup ${warmup} is never passed with --replay ${replay}; remember more, or begin earlier`],
    [
      batch < threads,
      `--batch ${batch} cannot be shared by --threads ${threads}; give a larger batch or fewer threads`,
    ],
    [double && target === 0, '--double needs a second network; say how often it is copied, such as --target 200'],
    [continuing && steps > 1, `--continuing sums no rewards past the end of a game; give --steps 1, not ${steps}`],
    [
      epsilonMoves <= epsilonFrom,
      `--epsilon-moves ${epsilonMoves} is not past --epsilon-from ${epsilonFrom}; ε needs moves to fall in`,
    ],
  ];
  const found = wrong.find(([is]) => is);
  if (found) throw new InputError(found[1]);
  return { config: { ...config, game: game.spec, network: network.spec }, game, network };
}
