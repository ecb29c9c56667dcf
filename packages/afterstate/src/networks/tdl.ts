// The `.w` files of TDL2048, single-stage networks of patterns for 2048 (little-endian):
//   [u8 'w', if the file's name does not end in .w] u8 0, u32 tables; a table:
//   u8 4, 8 bytes name: u32 the cells in hex, u16 how many digits, u16 0; or text with trailing spaces
//   u16 bytes per weight (2, 4 or 8), u64 weights, the weights; further blocks of the same form, such as TC's; u16 0
// The order of the weights is ours. A pattern that a symmetry maps onto itself has both weights of a pair there, so it is
// folded (fold.ts) on reading, and unfolded on writing: half of the pair's weight twice, which is exact both ways.

import { InputError } from '../rules/input-error.ts';
import { fold, imageOf, unfold } from './fold.ts';
import { fromHalf, LARGEST_HALF, toHalf } from './half.ts';
import type { ChunkOptions, ModelFile, ModelHeader, ModelSink, ModelSource, WeightChunk } from './model.ts';
import { bytesOf, CHUNK_ENTRIES, copyOf, cut, damaged, floatsOf, isZero, tablesOf } from './model.ts';
import type { Network } from './network.ts';
import { createNetwork } from './network.ts';
import type { Pattern } from './pattern.ts';
import { isFolded } from './placement.ts';

const W = 0x77;

/** Whether these first bytes (8 or more) are those of a `.w` file. */
export function looksLikeTdl(bytes: Uint8Array): boolean {
  const begin = bytes[0] === W ? 1 : 0;
  return bytes[begin] === 0 && bytes[begin + 1] !== 0 && bytes[begin + 4] === 0 && bytes[begin + 5] === 4;
}

// ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────────

interface StoredTable {
  readonly cells: string;
  /** Bytes per weight. */
  readonly width: 2 | 4 | 8;
  readonly offset: number;
  readonly entries: number;
}

export async function readTdl(source: ModelSource): Promise<ModelFile> {
  const stored = await readTables(source);
  const network = createNetwork({
    game: '2048',
    network: stored.map(({ cells }) => cells).join(' '),
    stages: 'none',
    values: 'afterstate',
  });
  const header: ModelHeader = {
    description: network.description,
    folded: network.patterns.filter((pattern) => isFolded(network, pattern)).map(({ text }) => text),
    provenance: { source: "a .w file of TDL2048's form" },
    date: new Date().toISOString(),
  };
  return {
    form: 'tdl',
    source,
    header,
    network,
    coherent: false,
    chunks: (options) => readChunks(source, stored, network, options),
  };
}

async function readTables(source: ModelSource): Promise<StoredTable[]> {
  const { name, size } = source;
  let at = (await source.read(0, 1))[0] === W ? 1 : 0;
  const take = async (length: number): Promise<DataView> => {
    if (at + length > size) throw cut(name, size, at + length);
    const bytes = await source.read(at, length);
    at += length;
    return new DataView(bytes.buffer, bytes.byteOffset, length);
  };
  const pass = (length: number): void => {
    if (at + length > size) throw cut(name, size, at + length);
    at += length;
  };
  const start = await take(5);
  if (start.getUint8(0) !== 0) throw damaged(name, `it is a .w file of an unknown form, ${start.getUint8(0)}`);
  const tables: StoredTable[] = [];
  for (let left = start.getUint32(1, true); left > 0; left--) {
    const head = await take(19);
    if (head.getUint8(0) !== 4) {
      throw new InputError(
        `'${name}' has a table of form ${head.getUint8(0)}; only form 4, that of TDL2048 since 2018, is read`,
      );
    }
    const cells = tableName(head);
    const width = head.getUint16(9, true);
    const entries = Number(head.getBigUint64(11, true));
    if (!/^[0-9a-f]{1,8}$/.test(cells) || new Set(cells).size < cells.length) {
      throw new InputError(
        `'${name}' has a table '${cells}', which is not a pattern of cells; only networks of patterns can be read`,
      );
    }
    if (width !== 2 && width !== 4 && width !== 8)
      throw damaged(name, `the table ${cells} has ${width} bytes per weight`);
    if (entries !== 16 ** cells.length)
      throw damaged(name, `the table ${cells} has ${entries} weights and needs ${16 ** cells.length}`);
    if (tables.some((other) => other.cells === cells)) throw damaged(name, `the table ${cells} is there twice`);
    tables.push({ cells, width, offset: at, entries });
    pass(entries * width);
    for (let more = (await take(2)).getUint16(0, true); more > 0; more = (await take(2)).getUint16(0, true))
      pass(more * Number((await take(8)).getBigUint64(0, true)));
  }
  if (tables.length === 0) throw new InputError(`'${name}' holds no table`);
  if (at < size) throw damaged(name, `it has ${size - at} extra bytes at its end`);
  return tables;
}

/** From the head of a table, where the name takes eight bytes after the first. */
function tableName(head: DataView): string {
  if (head.getUint16(7, true) !== 0) {
    const bytes = new Uint8Array(head.buffer, head.byteOffset + 1, 8);
    return new TextDecoder('latin1').decode(bytes).replace(/ .*$/, '');
  }
  // In files without the number of digits, the table's length tells it.
  const digits = head.getUint16(5, true) || Math.round(Math.log2(Number(head.getBigUint64(11, true))) / 4);
  return head.getUint32(1, true).toString(16).padStart(digits, '0');
}

