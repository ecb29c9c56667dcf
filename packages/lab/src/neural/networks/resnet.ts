// Allik et al.'s residual networks (2018). Supervised (section 3.2): 3×3 filters and a policy head, with the board as one
// picture of exponents or as 16 of one tile each. For self-play (3.1.2): 2×2 filters, 20 pictures, and a value head too.
// Every convolution is followed by batch normalisation. Weights are initialised as in Keras.

import { choice, whole } from 'afterstate';
import { exponents, planes } from '../encoding.ts';
import type { Tensor } from '../graph.ts';
import { convolution, dense, flatten, GLOROT } from '../layers.ts';
import { defineNetwork, part } from '../network-kind.ts';
import { batchNormalise } from '../normalisation.ts';
import { add, relu, reshape, sigmoid, transpose } from '../operations.ts';

export const resnet = defineNetwork(
  'resnet',
  'residual blocks with batch normalisation (Allik et al.)',
  {
    blocks: part(whole({ min: 0, max: 64 }), 'residual blocks', 20),
    filters: part(whole({ min: 1, max: 1024 }), 'filters of each convolution', 128),
    size: part(whole({ min: 2, max: 3 }), 'rows and columns of a filter', 3),
    input: part(
      choice([
        ['onehot', 'one picture per tile'],
        ['4x4', 'one picture of exponents'],
      ]),
      'what the network sees',
      'onehot',
    ),
    planes: part(whole({ min: 2, max: 20 }), 'pictures of the board, one per tile', 16),
    heads: part(
      choice([
        ['policy', 'a policy'],
        ['both', 'a policy and a value'],
      ]),
      'what the network says',
      'policy',
    ),
    hidden: part(whole({ min: 1, max: 4096 }), 'hidden units of the value', 64),
    ends: part(
      choice([
        ['sigmoid', 'between 0 and 1'],
        ['linear', 'any number'],
      ]),
      'what a value may be',
      'sigmoid',
    ),
  },
  ({ blocks, filters, size: taps, input, planes: pictures, heads, hidden, ends }) => {
    const size = taps as 2 | 3;
    const normal = (x: Tensor, name: string, count: number, taps: 1 | 2 | 3): Tensor =>
      batchNormalise(convolution(x, name, count, taps, GLOROT), `${name}.norm`);
    return {
      written: {
        ...(input !== 'onehot' && { planes: undefined }),
        ...(heads !== 'both' && { hidden: undefined }),
        ...((heads !== 'both' || ends !== 'linear') && { ends: undefined }),
      },
      family: 'resnet',
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
  },
);

/** [16, batch, 1]. */
function picture(boards: Tensor): Tensor {
  const batch = boards.shape[0]!;
  return transpose(reshape(exponents(boards), [batch, 16, 1]), [1, 0, 2]);
}
