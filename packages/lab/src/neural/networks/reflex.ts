// He et al.'s reflex models (2015, section 4.3): logistic regression (a yes or no for each move), softmax regression, and
// networks with one hidden layer, of the tiles as they are, of their logarithms, of engineered features (their section 6.3
// wishes for those), or of one input a cell and tile.

import type { Game, Spec } from 'afterstate';
import { allowNoModel, allowOptions, formatSpec, readChoice, readInteger } from 'afterstate';
import { engineered, exponents, planes, tiles } from '../encoding.ts';
import type { Tensor } from '../graph.ts';
import { dense, flatten, LECUN, ZEROS } from '../layers.ts';
import type { NeuralNetwork } from '../network.ts';
import { relu, sigmoid } from '../operations.ts';

const FEATURES = {
  raw: 'the numbers on the tiles, 0 for an empty cell',
  log2: 'the exponents of the tiles, 0 for an empty cell',
  engineered: 'exponents, empty cells, differences and equality of neighbours, rise and fall of each line',
  onehot: 'one input for each cell and tile',
} as const;
type Features = keyof typeof FEATURES;
const NAMES = Object.keys(FEATURES) as Features[];
const PICTURES = 16;

/** `logistic` or `softmax`: one layer, which begins at 0: weights that are drawn would be multiplied by tiles of thousands. */
export function regression(spec: Spec, game: Game): NeuralNetwork {
  allowNoModel(spec);
  allowOptions(spec, ['features']);
  const features = readChoice(spec, 'features', NAMES, 'log2');
  return {
    ...shared(game, features),
    spec: formatSpec(spec.name, { features }),
    link: spec.name === 'logistic' ? 'sigmoid' : 'softmax',
    forward: (boards) => ({ policy: dense(featuresOf(boards, features, game), 'moves', 4, ZEROS) }),
  };
}

/** `mlp`: one hidden layer. */
export function mlp(spec: Spec, game: Game): NeuralNetwork {
  allowNoModel(spec);
  allowOptions(spec, ['features', 'hidden', 'activation']);
  const features = readChoice(spec, 'features', NAMES, 'log2');
  const hidden = readInteger(spec, 'hidden', { min: 1, max: 65_536 }, 64);
  const activation = readChoice(spec, 'activation', ['sigmoid', 'relu'], 'sigmoid');
  const activate = activation === 'relu' ? relu : sigmoid;
  return {
    ...shared(game, features),
    spec: formatSpec('mlp', { features, hidden, activation }),
    link: 'softmax',
    forward(boards) {
      const seen = activate(dense(featuresOf(boards, features, game), 'hidden', hidden, LECUN));
      return { policy: dense(seen, 'moves', 4, LECUN) };
    },
  };
}

function shared(game: Game, features: Features): Pick<NeuralNetwork, 'family' | 'game' | 'encoding'> {
  return { family: 'reflex', game: game.name, encoding: FEATURES[features] };
}

/** [batch, features]. */
function featuresOf(boards: Tensor, features: Features, game: Game): Tensor {
  if (features === 'raw') return tiles(boards, game);
  if (features === 'log2') return exponents(boards);
  if (features === 'engineered') return engineered(boards);
  return flatten(planes(boards, PICTURES));
}
