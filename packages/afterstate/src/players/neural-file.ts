// The file of a neural network: plain ONNX with a card in its metadata, which says what the network is, for which game, and how
// it was trained. It is read here without a runtime and without protobuf's own library, because a page must know what a file is
// before it loads either; `afterstate fit` and similar commands write such files. The checksum is that of the whole file with eight
// zeros in its own place.

import { Checksum } from '../networks/checksum.ts';
import type { GameName } from '../rules/game.ts';
import { GAME_NAMES } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import { NEURAL_FAMILIES, type NeuralFamily } from './families.ts';

export const CARD_FORMAT = 'afterstate-network';
export const CARD_VERSION = '1';
/** The placeholder for the checksum while it is computed. */
export const NO_CHECKSUM = '00000000';

/** What a file says about itself. */
export interface NeuralCard {
  /** The spec of its network. */
  readonly network: string;
  readonly family: NeuralFamily;
  readonly game: GameName;
  readonly encoding: string;
  /** What the output `value` values, if there is one. */
  readonly values: 'afterstate' | 'state' | undefined;
  /** How many trained numbers it has. */
  readonly weights: number;
  /** How the weights came to be; any JSON. */
  readonly provenance: Readonly<Record<string, unknown>>;
  /** ISO 8601, UTC. */
  readonly date: string;
  readonly checksum: string;
}

/** The card of a network's file; throws an InputError for any other file, and for a damaged one. `file` is for messages. */
export function readCard(bytes: Uint8Array, file: string): NeuralCard {
  const found = readOnnx(bytes);
  if (!found) throw new InputError(`'${file}' is not an ONNX file, or is damaged; download it again`);
  const { metadata } = found;
  if (metadata.get('format') !== CARD_FORMAT)
    throw new InputError(`'${file}' is an ONNX file, but not one of afterstate's; make one with afterstate fit`);
  const text = (key: string): string => {
    const value = metadata.get(key);
    if (value === undefined) throw damaged(file, `its card has no ${key}`);
    return value;
  };
  if (text('version') !== CARD_VERSION)
    throw new InputError(
      `'${file}' is a network of version ${text('version')}, but this program reads version ${CARD_VERSION}; use the version of afterstate that wrote it`,
    );
  const { checksumAt } = found;
  if (checksumAt === undefined) throw damaged(file, 'its card has no checksum');
  const checksum = checksumOf(bytes, checksumAt);
  if (checksum !== text('checksum'))
    throw damaged(file, `its checksum is ${checksum} and should be ${text('checksum')}`);
  const family = NEURAL_FAMILIES.find((name) => name === text('family'));
  const game = GAME_NAMES.find((name) => name === text('game'));
  if (!family || !game)
    throw new InputError(`'${file}' is a ${text('family')} for ${text('game')}, which this program does not know`);
  checkEnds(found, family, file);
  const values = metadata.get('values');
  return {
    network: text('network'),
    family,
    game,
    encoding: text('encoding'),
    values: values === 'afterstate' || values === 'state' ? values : undefined,
    weights: countOf(text('weights'), file),
    provenance: provenanceOf(text('provenance'), file),
    date: text('date'),
    checksum,
  };
}

function countOf(text: string, file: string): number {
  if (!/^\d{1,15}$/.test(text)) throw damaged(file, `its card says that it has '${text}' weights`);
  return Number(text);
}

