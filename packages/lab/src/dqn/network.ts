// Networks as action values: four numbers a board, one for each move. `qnet` is a plain network of full connections; any
// network with a policy will do, its four numbers before they become probabilities being the values.

import type { Game, Spec } from 'afterstate';
import { allowNoModel, allowOptions, formatSpec, InputError, parseSpec, readChoice, readText } from 'afterstate';
import { exponents, planes, tiles } from '../neural/encoding.ts';
import { Graph } from '../neural/graph.ts';
import type { Tensor } from '../neural/graph.ts';
import { dense, flatten, LECUN } from '../neural/layers.ts';
import type { NeuralNetwork } from '../neural/network.ts';
import { boardsInput } from '../neural/network.ts';
import { createNeuralNetwork } from '../neural/networks.ts';
import { relu } from '../neural/operations.ts';

const INPUTS = {
  raw: 'the numbers on the tiles, 0 for an empty cell',
  log2: 'the exponents of the tiles, 0 for an empty cell',
  onehot: 'one input for each cell and tile',
} as const;
type Input = keyof typeof INPUTS;
const NAMES = Object.keys(INPUTS) as Input[];
const PICTURES = 16;
const MOST_NODES = 8192;
const MOST_LAYERS = 8;

export function qNetwork(text: string, game: Game): NeuralNetwork {
  const spec = parseSpec(text);
  const network = spec.name === 'qnet' ? qnet(spec, game) : createNeuralNetwork(text, game);
  const graph = new Graph({ batch: 1, training: false });
  const { policy, value } = network.forward(boardsInput(graph));
  if (!policy || value)
    throw new InputError(
      `'${text}' is no network of action values: it needs four outputs and no others; take qnet?hidden=256&input=onehot, dcnn, mlp or resnet`,
    );
  return { ...network, family: 'dqn', link: 'none' };
}

/** `qnet?hidden=16,16&input=raw`: layers of ReLUs, and one linear layer. */
function qnet(spec: Spec, game: Game): NeuralNetwork {
  allowNoModel(spec);
  allowOptions(spec, ['hidden', 'input']);
  const input = readChoice(spec, 'input', NAMES, 'onehot');
  const text = readText(spec, 'hidden', '256');
  const hidden = text.split(',').map((size) => (/^\d{1,6}$/.test(size) ? Number(size) : 0));
  if (hidden.length > MOST_LAYERS || hidden.some((size) => size < 1 || size > MOST_NODES))
    throw new InputError(
      `'${text}' for hidden in '${spec.text}' is not possible; hidden is 1 to ${MOST_LAYERS} sizes from 1 to ${MOST_NODES}, such as 16,16`,
    );
  return {
    spec: formatSpec('qnet', { hidden: hidden.join(','), input }),
    family: 'dqn',
    game: game.name,
    encoding: INPUTS[input],
    link: 'none',
    forward(boards) {
      let x = inputOf(boards, input, game);
      hidden.forEach((size, i) => (x = relu(dense(x, `hidden${i + 1}`, size, LECUN))));
      return { policy: dense(x, 'moves', 4, LECUN) };
    },
  };
}

/** [batch, inputs]. */
function inputOf(boards: Tensor, input: Input, game: Game): Tensor {
  if (input === 'raw') return tiles(boards, game);
  return input === 'log2' ? exponents(boards) : flatten(planes(boards, PICTURES));
}
