// A small network with a policy and a value, for search: three 2×2 convolutions without padding, each with twice the channels of
// the one before, so the board shrinks to 3×3, to 2×2, to one cell. It takes a tenth of the work of a residual network with as
// many weights, because no filter moves over a padded board. It has no batch normalisation, because the data of self-play changes
// all the time.

import { whole } from 'afterstate';
import { convolve, square } from '../convolution.ts';
import { planes } from '../encoding.ts';
import type { Tensor } from '../graph.ts';
import { dense, GLOROT } from '../layers.ts';
import { defineNetwork, part } from '../network-kind.ts';
import { addRow, relu, reshape } from '../operations.ts';

const TAPS = 4;

export const pyramid = defineNetwork(
  'pyramid',
  'three convolutions of 2×2 that shrink the board to one cell; a policy and a value, for self-play',
  {
    channels: part(whole({ min: 1, max: 1024 }), 'channels of the first convolution', 64),
    planes: part(whole({ min: 2, max: 20 }), 'pictures of the board, one per tile', 16),
  },
  ({ channels, planes: pictures }) => {
    /** Shrinks the board, or what is left of it, by one row and one column. */
    const level = (x: Tensor, name: string, size: number, filters: number): Tensor => {
      const inputs = TAPS * x.shape[2]!;
      const weights = x.graph.parameter(`${name}.weights`, [inputs, filters], GLOROT.weights(inputs, TAPS * filters));
      const biases = x.graph.parameter(`${name}.biases`, [filters], GLOROT.biases(inputs));
      return relu(addRow(convolve(x, weights, square(2), [size, size], true), biases));
    };
    return {
      family: 'resnet',
      encoding: `${pictures} pictures of 4×4: empty cells, then each tile in turn; larger tiles as the last`,
      link: 'softmax',
      values: 'state',
      forward(boards) {
        const batch = boards.shape[0]!;
        const squares = level(planes(boards, pictures), 'squares', 4, channels);
        const quarters = level(squares, 'quarters', 3, 2 * channels);
        const whole = reshape(level(quarters, 'whole', 2, 4 * channels), [batch, 4 * channels]);
        return {
          policy: dense(whole, 'moves', 4, GLOROT),
          value: reshape(dense(whole, 'value', 1, GLOROT), [batch]),
        };
      },
    };
  },
);