function provenanceOf(text: string, file: string): Record<string, unknown> {
  try {
    const provenance: unknown = JSON.parse(text);
    if (typeof provenance === 'object' && provenance !== null && !Array.isArray(provenance))
      return provenance as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw damaged(file, 'its card does not say how it was trained');
}

/** Writes the checksum into a file that has `NO_CHECKSUM` in its card. */
export function sealFile(bytes: Uint8Array): void {
  const at = readOnnx(bytes)?.checksumAt;
  if (at === undefined) throw new Error('a card without a place for its checksum');
  bytes.set(new TextEncoder().encode(checksumOf(bytes, at)), at);
}

function checksumOf(bytes: Uint8Array, at: number): string {
  const zeros = new TextEncoder().encode(NO_CHECKSUM);
  const checksum = new Checksum();
  checksum
    .update(bytes.subarray(0, at))
    .update(zeros)
    .update(bytes.subarray(at + zeros.length));
  return checksum.digest();
}

/** Boards go in; probabilities, values or both come out, including what the family plays by. */
function checkEnds({ inputs, outputs }: OnnxFile, family: NeuralFamily, file: string): void {
  const needed = family === 'value' ? 'value' : 'policy';
  const [boards] = inputs;
  const fits =
    inputs.length === 1 &&
    boards?.name === 'boards' &&
    boards.shape.length === 2 &&
    boards.shape[1] === 16 &&
    outputs.every(({ name, shape }) => name === 'value' || (name === 'policy' && shape.at(-1) === 4)) &&
    outputs.some(({ name }) => name === needed);
  if (fits) return;
  const list = (ends: readonly OnnxEnd[]): string =>
    ends.map(({ name, shape }) => `${name} [${shape.map((size) => size ?? 'batch').join(', ')}]`).join(' and ') ||
    'nothing';
  throw new InputError(
    `'${file}' computes ${list(outputs)} from ${list(inputs)}; a network for ${family} computes ${needed} from boards [batch, 16]`,
  );
}

function damaged(file: string, what: string): InputError {
  return new InputError(`'${file}' is damaged: ${what}; download it again`);
}

// ── ONNX as bytes ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** An input or an output. */
interface OnnxEnd {
  readonly name: string;
  /** Undefined if a dimension is left open. */
  readonly shape: readonly (number | undefined)[];
}

interface OnnxFile {
  readonly metadata: ReadonlyMap<string, string>;
  /** Where the eight digits of the checksum begin. */
  readonly checksumAt: number | undefined;
  readonly inputs: readonly OnnxEnd[];
  readonly outputs: readonly OnnxEnd[];
}

/** The field numbers in onnx.proto that are read here. */
const MODEL = { graph: 7, metadata: 14 };
const ENTRY = { key: 1, value: 2 };
const GRAPH = { input: 11, output: 12 };
const VALUE_INFO = { name: 1, type: 2 };
const TYPE = { tensor: 1 };
const TENSOR = { shape: 2 };
const SHAPE = { dimension: 1 };
const DIMENSION = { value: 1 };

/** Undefined if the bytes are not an ONNX file. */
function readOnnx(bytes: Uint8Array): OnnxFile | undefined {
  try {
    const model = fields(bytes, { from: 0, to: bytes.length });
    const graph = model.find(({ number }) => number === MODEL.graph);
    if (!graph) return undefined;
    const metadata = new Map<string, string>();
    let checksumAt: number | undefined;
    for (const entry of model.filter(({ number }) => number === MODEL.metadata)) {
      const parts = fields(bytes, entry);
      const key = parts.find(({ number }) => number === ENTRY.key);
      const value = parts.find(({ number }) => number === ENTRY.value);
      if (!key) return undefined;
      const name = textOf(bytes, key);
      metadata.set(name, value ? textOf(bytes, value) : '');
      if (name === 'checksum' && value && value.to - value.from === NO_CHECKSUM.length) checksumAt = value.from;
    }
    const ends = fields(bytes, graph);
    return {
      metadata,
      checksumAt,
      inputs: ends.filter(({ number }) => number === GRAPH.input).map((end) => endOf(bytes, end)),
      outputs: ends.filter(({ number }) => number === GRAPH.output).map((end) => endOf(bytes, end)),
    };
  } catch {
    return undefined;
  }
}

function endOf(bytes: Uint8Array, end: Range): OnnxEnd {
  const inside = (ranges: readonly Range[], number: number): Field[] =>
    ranges.flatMap((range) => fields(bytes, range)).filter((field) => field.number === number);
  const name = inside([end], VALUE_INFO.name)[0];
  const shape = inside(inside(inside([end], VALUE_INFO.type), TYPE.tensor), TENSOR.shape);
  return {
    name: name ? textOf(bytes, name) : '',
    shape: inside(shape, SHAPE.dimension).map((dimension) => inside([dimension], DIMENSION.value)[0]?.value),
  };
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** A field of a protobuf message: where its bytes are, or its number. */
interface Field extends Range {
  readonly number: number;
  readonly value?: number;
}

/** Throws if the bytes are not a message. */
function fields(bytes: Uint8Array, { from, to }: Range): Field[] {
  const found: Field[] = [];
  let at = from;
  const integer = (): number => {
    let [value, unit] = [0, 1];
    for (;;) {
      if (at >= to) throw new RangeError('cut off');
      const byte = bytes[at++]!;
      value += (byte & 127) * unit;
      if (byte < 128) return value;
      unit *= 128;
      if (unit > 2 ** 63) throw new RangeError('no number');
    }
  };
  while (at < to) {
    const key = integer();
    const number = Math.floor(key / 8);
    const wire = key % 8;
    if (wire === 0) {
      const value = integer();
      found.push({ number, from: at, to: at, value });
      continue;
    }
    const length = wire === 2 ? integer() : wire === 1 ? 8 : wire === 5 ? 4 : NaN;
    if (number === 0 || !(at + length <= to)) throw new RangeError('no field');
    found.push({ number, from: at, to: at + length });
    at += length;
  }
  return found;
}

function textOf(bytes: Uint8Array, { from, to }: Range): string {
  // A copy: decoders reject memory shared between threads.
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes.slice(from, to));
}
