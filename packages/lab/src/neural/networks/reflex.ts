// He et al.'s reflex models (2015, section 4.3): logistic regression (a yes or no for each move), softmax regression, and
// networks with one hidden layer, on raw tiles, on their logarithms, on engineered features (which their section 6.3 suggests),
// or on one input per cell and tile.

import { choice, whole } from 'afterstate';
import { FEATURES, featuresChoice, featuresOf } from '../encoding.ts';
import { dense, LECUN, ZEROS } from '../layers.ts';
import type { NeuralNetwork } from '../network.ts';
import { defineNetwork, type NetworkKind, part } from '../network-kind.ts';
import { relu, sigmoid } from '../operations.ts';

const features = part(featuresChoice('raw', 'log2', 'engineered', 'onehot'), 'what the network sees', 'log2');

/** One layer, which begins at 0: random weights would be multiplied by tiles in the thousands. */
function regression(name: string, summary: string, link: NeuralNetwork['link']): NetworkKind {
  return defineNetwork(name, summary, { features }, ({ features }, game) => ({
    family: 'reflex',
    encoding: FEATURES[features],
    link,
    forward: (boards) => ({ policy: dense(featuresOf(boards, features, game), 'moves', 4, ZEROS) }),
  }));
}

export const logistic = regression('logistic', 'four logistic regressions (He et al.)', 'sigmoid');
export const softmax = regression('softmax', 'softmax regression (He et al.)', 'softmax');

const ACTIVATIONS = { sigmoid, relu };

export const mlp = defineNetwork(
  'mlp',
  'one hidden layer (He et al.)',
  {
    features,
    hidden: part(whole({ min: 1, max: 65_536 }), 'hidden units', 64),
    activation: part(
      choice([
        ['sigmoid', 'sigmoid'],
        ['relu', 'ReLU'],
      ]),
      'what a hidden unit does',
      'sigmoid',
    ),
  },
  ({ features, hidden, activation }, game) => ({
    family: 'reflex',
    encoding: FEATURES[features],
    link: 'softmax',
    forward(boards) {
      const seen = ACTIVATIONS[activation](dense(featuresOf(boards, features, game), 'hidden', hidden, LECUN));
      return { policy: dense(seen, 'moves', 4, LECUN) };
    },
  }),
);
