// The criteria that candidates are compared by. A criterion says how a network is trained, whether its model plays afterwards, and
// what its score is worth. All of this is the same on every machine: time is counted in weights looked up, because measured times
// vary.

import { createNetwork, InputError, isFoldable, networkBytes } from 'afterstate';
import type { GameName } from 'afterstate';

export const CRITERIA = ['score', 'tc', '3-ply', 'byte', 'lookup'] as const;

/** The paper's α per weight, 2⁻¹⁰. */
const STEP = 1 / 1024;

export interface Criterion {
  readonly name: (typeof CRITERIA)[number];
  readonly method: 'td' | 'tc';
  /** The unit of a value, for people. */
  readonly unit: string;
  /** How many decimals people read. */
  readonly digits: number;
  /** Whether the trained network plays, and at how many plies. */
  readonly ply: number | undefined;
  /** A mean score as a value of this criterion. */
  valueOf(score: number, size: NetworkSize): number;
}

/** What a network costs. */
export interface NetworkSize {
  /** Weights that the kernel looks up for a board, counting folded ones once. */
  readonly lookups: number;
  readonly bytes: number;
}

export function criterionOf({
  by,
  method,
}: {
  readonly by: Criterion['name'];
  readonly method?: 'td' | 'tc' | undefined;
}): Criterion {
  if (by === 'tc' && method === 'td') throw new InputError('--by tc trains by tc; leave --method out');
  if (by === 'score' && method === 'tc') throw new InputError('--by score is the score under td; give --by tc');
  const common = {
    name: by,
    method: by === 'tc' ? 'tc' : (method ?? 'td'),
    ply: by === '3-ply' ? 3 : undefined,
  } as const;
  if (by === 'byte')
    return { ...common, unit: 'points per MB', digits: 1, valueOf: (score, { bytes }) => score / (bytes / 1e6) };
  if (by === 'lookup')
    return { ...common, unit: 'points per lookup', digits: 1, valueOf: (score, { lookups }) => score / lookups };
  return { ...common, unit: 'points', digits: 0, valueOf: (score) => score };
}

/** The size of a network of patterns, without temporal coherence. */
export function sizeOf(game: GameName, text: string): NetworkSize {
  const network = createNetwork({ game, network: text, stages: 'none', values: 'afterstate' });
  const lookups = network.patterns.reduce(
    (sum, pattern) => sum + (isFoldable(pattern) ? 4 : 8),
    network.features.length,
  );
  return { lookups, bytes: networkBytes(network, false) };
}

/**
 * The step size of `train` that moves each weight by 2⁻¹⁰ of the error. A step is divided by all lookups of the network, eight for each
 * pattern, even if the kernel folds them: a folded weight takes twice the step.
 */
export function alphaOf(tuples: number): number {
  return 8 * tuples * STEP;
}
