// Kondo and Matsuzaki's deep convolutional network (2019, section 4.1): the board as 16 pictures, k convolutions of 2×2 with
// zeros on the right and below, each with a ReLU, one full connection, softmax. Every weight begins within ±0.1.

import type { Spec } from 'afterstate';
import { allowNoModel, allowOptions, formatSpec, readInteger } from 'afterstate';
import { planes } from '../encoding.ts';
import { convolution, dense, flatten, uniformStart } from '../layers.ts';
import type { NeuralNetwork } from '../network.ts';
import { relu } from '../operations.ts';

/** Their table 2: as many channels as make some 820,000 weights. */
export const CHANNELS: Readonly<Record<number, number>> = {
  2: 436,
  3: 312,
  4: 256,
  5: 222,
  6: 200,
  7: 182,
  8: 168,
  9: 158,
};
const PICTURES = 16;
const START = uniformStart(0.1);

export function dcnn(spec: Spec, game: NeuralNetwork['game']): NeuralNetwork {
  allowNoModel(spec);
  allowOptions(spec, ['k', 'channels']);
  const k = readInteger(spec, 'k', { min: 1, max: 32 }, 5);
  const usual = CHANNELS[k] ?? 158;
  const channels = readInteger(spec, 'channels', { min: 1, max: 2048 }, usual);
  return {
    spec: formatSpec('dcnn', { k, channels }),
    family: 'dcnn',
    game,
    encoding: `${PICTURES} pictures of 4×4: empty cells, then each tile in turn; larger tiles as the last`,
    link: 'softmax',
    forward(boards) {
      let x = planes(boards, PICTURES);
      for (let layer = 1; layer <= k; layer++) x = relu(convolution(x, `convolution${layer}`, channels, 2, START));
      return { policy: dense(flatten(x), 'moves', 4, START) };
    },
  };
}
