// The parameters of a network as safetensors, by their names; a checkpoint also has the state of the optimiser and of the
// training.

import type { NamedTensor } from 'afterstate';
import { InputError, readTensors, writeTensors } from 'afterstate';
import { openFile, writeFileWhole } from 'afterstate/node';
import type { NeuralNetwork } from './network.ts';
import type { Moments } from './optimiser.ts';
import type { Parameters } from './parameters.ts';

const FORMAT = 'afterstate-weights';
const VERSION = '1';
const FIRST = 'optimiser.first';
const SECOND = 'optimiser.second';

export interface WeightsFile {
  readonly parameters: Parameters;
  /** Checkpoints only. */
  readonly moments?: Moments;
  /** Any JSON: where the weights came from; in a checkpoint also the state to continue from. */
  readonly provenance: Readonly<Record<string, unknown>>;
}

export async function writeWeights(path: string, network: NeuralNetwork, file: WeightsFile): Promise<void> {
  const { parameters, moments, provenance } = file;
  const tensors: NamedTensor[] = parameters.layout.parameters.map(({ name, shape }) => ({
    name,
    shape,
    values: parameters.view(name),
  }));
  if (moments) {
    const shape = [parameters.layout.trained];
    tensors.push({ name: FIRST, shape, values: moments.first }, { name: SECOND, shape, values: moments.second });
  }
  const metadata = {
    format: FORMAT,
    version: VERSION,
    network: network.spec,
    game: network.game,
    date: new Date().toISOString(),
    provenance: JSON.stringify(provenance),
  };
  await writeFileWhole(path, (sink) => writeTensors(sink, metadata, tensors));
}

/** Fills the parameters, and the moments if given, and returns the provenance. Throws before it changes anything. */
export async function loadWeights(
  path: string,
  network: NeuralNetwork,
  parameters: Parameters,
  moments?: Moments,
): Promise<Readonly<Record<string, unknown>>> {
  const source = await openFile(path);
  try {
    const { metadata, tensors } = await readTensors(source);
    if (metadata.get('format') !== FORMAT || metadata.get('version') !== VERSION)
      throw new InputError(
        `'${path}' holds no weights of a neural network; give the model.safetensors of a run of fit`,
      );
    const [theirs, game] = [metadata.get('network') ?? '?', metadata.get('game') ?? '?'];
    if (theirs !== network.spec || game !== network.game)
      throw new InputError(
        `'${path}' has the weights of ${theirs} for ${game}, not of ${network.spec} for ${network.game}; give those of the same network and game`,
      );
    const found = new Map(tensors.map((tensor) => [tensor.name, tensor]));
    const places = [
      ...parameters.layout.parameters.map(({ name, shape }) => ({ name, shape, to: parameters.view(name) })),
      ...(moments
        ? [
            { name: FIRST, shape: [moments.first.length], to: moments.first },
            { name: SECOND, shape: [moments.second.length], to: moments.second },
          ]
        : []),
    ];
    for (const { name, shape } of places) {
      const there = found.get(name);
      if (!there) throw new InputError(`'${path}' has no ${name}; it is not a ${moments ? 'checkpoint' : 'model'}`);
      if (there.shape.join() !== shape.join())
        throw new InputError(`'${path}': ${name} has the shape [${there.shape.join()}] and needs [${shape.join()}]`);
    }
    for (const { name, to } of places) to.set(found.get(name)!.values);
    return JSON.parse(metadata.get('provenance') ?? '{}') as Record<string, unknown>;
  } finally {
    await source.close();
  }
}
