// What the network learns from self-play: l = w (z − v)² − πᵀ log p, from states and the results of their searches. Allik et al. have
// w = 1.

import type { Objective } from '../neural/objective.ts';
import { add, crossEntropy, scale, squaredError } from '../neural/operations.ts';

/** `visits` are π, `targets` are z. */
export function selfPlayObjective(valueWeight: number): Objective {
  return {
    inputs: [
      { name: 'visits', type: 'float32', shape: [4] },
      { name: 'targets', type: 'float32', shape: [] },
    ],
    build({ policy, value }, input) {
      if (!policy || !value) throw new Error('self-play needs a network with a policy and a value');
      const policyLoss = crossEntropy(policy, input('visits'));
      const valueLoss = squaredError(value, input('targets'));
      return { loss: add(policyLoss, scale(valueLoss, valueWeight)), measures: { policyLoss, valueLoss } };
    },
  };
}
