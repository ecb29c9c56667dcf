// Kondo and Matsuzaki's deep convolutional network (2019, section 4.1): the board as 16 pictures, k convolutions of 2×2 with
// zeros on the right and below, each with a ReLU, one full connection, softmax. Every weight begins within ±0.1.

import { option, whole } from 'afterstate';
import { planes } from '../encoding.ts';
import { convolution, dense, flatten, uniformStart } from '../layers.ts';
import { defineNetwork, part } from '../network-kind.ts';
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

export const dcnn = defineNetwork(
  'dcnn',
  'k convolutions of 2×2 (Kondo and Matsuzaki); dcnn2 … dcnn9 are those of their table 2',
  {
    k: part(whole({ min: 1, max: 32 }), 'convolutions', 5),
    channels: option(whole({ min: 1, max: 2048 }), {
      auto: 'as many as make some 820,000 weights',
      always: true,
      label: 'channels',
      about: 'channels of each convolution',
    }),
  },
  ({ k, channels: given }) => {
    const usual = CHANNELS[k] ?? 158;
    const channels = given ?? usual;
    return {
      defaults: { channels: usual },
      family: 'dcnn',
      encoding: `${PICTURES} pictures of 4×4: empty cells, then each tile in turn; larger tiles as the last`,
      link: 'softmax',
      forward(boards) {
        let x = planes(boards, PICTURES);
        for (let layer = 1; layer <= k; layer++) x = relu(convolution(x, `convolution${layer}`, channels, 2, START));
        return { policy: dense(flatten(x), 'moves', 4, START) };
      },
    };
  },
);
