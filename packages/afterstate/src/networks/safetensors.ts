// N-tuple networks as safetensors (the container is tensors.ts's): a tensor `<stage>/<pattern or feature>` of F32 has a table's
// weights, `<stage>/<…>/coherence` its E and A.

import { Checksum } from './checksum.ts';
import type { ChunkOptions, ModelFile, ModelHeader, ModelSink, ModelSource, Table, WeightChunk } from './model.ts';
import {
  bytesOf,
  CHUNK_ENTRIES,
  cut,
  damaged,
  findChecksum,
  floatsOf,
  formatMetadata,
  isRecord,
  isZero,
  parseMetadata,
  shown,
  tablesOf,
  withoutChecksum,
  wrongChecksum,
} from './model.ts';
import type { Network } from './network.ts';
import { createNetwork } from './network.ts';
import { encodeHead, readHead } from './tensors.ts';

export interface Tensor {
  readonly name: string;
  readonly stage: number;
  readonly table: number;
  readonly part: WeightChunk['part'];
  readonly shape: readonly number[];
  /** Where it begins in the file. */
  readonly offset: number;
  readonly bytes: number;
}

/** The tensors in the order of the file. */
export function tensorsOf(network: Network, coherent: boolean, start: number): Tensor[] {
  const tables = tablesOf(network);
  const tensors: Tensor[] = [];
  let offset = start;
  const add = (stage: number, table: number, { name, shape, entries }: Table, part: WeightChunk['part']): void => {
    const coherence = part === 'coherence';
    const tensor = {
      name: `${stage}/${name}${coherence ? '/coherence' : ''}`,
      stage,
      table,
      part,
      shape: coherence ? [...shape, 2] : shape,
      offset,
      bytes: entries * (coherence ? 8 : 4),
    };
    tensors.push(tensor);
    offset += tensor.bytes;
  };
  for (let stage = 0; stage < network.stageCount; stage++) {
    tables.forEach((table, i) => {
      add(stage, i, table, 'weights');
      if (coherent) add(stage, i, table, 'coherence');
    });
  }
  return tensors;
}

// ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────────

export async function readSafetensors(source: ModelSource): Promise<ModelFile> {
  const { name, size } = source;
  const { start, json, content } = await readHead(source);
  const { __metadata__: metadata, ...entries } = content;
  const { header, network } = parseMetadata(metadata, name);
  const coherent = Object.keys(entries).some((key) => key.endsWith('/coherence'));
  const tensors = tensorsOf(network, coherent, start.length + json.length);
  checkTensors(new Map(Object.entries(entries)), tensors, name);
  const last = tensors.at(-1)!;
  const whole = last.offset + last.bytes;
  if (size < whole) throw cut(name, size, whole);
  if (size > whole) throw damaged(name, `it has ${size - whole} extra bytes at its end`);
  const { at, digits } = findChecksum(json, name);
  const before = [start, withoutChecksum(json, at)];
  return {
    form: 'safetensors',
    source,
    header,
    network,
    coherent,
    checksum: digits,
    chunks: (options) => readChunks(source, before, tensors, digits, options),
  };
}

/** Throws unless the header lists exactly the tensors that the description requires, in order. */
function checkTensors(entries: ReadonlyMap<string, unknown>, tensors: readonly Tensor[], file: string): void {
  for (const { name, shape, offset, bytes } of tensors) {
    const entry = entries.get(name);
    if (!isRecord(entry)) throw damaged(file, `the tensor ${name} is missing`);
    if (entry['dtype'] !== 'F32') throw damaged(file, `the tensor ${name} is of ${shown(entry['dtype'])}, not F32`);
    if (JSON.stringify(entry['shape']) !== JSON.stringify(shape)) {
      throw damaged(
        file,
        `the tensor ${name} has the shape ${shown(entry['shape'])} and needs ${JSON.stringify(shape)}`,
      );
    }
    const begin = offset - tensors[0]!.offset;
    if (JSON.stringify(entry['data_offsets']) !== JSON.stringify([begin, begin + bytes])) {
      throw damaged(
        file,
        `the tensor ${name} is at ${shown(entry['data_offsets'])} and should be at [${begin},${begin + bytes}]`,
      );
    }
  }
  const known = new Set(tensors.map(({ name }) => name));
  const unknown = [...entries.keys()].find((name) => !known.has(name));
  if (unknown !== undefined) throw damaged(file, `its network has no tensor '${unknown}'`);
}

