// Allik et al.'s residual networks (2018). Supervised (section 3.2): 3×3 filters and a policy head, with the board as one
// picture of exponents or as 16 of one tile each. For self-play (3.1.2): 2×2 filters, 20 pictures, and a value head too.
// Every convolution is followed by batch normalisation. Weights begin as Keras has them.

import type { Spec } from 'afterstate';
import { allowNoModel, allowOptions, formatSpec, readChoice, readInteger } from 'afterstate';
import { exponents, planes } from '../encoding.ts';
import type { Tensor } from '../graph.ts';
import { convolution, dense, flatten, GLOROT } from '../layers.ts';
import type { NeuralNetwork } from '../network.ts';
import { batchNormalise } from '../normalisation.ts';
import { add, relu, reshape, sigmoid, transpose } from '../operations.ts';

const INPUTS = ['onehot', '4x4'] as const;
const HEADS = ['policy', 'both'] as const;
const ENDS = ['sigmoid', 'linear'] as const;
const KEYS = ['blocks', 'filters', 'size', 'input', 'planes', 'heads', 'hidden', 'ends'];

export function resnet(spec: Spec, game: NeuralNetwork['game']): NeuralNetwork {
  allowNoModel(spec);
  allowOptions(spec, KEYS);
  const blocks = readInteger(spec, 'blocks', { min: 0, max: 64 }, 20);
  const filters = readInteger(spec, 'filters', { min: 1, max: 1024 }, 128);
  const size = readInteger(spec, 'size', { min: 2, max: 3 }, 3) as 2 | 3;
  const input = readChoice(spec, 'input', INPUTS, 'onehot');
  const pictures = readInteger(spec, 'planes', { min: 2, max: 20 }, 16);
  const heads = readChoice(spec, 'heads', HEADS, 'policy');
  const hidden = readInteger(spec, 'hidden', { min: 1, max: 4096 }, 64);
  const ends = readChoice(spec, 'ends', ENDS, 'sigmoid');

  const normal = (x: Tensor, name: string, count: number, taps: 1 | 2 | 3): Tensor =>
    batchNormalise(convolution(x, name, count, taps, GLOROT), `${name}.norm`);
  return {
    spec: formatSpec('resnet', {
      blocks,
      filters,
      size,
      input,
      planes: input === 'onehot' ? pictures : undefined,
      heads,
      hidden: heads === 'both' ? hidden : undefined,
      ends: heads === 'both' && ends === 'linear' ? ends : undefined,
    }),
    family: 'resnet',
    game,
    encoding:
      input === 'onehot'
        ? `${pictures} pictures of 4×4: empty cells, then each tile in turn; larger tiles as the last`
        : 'one picture of 4×4: the exponents of the tiles',
    link: 'softmax',
    ...(heads === 'both' && { values: 'state' as const }),
    forward(boards) {
      let x = input === 'onehot' ? planes(boards, pictures) : picture(boards);
      x = relu(normal(x, 'input', filters, size));
      for (let block = 1; block <= blocks; block++) {
        const y = relu(normal(x, `block${block}.first`, filters, size));
        x = relu(add(normal(y, `block${block}.second`, filters, size), x));
      }
      const policy = dense(flatten(relu(normal(x, 'policy', 2, 1))), 'moves', 4, GLOROT);
      if (heads === 'policy') return { policy };
      const seen = relu(dense(flatten(relu(normal(x, 'value', 1, 1))), 'value.hidden', hidden, GLOROT));
      const value = dense(seen, 'value.result', 1, GLOROT);
      return { policy, value: reshape(ends === 'sigmoid' ? sigmoid(value) : value, [boards.shape[0]!]) };
    },
  };
}

/** [16, batch, 1]. */
function picture(boards: Tensor): Tensor {
  const batch = boards.shape[0]!;
  return transpose(reshape(exponents(boards), [batch, 16, 1]), [1, 0, 2]);
}
