// Networks as action values: four numbers per board, one for each move. `qnet` is a plain network of full connections; any
// network with a policy will do: its four numbers, before they become probabilities, are the values.

import type { Game, ValueType } from 'afterstate';
import { InputError, parseSpec } from 'afterstate';
import { FEATURES, featuresChoice, featuresOf } from '../neural/encoding.ts';
import { Graph } from '../neural/graph.ts';
import { dense, LECUN } from '../neural/layers.ts';
import type { NeuralNetwork } from '../neural/network.ts';
import { boardsInput } from '../neural/network.ts';
import { defineNetwork, part } from '../neural/network-kind.ts';
import { createNeuralNetwork } from '../neural/networks.ts';
import { relu } from '../neural/operations.ts';

const MOST_NODES = 8192;
const MOST_LAYERS = 8;

export function qNetwork(text: string, game: Game): NeuralNetwork {
  const spec = parseSpec(text);
  const network = spec.name === 'qnet' ? QNET.create(spec, game) : createNeuralNetwork(text, game);
  const graph = new Graph({ batch: 1, training: false });
  const { policy, value } = network.forward(boardsInput(graph));
  if (!policy || value)
    throw new InputError(
      `'${text}' is not a network of action values: those have four outputs and no others; use qnet?hidden=256&input=onehot, dcnn, mlp or resnet`,
    );
  return { ...network, family: 'dqn', link: 'none' };
}

const layers: ValueType<readonly number[]> = {
  shape: () => ({ kind: 'list', possible: `1 to ${MOST_LAYERS} sizes from 1 to ${MOST_NODES}, such as 16,16` }),
  read(text, { wrong }) {
    const sizes = text.split(',').map((size) => (/^\d{1,6}$/.test(size) ? Number(size) : 0));
    if (sizes.length > MOST_LAYERS || sizes.some((size) => size < 1 || size > MOST_NODES)) throw wrong(text);
    return sizes;
  },
  write: (sizes) => sizes.join(','),
};

/** `qnet?hidden=16,16&input=raw`: layers of ReLUs, and one linear layer. */
const QNET = defineNetwork(
  'qnet',
  'full connections, for action values',
  {
    hidden: part(layers, 'hidden units of each layer', [256]),
    input: part(featuresChoice('raw', 'log2', 'onehot'), 'what the network sees', 'onehot'),
  },
  ({ hidden, input }, game) => ({
    family: 'dqn',
    encoding: FEATURES[input],
    link: 'none',
    forward(boards) {
      let x = featuresOf(boards, input, game);
      hidden.forEach((size, i) => (x = relu(dense(x, `hidden${i + 1}`, size, LECUN))));
      return { policy: dense(x, 'moves', 4, LECUN) };
    },
  }),
);
