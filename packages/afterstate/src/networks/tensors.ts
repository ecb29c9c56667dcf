// The safetensors container: u64 the header's length, the header in JSON, then the tensors, one after another without gaps.
// The checksum in the header is that of the whole file with eight zeros in its own place, so no changed byte goes unnoticed.
// safetensors.ts keeps n-tuple networks of any size in it, by chunks; here are the shared parts, and files of named
// F32 tensors that fit into memory: the weights of neural networks.

import { InputError } from '../rules/input-error.ts';
import { Checksum } from './checksum.ts';
import type { Metadata, ModelSink, ModelSource } from './model.ts';
import {
  bytesOf,
  cut,
  damaged,
  findChecksum,
  floatsOf,
  isRecord,
  NO_CHECKSUM,
  parseHeader,
  shown,
  withoutChecksum,
  wrongChecksum,
} from './model.ts';

/** The longest header that safetensors' own library allows. */
export const LONGEST_HEADER = 100_000_000;
/** Tensors begin at a multiple of this, enough for any SIMD. */
const ALIGNMENT = 64;

/** Where an F32 tensor is in a file; offsets count from the end of the header. */
export interface TensorPlace {
  readonly name: string;
  readonly shape: readonly number[];
  readonly offset: number;
  readonly bytes: number;
}

/** The padded header, preceded by its length; the checksum in `metadata` is zeros. */
export function encodeHead(metadata: Metadata, places: readonly TensorPlace[]): Uint8Array {
  const tensors = places.map(({ name, shape, offset, bytes }) => [
    name,
    { dtype: 'F32', shape, data_offsets: [offset, offset + bytes] },
  ]);
  const json = JSON.stringify({ __metadata__: metadata, ...Object.fromEntries(tensors) });
  const length = new TextEncoder().encode(json).length;
  const padded = Math.ceil((8 + length) / ALIGNMENT) * ALIGNMENT - 8;
  if (padded > LONGEST_HEADER)
    throw new InputError(`the header of the model would have ${padded} bytes; shorten its provenance`);
  const bytes = new Uint8Array(8 + padded).fill(0x20);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(padded), true);
  new TextEncoder().encodeInto(json, bytes.subarray(8));
  return bytes;
}

/** The eight bytes of the length, the header's, and what they say. */
export async function readHead(
  source: ModelSource,
): Promise<{ start: Uint8Array; json: Uint8Array; content: Record<string, unknown> }> {
  const { name, size } = source;
  if (size < 8) throw damaged(name, `it has only ${size} bytes`);
  const start = await source.read(0, 8);
  const length = Number(new DataView(start.buffer, start.byteOffset, 8).getBigUint64(0, true));
  if (length > LONGEST_HEADER) throw damaged(name, `its header of ${length} bytes is too long`);
  if (8 + length > size) throw cut(name, size, 8 + length);
  const json = await source.read(8, length);
  return { start, json, content: parseHeader(json, name) };
}

// ── files of named tensors ───────────────────────────────────────────────────────────────────────────────────────

export interface NamedTensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

export interface TensorFile {
  readonly metadata: ReadonlyMap<string, string>;
  /** In the order of the file. */
  readonly tensors: readonly NamedTensor[];
}

/** Writes the tensors in order; `metadata` may be any text except under the key `checksum`. */
export async function writeTensors(
  sink: ModelSink,
  metadata: Readonly<Record<string, string>>,
  tensors: readonly NamedTensor[],
): Promise<void> {
  let offset = 0;
  const places = tensors.map(({ name, shape, values }) => {
    const place = { name, shape, offset, bytes: values.byteLength };
    offset += place.bytes;
    return place;
  });
  const head = encodeHead({ checksum: NO_CHECKSUM, ...metadata }, places);
  const checksum = new Checksum().update(head);
  await sink.write(head);
  for (const { values } of tensors) {
    const bytes = bytesOf(values);
    checksum.update(bytes);
    await sink.write(bytes);
  }
  const { at } = findChecksum(head.subarray(8), 'the file');
  await sink.patch(8 + at, new TextEncoder().encode(checksum.digest()));
}

/** Reads everything; if any byte is not as it was written, throws an InputError that names the damage. */
export async function readTensors(source: ModelSource): Promise<TensorFile> {
  const { name: file, size } = source;
  const { start, json, content } = await readHead(source);
  const { __metadata__: metadata, ...entries } = content;
  const places = Object.entries(entries).map(([name, entry]) => placeOf(name, entry, file));
  const begin = start.length + json.length;
  const whole = begin + places.reduce((sum, { bytes }) => sum + bytes, 0);
  if (size < whole) throw cut(file, size, whole);
  if (size > whole) throw damaged(file, `it has ${size - whole} extra bytes at its end`);
  const { at, digits } = findChecksum(json, file);
  const checksum = new Checksum().update(start).update(withoutChecksum(json, at));
  const tensors: NamedTensor[] = [];
  let next = 0;
  for (const { name, shape, offset, bytes } of places) {
    if (offset !== next) throw damaged(file, `the tensor ${name} is at ${offset} and should be at ${next}`);
    next += bytes;
    const data = await source.read(begin + offset, bytes);
    checksum.update(data);
    tensors.push({ name, shape, values: floatsOf(data) });
  }
  const found = checksum.digest();
  if (found !== digits) throw wrongChecksum(file, digits, found);
  const texts = Object.entries(isRecord(metadata) ? metadata : {}).map(([key, value]) => [key, String(value)] as const);
  return { metadata: new Map(texts), tensors };
}

function placeOf(name: string, entry: unknown, file: string): TensorPlace {
  const { dtype, shape, data_offsets: range } = isRecord(entry) ? entry : {};
  const isNatural = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
  if (dtype !== 'F32') throw damaged(file, `the tensor ${name} is of ${shown(dtype)}, not F32`);
  if (!Array.isArray(shape) || !shape.every(isNatural)) throw damaged(file, `the tensor ${name} has no shape`);
  if (!Array.isArray(range) || range.length !== 2 || !range.every(isNatural))
    throw damaged(file, `the tensor ${name} has no place`);
  const [offset, end] = range as [number, number];
  const sizes = shape as number[];
  if (end - offset !== 4 * sizes.reduce((all, size) => all * size, 1))
    throw damaged(file, `the tensor ${name} has ${end - offset} bytes, and its shape [${sizes.join()}] needs others`);
  return { name, shape: sizes, offset, bytes: end - offset };
}
