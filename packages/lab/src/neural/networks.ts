// All networks, by the first part of their specs.

import type { Game } from 'afterstate';
import { InputError, parseSpec } from 'afterstate';
import type { NeuralNetwork } from './network.ts';
import type { NetworkKind } from './network-kind.ts';
import { dcnn } from './networks/dcnn.ts';
import { logistic, mlp, softmax } from './networks/reflex.ts';
import { pyramid } from './networks/pyramid.ts';
import { resnet } from './networks/resnet.ts';
import { ntupleValue, tjwei } from './networks/value.ts';

export const NEURAL_NETWORKS: Readonly<Record<string, NetworkKind>> = {
  dcnn,
  resnet,
  logistic,
  softmax,
  mlp,
  'ntuple-value': ntupleValue,
  tjwei,
  pyramid,
};

/** `dcnn5` is short for `dcnn?k=5`. */
export function createNeuralNetwork(text: string, game: Game): NeuralNetwork {
  const spec = parseSpec(text.replace(/^dcnn(\d+)(?:\?|$)/, (_, k: string) => `dcnn?k=${k}&`).replace(/[&?]$/, ''));
  const kind = NEURAL_NETWORKS[spec.name];
  if (!kind || !Object.hasOwn(NEURAL_NETWORKS, spec.name)) {
    throw new InputError(`unknown network '${spec.name}'; choose from ${Object.keys(NEURAL_NETWORKS).join(', ')}`);
  }
  return kind.create(spec, game);
}