async function* readChunks(
  source: ModelSource,
  before: readonly Uint8Array[],
  tensors: readonly Tensor[],
  stated: string,
  { entries = CHUNK_ENTRIES, coherence = false, onProgress }: ChunkOptions = {},
): AsyncGenerator<WeightChunk, void, undefined> {
  const checksum = new Checksum();
  for (const bytes of before) checksum.update(bytes);
  const ranges = tensors.flatMap(({ stage, table, part, offset, bytes }) => {
    const width = part === 'coherence' ? 8 : 4;
    return Array.from({ length: Math.ceil(bytes / width / entries) }, (_, i) => ({
      stage,
      table,
      part,
      start: i * entries,
      offset: offset + i * entries * width,
      length: Math.min(entries * width, bytes - i * entries * width),
    }));
  });
  // The next range is read while this one is summed and used.
  const read = (i: number): Promise<Uint8Array> | undefined => {
    const range = ranges[i];
    const bytes = range && source.read(range.offset, range.length);
    // If the loop ends before this is awaited, nobody handles a failure.
    bytes?.catch(() => {});
    return bytes;
  };
  let next = read(0);
  for (const [i, { stage, table, part, start, offset, length }] of ranges.entries()) {
    const bytes = await next!;
    next = read(i + 1);
    checksum.update(bytes);
    const values = floatsOf(bytes);
    if ((part === 'weights' || coherence) && !isZero(values)) yield { stage, table, part, start, values };
    onProgress?.(offset + length, source.size);
  }
  const found = checksum.digest();
  if (found !== stated) throw wrongChecksum(source.name, stated, found);
}

// ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────────

export interface WriteOptions {
  /** Whether chunks of coherence are written too; otherwise they are skipped. */
  readonly coherent?: boolean;
}

/** Bytes that the file will have. */
export function safetensorsBytes(header: ModelHeader, coherent: boolean): number {
  const network = createNetwork(header.description);
  const last = tensorsOf(network, coherent, headerBytes(header, network, coherent).length).at(-1)!;
  return last.offset + last.bytes;
}

/** The chunks must come in the order of the file; gaps are zeros. */
export async function writeSafetensors(
  sink: ModelSink,
  header: ModelHeader,
  chunks: AsyncIterable<WeightChunk> | Iterable<WeightChunk>,
  { coherent = false }: WriteOptions = {},
): Promise<void> {
  const network = createNetwork(header.description);
  const head = headerBytes(header, network, coherent);
  const tensors = tensorsOf(network, coherent, head.length);
  const checksum = new Checksum().update(head);
  await sink.write(head);
  let at = head.length;
  const skipTo = async (offset: number): Promise<void> => {
    if (offset === at) return;
    checksum.zeros(offset - at);
    await sink.skip(offset - at);
    at = offset;
  };
  for await (const { stage, table, part, start, values } of chunks) {
    if (part === 'coherence' && !coherent) continue;
    const tensor = tensors.find((one) => one.stage === stage && one.table === table && one.part === part);
    const width = part === 'coherence' ? 8 : 4;
    const offset = tensor ? tensor.offset + start * width : -1;
    if (!tensor || offset < at || offset + values.byteLength > tensor.offset + tensor.bytes)
      throw new Error(`a chunk of stage ${stage}, table ${table}, ${part} from ${start} has no place in the model`);
    if (isZero(values)) continue;
    await skipTo(offset);
    const bytes = bytesOf(values);
    checksum.update(bytes);
    await sink.write(bytes);
    at += bytes.length;
  }
  const last = tensors.at(-1)!;
  await skipTo(last.offset + last.bytes);
  const place = findChecksum(head.subarray(8), 'the model').at;
  await sink.patch(8 + place, new TextEncoder().encode(checksum.digest()));
}

function headerBytes(header: ModelHeader, network: Network, coherent: boolean): Uint8Array {
  const metadata = formatMetadata({ ...header, description: network.description });
  return encodeHead(metadata, tensorsOf(network, coherent, 0));
}
