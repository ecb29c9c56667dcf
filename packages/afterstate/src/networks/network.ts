// A network's description: everything that makes two networks the same except for their weights. It is in model files
// and run folders, and says how many bytes the tables take before any are allocated.

import type { GameName } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import type { Stages } from './stages.ts';
import { parseStages, stageCount } from './stages.ts';
import type { Feature, Parts, Pattern } from './pattern.ts';
import { FEATURE_ENTRIES, formatNetwork, parseNetwork } from './pattern.ts';

export interface NetworkDescription {
  readonly game: GameName;
  /** Patterns in hex and features, separated by spaces. */
  readonly network: string;
  /** How a game is divided into stages with separate weights (stages.ts); `none` for one. */
  readonly stages: string;
  /** What is valued: an afterstate, a state to move in, or an action (then symmetries share fewer weights). */
  readonly values: 'afterstate' | 'state' | 'action';
}

export interface Network extends Parts {
  readonly description: NetworkDescription;
  readonly stages: Stages;
  readonly stageCount: number;
  /** How many weights one board looks up: changing the value by δ moves each weight by δ divided by this. */
  readonly lookups: number;
}

export function createNetwork(description: NetworkDescription): Network {
  const parts = parseNetwork(description.network, description.game);
  const stages = parseStages(description.stages, description.game);
  if (description.values === 'action' && stages.kind !== 'none')
    throw new InputError('Q-learning has no stages; leave --stages out');
  return {
    ...parts,
    description: { ...description, network: formatNetwork(parts), stages: stages.text },
    stages,
    stageCount: stageCount(stages),
    lookups: 8 * parts.patterns.length + parts.features.length,
  };
}

/** Weights of a pattern in one stage. */
export function patternEntries({ cells, hint }: Pattern, values: NetworkDescription['values']): number {
  return 16 ** cells.length * (hint ? 4 : 1) * (values === 'action' ? 4 : 1);
}

export function featureEntries(feature: Feature): number {
  return FEATURE_ENTRIES[feature];
}

/** Weights of all tables in all stages. */
export function weightCount(network: Network): number {
  const stage =
    network.patterns.reduce((sum, pattern) => sum + patternEntries(pattern, network.description.values), 0) +
    network.features.reduce((sum, feature) => sum + featureEntries(feature), 0);
  return stage * network.stageCount;
}

/** The bytes that the weights take in memory: a weight and, with temporal coherence, its two sums. */
export function networkBytes(network: Network, coherent: boolean): number {
  return weightCount(network) * 4 * (coherent ? 3 : 1);
}
