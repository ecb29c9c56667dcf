// A trained network as a file: plain ONNX, which any runtime reads, from boards to probabilities and values. Its card stands in
// the file's metadata: what the network is, for which game, what goes in and comes out, and how it was trained. The checksum is
// that of the whole file with eight zeros in its own place.

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Game } from 'afterstate';
import { Checksum, InputError } from 'afterstate';
import type { Tensor } from './graph.ts';
import { Graph } from './graph.ts';
import type { Family, NeuralNetwork } from './network.ts';
import { boardsInput, weightsOf } from './network.ts';
import { BATCH, readMetadata } from './onnx.ts';
import { scale, sigmoid, softmax } from './operations.ts';

const FORMAT = 'afterstate-network';
const VERSION = '1';
const NO_CHECKSUM = '00000000';
/** How the checksum stands in the bytes: field 1 of eight bytes, then field 2 of eight. */
const CHECKSUM_KEY = Buffer.from('\n\x08checksum\x12\x08', 'latin1');
const FAMILIES: readonly Family[] = ['dcnn', 'resnet', 'reflex', 'value', 'dqn'];

const LINKS = { softmax, sigmoid, none: (x: Tensor): Tensor => x } as const;

/** What a model file says of itself. */
export interface ModelCard {
  /** The spec of its network. */
  readonly network: string;
  readonly family: Family;
  readonly game: Game['name'];
  readonly encoding: string;
  /** What the output `value` is of, where there is one. */
  readonly values: 'afterstate' | 'state' | undefined;
  /** Numbers that were trained. */
  readonly weights: number;
  /** How the weights came to be; any JSON. */
  readonly provenance: Readonly<Record<string, unknown>>;
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly checksum: string;
}

export interface ExportOptions {
  /** The numbers of a parameter. */
  readonly weights: (name: string) => Float32Array;
  readonly provenance: Readonly<Record<string, unknown>>;
  readonly date?: string;
}

/**
 * The network with its weights: input `boards`, u8 exponents [batch, 16]; outputs `policy`, probabilities [batch, 4] in the
 * order up, right, down, left, and `value` [batch], in points where it is of points.
 */
export function exportModel(network: NeuralNetwork, { weights, provenance, date }: ExportOptions): Uint8Array {
  // Copies: the runtime and protobuf take no shared memory.
  const graph = new Graph({ batch: BATCH, training: false, weights: (name) => Float32Array.from(weights(name)) });
  const { policy, value } = network.forward(boardsInput(graph));
  if (policy) graph.output('policy', LINKS[network.link](policy));
  if (value) graph.output('value', scale(value, network.valueUnit ?? 1));
  const bytes = graph.bytes({
    checksum: NO_CHECKSUM,
    format: FORMAT,
    version: VERSION,
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
  bytes.set(Buffer.from(new Checksum().update(bytes).digest(), 'latin1'), checksumAt(bytes)!);
  return bytes;
}

/** The card of a file that `exportModel` wrote; throws an InputError for any other, and for a damaged one. */
export function readCard(bytes: Uint8Array, file: string): ModelCard {
  const metadata = readMetadata(bytes);
  if (!metadata) throw new InputError(`'${file}' is no ONNX file, or is damaged; get it anew`);
  if (metadata.get('format') !== FORMAT)
    throw new InputError(`'${file}' is an ONNX file, but none of afterstate's: make one with afterstate fit`);
  if (metadata.get('version') !== VERSION)
    throw new InputError(
      `'${file}' is a network of version ${metadata.get('version')}, and this program reads version ${VERSION}; use the afterstate that wrote it`,
    );
  const text = (key: string): string => {
    const value = metadata.get(key);
    if (value === undefined) throw damaged(file, `its card has no ${key}`);
    return value;
  };
  const at = checksumAt(bytes);
  const zeroed = new Uint8Array(bytes);
  if (at === undefined) throw damaged(file, 'its card has no checksum');
  zeroed.set(Buffer.from(NO_CHECKSUM, 'latin1'), at);
  const found = new Checksum().update(zeroed).digest();
  if (found !== text('checksum')) throw damaged(file, `its checksum is ${found} and should be ${text('checksum')}`);
  const family = FAMILIES.find((name) => name === text('family'));
  const game = (['2048', 'threes'] as const).find((name) => name === text('game'));
  if (!family || !game)
    throw new InputError(`'${file}' is a ${text('family')} for ${text('game')}, which this program does not know`);
  const values = metadata.get('values');
  return {
    network: text('network'),
    family,
    game,
    encoding: text('encoding'),
    values: values === 'afterstate' || values === 'state' ? values : undefined,
    weights: Number(text('weights')),
    provenance: JSON.parse(text('provenance')) as Record<string, unknown>,
    date: text('date'),
    checksum: found,
  };
}

/** The bytes of a network's file, or of the one in a folder: a run's, or one of models/. */
export async function readNetworkFile(path: string): Promise<{ bytes: Uint8Array; name: string }> {
  const folder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const name = folder ? join(path, 'model.onnx') : path;
  const bytes = await readFile(name).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw new InputError(`'${name}' cannot be read: ${reason}`, { cause: error });
  });
  return { bytes, name };
}

/** Where the digits of the checksum begin; undefined where there are none. */
function checksumAt(bytes: Uint8Array): number | undefined {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(CHECKSUM_KEY);
  return at < 0 || at + CHECKSUM_KEY.length + 8 > bytes.length ? undefined : at + CHECKSUM_KEY.length;
}

function damaged(file: string, what: string): InputError {
  return new InputError(`'${file}' is damaged: ${what}; get it anew`);
}
