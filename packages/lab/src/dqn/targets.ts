// What the network learns: the target of each remembered move, and the loss, which sees only the value of that move.

import type { Objective } from '../neural/objective.ts';
import { huberError, multiply, oneHot, scale, squaredError, sumOfColumns } from '../neural/operations.ts';
import type { DqnConfig } from './config.ts';
import type { Batch } from './replay.ts';

const ALL = 0b1111;

/** Values of the four moves in the next boards of a batch. */
export interface NextValues {
  /** By the network that values what follows: the copy if there is one. */
  readonly valued: Float32Array;
  /** Double Q-learning: by the network that chooses there, which is the one that learns. */
  readonly chosen?: Float32Array;
}

/**
 * y = r + γⁿ Q(s′, a′), with a′ the best move by the same Q, or in double Q-learning by the other one; y = r if the game is over.
 * With `legal`, only legal moves count. Writes one number per row into `targets`.
 */
export function targetsOf(
  { rewards, discounts, legal: legalMoves }: Batch,
  { valued, chosen = valued }: NextValues,
  { legal }: Pick<DqnConfig, 'legal'>,
  targets: Float32Array,
): void {
  for (let row = 0; row < targets.length; row++) {
    const move = bestMove(chosen, 4 * row, legal ? legalMoves[row]! : ALL);
    // If the value is not a number, a product with 0 is not one either.
    const follows = discounts[row] === 0 || move < 0 ? 0 : discounts[row]! * valued[4 * row + move]!;
    targets[row] = rewards[row]! + follows;
  }
}

/** The first of the moves with the largest value, of those whose bit is set; −1 if none is. */
export function bestMove(values: Float32Array, at: number, moves: number): number {
  let best = -1;
  for (let m = 0; m < 4; m++) if (moves & (1 << m) && (best < 0 || values[at + m]! > values[at + best]!)) best = m;
  return best;
}

/**
 * Takes rows `moves` and `targets` besides the boards. Only the value of the played move is compared, so no gradient goes through
 * the others. The squared error is that of He's framework, a mean over all four outputs, three of which are their own targets: a
 * quarter of the error of the one output.
 */
export function actionValues({ loss }: Pick<DqnConfig, 'loss'>): Objective {
  return {
    inputs: [
      { name: 'moves', type: 'int32', shape: [] },
      { name: 'targets', type: 'float32', shape: [] },
    ],
    build({ policy }, input) {
      if (!policy) throw new Error('a network of action values has four outputs');
      const value = sumOfColumns(multiply(policy, oneHot(input('moves'), 4)));
      const targets = input('targets');
      const error = loss === 'huber' ? huberError(value, targets) : scale(squaredError(value, targets), 1 / 4);
      return { loss: error, measures: { value: value.graph.node('ReduceMean', [value], [], { keepdims: 0 }) } };
    },
  };
}
