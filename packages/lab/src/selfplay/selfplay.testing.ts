// Networks as they begin, for the tests of self-play.

import type { Evaluate } from 'afterstate';
import { parseGame } from 'afterstate';
import { Evaluator } from '../neural/evaluator.ts';
import { exportModel } from '../neural/model-file.ts';
import { parametersOf } from '../neural/network.ts';
import { createNeuralNetwork } from '../neural/networks.ts';
import { layOut, Parameters } from '../neural/parameters.ts';

/** A network as it begins, as a model file. */
export function freshModel(spec: string, seed = 1): Uint8Array {
  const network = createNeuralNetwork(spec, parseGame('2048'));
  const parameters = new Parameters(layOut(parametersOf(network)));
  parameters.initialise(seed);
  return exportModel(network, { weights: (name) => parameters.view(name), provenance: {} });
}

export async function openEvaluate(spec: string): Promise<Evaluate> {
  const evaluator = await Evaluator.open(freshModel(spec), spec);
  return (boards) => evaluator.evaluate(boards);
}
