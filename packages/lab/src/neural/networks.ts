// Every network there is, by the name that its spec begins with.

import type { Game, Spec } from 'afterstate';
import { InputError, parseSpec } from 'afterstate';
import type { NeuralNetwork } from './network.ts';
import { dcnn } from './networks/dcnn.ts';
import { mlp, regression } from './networks/reflex.ts';
import { pyramid } from './networks/pyramid.ts';
import { resnet } from './networks/resnet.ts';
import { ntupleValue, tjwei } from './networks/value.ts';

interface NetworkKind {
  /** The spec with every option. */
  readonly form: string;
  readonly summary: string;
  create(spec: Spec, game: Game): NeuralNetwork;
}

export const NEURAL_NETWORKS: Readonly<Record<string, NetworkKind>> = {
  dcnn: {
    form: 'dcnn?k=5&channels=222',
    summary: 'k convolutions of 2×2 (Kondo and Matsuzaki); dcnn2 … dcnn9 are those of their table 2',
    create: (spec, game) => dcnn(spec, game.name),
  },
  resnet: {
    form: 'resnet?blocks=20&filters=128&size=3&input=onehot|4x4&planes=16&heads=policy|both&hidden=64&ends=sigmoid|linear',
    summary: 'residual blocks with batch normalisation (Allik et al.)',
    create: (spec, game) => resnet(spec, game.name),
  },
  logistic: {
    form: 'logistic?features=raw|log2|engineered|onehot',
    summary: 'four logistic regressions (He et al.)',
    create: regression,
  },
  softmax: {
    form: 'softmax?features=raw|log2|engineered|onehot',
    summary: 'softmax regression (He et al.)',
    create: regression,
  },
  mlp: {
    form: 'mlp?hidden=64&features=raw|log2|engineered|onehot&activation=sigmoid|relu',
    summary: 'one hidden layer (He et al.)',
    create: mlp,
  },
  'ntuple-value': {
    form: 'ntuple-value?patterns=5x4&stages=2048,8192',
    summary: 'the score to the end by n-tuples (Kondo and Matsuzaki, section 6)',
    create: ntupleValue,
  },
  tjwei: {
    form: 'tjwei?filters=256',
    summary: "the score to the end by tjwei's network with half its filters (the same)",
    create: tjwei,
  },
  pyramid: {
    form: 'pyramid?channels=64&planes=16',
    summary: 'three convolutions of 2×2 that shrink the board to one cell; a policy and a value, for self-play',
    create: (spec, game) => pyramid(spec, game.name),
  },
};

/** `dcnn5` is short for `dcnn?k=5`. */
export function createNeuralNetwork(text: string, game: Game): NeuralNetwork {
  const spec = parseSpec(text.replace(/^dcnn(\d+)(?:\?|$)/, (_, k: string) => `dcnn?k=${k}&`).replace(/[&?]$/, ''));
  const kind = NEURAL_NETWORKS[spec.name];
  if (!kind || !Object.hasOwn(NEURAL_NETWORKS, spec.name)) {
    throw new InputError(`unknown network '${spec.name}'; there are ${Object.keys(NEURAL_NETWORKS).join(', ')}`);
  }
  return kind.create(spec, game);
}
