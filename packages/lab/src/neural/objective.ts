// What a network learns: the inputs of a training step besides the boards, the loss, and other measures. Every measure is a mean
// over the batch, so that the parts of a batch can be combined.

import type { Graph, Tensor } from './graph.ts';
import type { Heads, NeuralNetwork } from './network.ts';
import { agreements, binaryCrossEntropy, crossEntropy, oneHot, scale, squaredError } from './operations.ts';
import type { ElementType } from './onnx.ts';

/** One row of an input. */
export interface InputRow {
  readonly name: string;
  readonly type: Extract<ElementType, 'float32' | 'int32' | 'uint8'>;
  readonly shape: readonly number[];
}

export interface Objective {
  /** Besides `boards`. */
  readonly inputs: readonly InputRow[];
  build(heads: Heads, input: (name: string) => Tensor): Objectives;
}

interface Objectives {
  readonly loss: Tensor;
  /** Scalars besides the loss. */
  readonly measures: Readonly<Record<string, Tensor>>;
}

export const BOARDS: InputRow = { name: 'boards', type: 'uint8', shape: [16] };

/** The move that was played (`moves`, by its number): cross-entropy and accuracy. */
export function imitation({ link }: NeuralNetwork): Objective {
  return {
    inputs: [{ name: 'moves', type: 'int32', shape: [] }],
    build({ policy }, input) {
      if (!policy) throw new Error('a network without a policy cannot imitate moves');
      const moves = input('moves');
      const wanted = oneHot(moves, 4);
      const loss = link === 'softmax' ? crossEntropy(policy, wanted) : binaryCrossEntropy(policy, wanted);
      return { loss, measures: { accuracy: share(agreements(policy, moves), policy) } };
    },
  };
}

/** A number for each board (`targets`, in the network's unit): squared error, and the mean absolute error in that unit. */
export function regressionTo(): Objective {
  return {
    inputs: [{ name: 'targets', type: 'float32', shape: [] }],
    build({ value }, input) {
      if (!value) throw new Error('a network without a value cannot learn scores');
      const targets = input('targets');
      const { graph, shape } = value;
      const apart = graph.node('Abs', [graph.node('Sub', [value, targets], shape)], shape);
      const error = graph.node('ReduceMean', [apart], [], { keepdims: 0 });
      return { loss: squaredError(value, targets), measures: { error } };
    },
  };
}

/** A count over the batch, as a share of it. */
function share(count: Tensor, rows: Tensor): Tensor {
  const { graph } = rows;
  if (graph.batch > 0) return scale(count, 1 / graph.batch);
  const first = graph.node(
    'Gather',
    [graph.node('Shape', [rows], [2], {}, 'int64'), graph.integers([0], [])],
    [],
    {},
    'int64',
  );
  return graph.node('Div', [count, graph.node('Cast', [first], [], { to: 1 })], []);
}

/** The inputs of a graph, by name. */
export function declareInputs(graph: Graph, rows: readonly InputRow[]): (name: string) => Tensor {
  const tensors = new Map(
    rows.map(({ name, type, shape }) => [name, graph.input(name, [graph.batch, ...shape], type)]),
  );
  return (name) => tensors.get(name)!;
}