async function* readChunks(
  source: ModelSource,
  stored: readonly StoredTable[],
  network: Network,
  { entries: most = CHUNK_ENTRIES, onProgress }: ChunkOptions = {},
): AsyncGenerator<WeightChunk, void, undefined> {
  for (const [table, { cells, width, offset, entries }] of stored.entries()) {
    const pattern = network.patterns[table]!;
    // Folding needs the whole table at once; the kernel folds patterns of up to six cells, 64 MiB.
    const image = isFolded(network, pattern) ? imageOf(pattern) : undefined;
    const whole = image && new Float32Array(entries);
    for (let start = 0; start < entries; start += most) {
      const count = Math.min(most, entries - start);
      const values = numbersOf(await source.read(offset + start * width, count * width), width);
      // The file has no checksum that would show it.
      if (!values.every(Number.isFinite)) throw damaged(source.name, `a weight of the table ${cells} is not a number`);
      if (whole) whole.set(values, start);
      else if (!isZero(values)) yield { stage: 0, table, part: 'weights', start, values };
      onProgress?.(offset + (start + count) * width, source.size);
    }
    if (!whole || !image) continue;
    fold(whole, image);
    yield* chunksOf(whole, table, most);
  }
}

function* chunksOf(weights: Float32Array, table: number, most: number): Generator<WeightChunk, void, undefined> {
  for (let start = 0; start < weights.length; start += most) {
    const values = weights.subarray(start, start + most);
    if (!isZero(values)) yield { stage: 0, table, part: 'weights', start, values };
  }
}

function numbersOf(bytes: Uint8Array, width: StoredTable['width']): Float32Array {
  if (width === 4) return floatsOf(bytes);
  const aligned = bytes.byteOffset % width === 0 ? bytes : copyOf(bytes);
  if (width === 2) return fromHalf(new Uint16Array(aligned.buffer, aligned.byteOffset, aligned.length / 2));
  return Float32Array.from(new Float64Array(aligned.buffer, aligned.byteOffset, aligned.length / 8));
}

// ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────────

export interface TdlOptions {
  /** Half precision: f16 instead of f32. */
  readonly half?: boolean;
  /** Whether the file's name will not end in .w. */
  readonly otherName?: boolean;
}

/** Bytes that the file will have. */
export function tdlBytes(patterns: readonly Pattern[], { half = false, otherName = false }: TdlOptions = {}): number {
  const weights = patterns.reduce((sum, { cells }) => sum + 16 ** cells.length, 0);
  return (otherName ? 6 : 5) + 21 * patterns.length + weights * (half ? 2 : 4);
}

/** The chunks must come in the order of tables and entries; those of coherence are skipped. */
export async function writeTdl(
  sink: ModelSink,
  header: ModelHeader,
  chunks: AsyncIterable<WeightChunk> | Iterable<WeightChunk>,
  { half = false, otherName = false }: TdlOptions = {},
): Promise<void> {
  const network = createNetwork(header.description);
  const { game, stages, values: kind } = network.description;
  const refuse = (what: string): never => {
    throw new InputError(`a .w file cannot hold ${what}; write .safetensors or .compact`);
  };
  if (game !== '2048') refuse('a network for a game other than 2048');
  if (stages !== 'none') refuse(`${network.stageCount} stages`);
  if (kind !== 'afterstate') refuse(`values of ${kind === 'state' ? 'states' : 'actions'}`);
  if (network.features.length > 0) refuse(`features (${network.features.join(', ')})`);

  const width = half ? 2 : 4;
  const put = async (values: Float32Array, name: string): Promise<void> => {
    if (!half) return sink.write(bytesOf(values));
    for (const value of values) {
      if (!(Math.abs(value) <= LARGEST_HALF))
        throw new InputError(`the weight ${value} of ${name} does not fit in half precision; leave --half out`);
    }
    const halves = toHalf(values);
    return sink.write(new Uint8Array(halves.buffer));
  };

  await sink.write(startBytes(network.patterns.length, otherName));
  const iterator = iterate(chunks);
  let next = await iterator.next();
  for (const [table, { name, entries, pattern }] of tablesOf(network).entries()) {
    await sink.write(tableStart(pattern!, width));
    const image = header.folded.includes(name) ? imageOf(pattern!) : undefined;
    const whole = image && new Float32Array(entries);
    let at = 0;
    for (; !next.done && next.value.table === table; next = await iterator.next()) {
      const { part, start, values } = next.value;
      if (part === 'coherence') continue;
      if (start < at || start + values.length > entries)
        throw new Error(`a chunk of table ${table} from ${start} has no place in the model`);
      if (whole) whole.set(values, start);
      else {
        if (start > at) await sink.skip((start - at) * width);
        await put(values, name);
      }
      at = start + values.length;
    }
    if (whole && image) {
      unfold(whole, image);
      for (let start = 0; start < entries; start += CHUNK_ENTRIES)
        await put(whole.subarray(start, start + CHUNK_ENTRIES), name);
    } else if (at < entries) await sink.skip((entries - at) * width);
    // No further blocks.
    await sink.write(new Uint8Array(2));
  }
  if (!next.done) throw new Error(`a chunk of table ${next.value.table} has no place in the model`);
}

async function* iterate(chunks: AsyncIterable<WeightChunk> | Iterable<WeightChunk>): AsyncGenerator<WeightChunk, void> {
  yield* chunks;
}

function startBytes(tables: number, otherName: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(5));
  view.setUint32(1, tables, true);
  return new Uint8Array([...(otherName ? [W] : []), ...new Uint8Array(view.buffer)]);
}

function tableStart({ cells, text }: Pattern, width: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(19));
  view.setUint8(0, 4);
  view.setUint32(1, Number.parseInt(text, 16), true);
  view.setUint16(5, cells.length, true);
  view.setUint16(9, width, true);
  view.setBigUint64(11, BigInt(16 ** cells.length), true);
  return new Uint8Array(view.buffer);
}
