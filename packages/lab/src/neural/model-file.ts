// A trained network as a file: plain ONNX, which any runtime reads, from boards to probabilities and values. The file's metadata
// has its card: what the network is, for which game, its inputs and outputs, and how it was trained; the library reads it
// (`readCard`).

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CARD_FORMAT, CARD_VERSION, InputError, NO_CHECKSUM, sealFile } from 'afterstate';
import { findModel } from 'afterstate/node';
import { unread } from '../files/disk.ts';
import { readSettings } from '../files/settings-file.ts';
import { shellWord } from '../files/shell-word.ts';
import type { Tensor } from './graph.ts';
import { Graph } from './graph.ts';
import type { NeuralNetwork } from './network.ts';
import { boardsInput, weightsOf } from './network.ts';
import { BATCH } from './onnx.ts';
import { scale, sigmoid, softmax } from './operations.ts';

export { readCard } from 'afterstate';

const LINKS = { softmax, sigmoid: answers, none: (x: Tensor): Tensor => x } as const;

/** Beyond this a sigmoid is so close to its limit that single precision cannot tell two moves apart. */
const STEEPEST = 10;

/**
 * Four answers to four questions, in the order of their numbers: if one of them is beyond ±10, all four are scaled down alike. Raw
 * tiles make these numbers reach thousands, and plain sigmoids of those would be 1 for several moves at once.
 */
function answers(policy: Tensor): Tensor {
  const { graph, shape } = policy;
  const row = [shape[0]!, 1];
  const sizes = graph.node('Abs', [policy], shape);
  const largest = graph.node('ReduceMax', [sizes, graph.integers([-1])], row, { keepdims: 1 });
  const share = graph.node('Div', [largest, graph.scalar(STEEPEST)], row);
  return sigmoid(graph.node('Div', [policy, graph.node('Max', [share, graph.scalar(1)], row)], shape));
}

export interface ExportOptions {
  /** The values of a parameter. */
  readonly weights: (name: string) => Float32Array;
  readonly provenance: Readonly<Record<string, unknown>>;
  readonly date?: string;
}

/**
 * The network with its weights: input `boards`, u8 exponents [batch, 16]; outputs `policy`, probabilities [batch, 4] in the order
 * up, right, down, left, and `value` [batch], in points if it counts points.
 */
export function exportModel(network: NeuralNetwork, { weights, provenance, date }: ExportOptions): Uint8Array {
  // Copies, because the runtime and protobuf take no shared memory.
  const graph = new Graph({ batch: BATCH, training: false, weights: (name) => Float32Array.from(weights(name)) });
  const { policy, value } = network.forward(boardsInput(graph));
  if (policy) graph.output('policy', LINKS[network.link](policy));
  if (value) graph.output('value', scale(value, network.valueUnit ?? 1));
  const bytes = graph.bytes({
    checksum: NO_CHECKSUM,
    format: CARD_FORMAT,
    version: CARD_VERSION,
    network: network.spec,
    family: network.family,
    game: network.game,
    encoding: network.encoding,
    input: 'boards: u8 exponents of the tiles, 0 for an empty cell, [batch, 16], row by row',
    output: [
      ...(policy
        ? [`policy: ${network.link === 'none' ? 'values' : 'probabilities'} of up, right, down, left, [batch, 4]`]
        : []),
      ...(value ? [`value: of the ${network.values}, [batch]`] : []),
    ].join('; '),
    ...(network.values && { values: network.values }),
    weights: String(weightsOf(network)),
    date: date ?? new Date().toISOString(),
    provenance: JSON.stringify(provenance),
  });
  sealFile(bytes);
  return bytes;
}

/** The bytes of a network's file, or of the one in a folder: a run's folder, or one of models/. */
export async function readNetworkFile(named: string): Promise<{ bytes: Uint8Array; name: string }> {
  const path = await findModel(named);
  const folder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const name = folder ? join(path, 'model.onnx') : path;
  if (name.endsWith('.safetensors'))
    throw new InputError(
      `'${name}' holds weights alone; give the model.onnx of the same run, or for an n-tuple network ntuple:${name}`,
    );
  const bytes = await readFile(name).catch(async (error: NodeJS.ErrnoException) => {
    if (folder && error.code === 'ENOENT') throw new InputError(await whyNoNetwork(path), { cause: error });
    throw new InputError(`'${name}' cannot be read: ${unread(error)}`, { cause: error });
  });
  return { bytes, name };
}

async function whyNoNetwork(folder: string): Promise<string> {
  const { method } = await readSettings(join(folder, 'config.json')).catch(() => ({ method: undefined }));
  const command = method === 'dqn' ? 'train' : method;
  if (command === 'train' || command === 'fit' || command === 'selfplay')
    return `'${folder}' has no model.onnx: its run is unfinished; continue it with: afterstate ${command} --resume ${shellWord(folder)}`;
  if (method !== undefined)
    return `'${folder}' has no model.onnx: its network is one of n-tuples; give ntuple:${folder}`;
  return `'${folder}' has no model.onnx; give a network's file, or the folder of a finished run`;
}
