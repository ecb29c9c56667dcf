// The plan of a deep Q-learning run, including its network. Separate from the settings, because code for neural networks takes a while
// to load and `train` mostly teaches other networks.

import type { Game } from 'afterstate';
import type { NeuralNetwork } from '../neural/network.ts';
import type { DqnConfig } from './config.ts';
import { checkDqn } from './config.ts';
import { qNetwork } from './network.ts';

export interface DqnPlan {
  readonly config: DqnConfig;
  readonly game: Game;
  readonly network: NeuralNetwork;
}

/** Checks that the parts fit together. */
export function planDqn(asked: DqnConfig): DqnPlan {
  const { config, game } = checkDqn(asked);
  const network = qNetwork(config.network, game);
  return { config: { ...config, network: network.spec }, game, network };
}
