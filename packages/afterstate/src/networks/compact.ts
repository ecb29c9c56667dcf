// The compact form of a model, for shipping: weights as multiples of a step, without the zeros, coded (compact-block.ts).
//   the line `afterstate compact 2`; u32 the header's length; the header in JSON; the blocks, one after another
// The header has the metadata of model.ts, and a list of the blocks, in the order of the weights:
//   [stage, table, first entry, entries, step, how many are not 0, bytes]
// A weight w becomes step · Math.round(w / step), computed in double and rounded to single precision; blocks of zeros are
// left out. The checksum is that of the whole file with eight zeros in its own place; it is checked before any block is
// decoded. A file is held in memory while being written: it is small, and its header needs the sizes of the blocks.

import { InputError } from '../rules/input-error.ts';
import { Checksum } from './checksum.ts';
import { BLOCK_ENTRIES, BlockReader, encodeBlock, LARGEST_NUMBER, SLICE_ENTRIES } from './compact-block.ts';
import type { ChunkOptions, ModelFile, ModelHeader, ModelSink, ModelSource, WeightChunk } from './model.ts';
import {
  CHUNK_ENTRIES,
  cut,
  damaged,
  findChecksum,
  formatMetadata,
  isZero,
  parseHeader,
  parseMetadata,
  tablesOf,
  withoutChecksum,
  wrongChecksum,
} from './model.ts';
import type { Network } from './network.ts';
import { createNetwork } from './network.ts';

export const COMPACT_MAGIC = 'afterstate compact ';
/** Files of form 1 are read as well; they differ in how a block codes its numbers. */
export type CompactForm = 1 | 2;
const START = new TextEncoder().encode(`${COMPACT_MAGIC}2\n`);
const LONGEST_HEADER = 100_000_000;
/** Bytes to read at a time for the checksum. */
const PIECE = 1 << 22;

/** Steps of 16 points cost no strength that thousands of games could show, and take 7 bits per weight (docs/reference/model-files.md). */
export const DEFAULT_STEP = 16;

interface Block {
  readonly stage: number;
  readonly table: number;
  readonly start: number;
  readonly entries: number;
  readonly step: number;
  readonly nonZero: number;
  readonly bytes: number;
}

// ── reading ──────────────────────────────────────────────────────────────────────────────────────────────────────

export async function readCompact(source: ModelSource, form: CompactForm): Promise<ModelFile> {
  const { name, size } = source;
  const begin = START.length + 4;
  if (size < begin) throw cut(name, size, begin);
  const start = await source.read(0, begin);
  const length = new DataView(start.buffer, start.byteOffset).getUint32(START.length, true);
  if (length > LONGEST_HEADER) throw damaged(name, `its header of ${length} bytes is too long`);
  if (begin + length > size) throw cut(name, size, begin + length);
  const json = await source.read(begin, length);
  const content = parseHeader(json, name);
  const { header, network } = parseMetadata(content['metadata'], name);
  const blocks = parseBlocks(content['blocks'], network, name);
  const whole = blocks.reduce((sum, { bytes }) => sum + bytes, begin + length);
  if (size < whole) throw cut(name, size, whole);
  if (size > whole) throw damaged(name, `it has ${size - whole} extra bytes at its end`);
  const { at, digits } = findChecksum(json, name);
  const before = [start, withoutChecksum(json, at)];
  return {
    form: 'compact',
    source,
    header,
    network,
    coherent: false,
    checksum: digits,
    step: commonStep(blocks.map(({ step }) => step)),
    async *chunks(options = {}) {
      await verify(source, before, begin + length, digits);
      yield* readChunks(source, form, begin + length, blocks, options);
    },
  };
}

/** Throws if a block is not of the network, or overlaps another. */
function parseBlocks(list: unknown, network: Network, file: string): Block[] {
  if (!Array.isArray(list)) throw damaged(file, 'its header lists no blocks');
  const tables = tablesOf(network);
  /** Blocks ascend by stage, table and first entry. */
  let reached = [0, 0, 0];
  return list.map((item: unknown, number) => {
    const fields: unknown[] = Array.isArray(item) ? item : [];
    if (fields.length !== 7 || !fields.every((field): field is number => Number.isFinite(field)))
      throw damaged(file, `block ${number} in its header is not seven numbers`);
    const [stage, table, start, entries, step, nonZero, bytes] = fields as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const whole = [stage, table, start, entries, nonZero, bytes].every((n) => Number.isSafeInteger(n) && n >= 0);
    const end = tables[table]?.entries ?? 0;
    const fits = stage < network.stageCount && entries > 0 && entries <= BLOCK_ENTRIES && start + entries <= end;
    const follows = [stage - reached[0]!, table - reached[1]!, start - reached[2]!].find((n) => n !== 0) ?? 0;
    if (!whole || !fits || follows < 0 || !(step > 0) || nonZero > entries)
      throw damaged(file, `block ${number} in its header has no place in the network`);
    reached = [stage, table, start + entries];
    return { stage, table, start, entries, step, nonZero, bytes };
  });
}

async function verify(
  source: ModelSource,
  before: readonly Uint8Array[],
  begin: number,
  stated: string,
): Promise<void> {
  const checksum = new Checksum();
  for (const bytes of before) checksum.update(bytes);
  for (let at = begin; at < source.size; at += PIECE)
    checksum.update(await source.read(at, Math.min(PIECE, source.size - at)));
  const found = checksum.digest();
  if (found !== stated) throw wrongChecksum(source.name, stated, found);
}

async function* readChunks(
  source: ModelSource,
  form: CompactForm,
  begin: number,
  blocks: readonly Block[],
  { entries: most = CHUNK_ENTRIES, onProgress }: ChunkOptions,
): AsyncGenerator<WeightChunk, void, undefined> {
  const room = new Float32Array(SLICE_ENTRIES);
  let at = begin;
  for (const { stage, table, start, entries, step, nonZero, bytes } of blocks) {
    const payload = await source.read(at, bytes);
    const reader = sound(source.name, () => new BlockReader(payload, entries, form));
    let found = 0;
    for (let slice = 0; slice < entries; slice += SLICE_ENTRIES) {
      const weights = room.subarray(0, Math.min(SLICE_ENTRIES, entries - slice));
      const count = sound(source.name, () => reader.read(step, weights));
      found += count;
      for (let from = 0; count > 0 && from < weights.length; from += most) {
        const values = weights.subarray(from, from + most);
        if (values.length === weights.length || !isZero(values))
          yield { stage, table, part: 'weights', start: start + slice + from, values };
      }
      onProgress?.(at + Math.round((bytes * (slice + weights.length)) / entries), source.size);
    }
    sound(source.name, () => reader.finish());
    if (found !== nonZero) throw damaged(source.name, `a block has ${found} weights and should have ${nonZero}`);
    at += bytes;
  }
}

/** Blocks that cannot be right, although the checksum is. */
function sound<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw damaged(file, error.message);
    throw error;
  }
}

// ── writing ──────────────────────────────────────────────────────────────────────────────────────────────────────

export interface CompactOptions {
  /** In points: one for all stages, or one for each. */
  readonly step?: number | readonly number[];
}

/** What happened to the weights. */
export interface Quantisation {
  readonly step: number | readonly number[];
  /** Weights that were not 0 before, and that are not 0 after. */
  readonly before: number;
  readonly after: number;
}

/** The chunks must come in the order of stages, tables and entries; those of coherence are skipped. */
export async function writeCompact(
  sink: ModelSink,
  header: ModelHeader,
  chunks: AsyncIterable<WeightChunk> | Iterable<WeightChunk>,
  { step = DEFAULT_STEP }: CompactOptions = {},
): Promise<Quantisation> {
  const network = createNetwork(header.description);
  const steps = perStage('step', step, network.stageCount);
  const tables = tablesOf(network);
  const blocks: Block[] = [];
  const payloads: Uint8Array[] = [];
  let before = 0;
  let after = 0;
  let open: { stage: number; table: number; start: number; numbers: Int32Array } | undefined;
  const room = new Int32Array(Math.min(BLOCK_ENTRIES, Math.max(...tables.map(({ entries }) => entries))));

  const close = (): void => {
    if (!open) return;
    const { stage, table, start, numbers } = open;
    open = undefined;
    let nonZero = 0;
    for (let i = 0; i < numbers.length; i++) if (numbers[i] !== 0) nonZero++;
    after += nonZero;
    if (nonZero === 0) return;
    const bytes = encodeBlock(numbers);
    blocks.push({
      stage,
      table,
      start,
      entries: numbers.length,
      step: steps[stage]!,
      nonZero,
      bytes: bytes.length,
    });
    payloads.push(bytes);
  };

  for await (const { stage, table, part, start, values } of chunks) {
    if (part === 'coherence') continue;
    const { name, entries } = tables[table]!;
    for (let from = 0; from < values.length;) {
      const at = start + from;
      if (!open || open.stage !== stage || open.table !== table || at >= open.start + BLOCK_ENTRIES) {
        close();
        const first = at - (at % BLOCK_ENTRIES);
        const numbers = room.subarray(0, Math.min(BLOCK_ENTRIES, entries - first)).fill(0);
        open = { stage, table, start: first, numbers };
      }
      const piece = values.subarray(from, from + Math.min(values.length - from, open.start + BLOCK_ENTRIES - at));
      before += quantise(piece, steps[stage]!, open.numbers, at - open.start, name);
      from += piece.length;
    }
  }
  close();

  const list = blocks.map((block) => Object.values(block));
  const json = new TextEncoder().encode(
    JSON.stringify({ metadata: formatMetadata({ ...header, description: network.description }), blocks: list }),
  );
  const start = new Uint8Array(START.length + 4);
  start.set(START);
  new DataView(start.buffer).setUint32(START.length, json.length, true);
  const checksum = new Checksum();
  for (const bytes of [start, json, ...payloads]) checksum.update(bytes);
  json.set(new TextEncoder().encode(checksum.digest()), findChecksum(json, 'the model').at);
  for (const bytes of [start, json, ...payloads]) await sink.write(bytes);
  return { step, before, after };
}

/** One number for all stages, or one for each, as one for each. */
export function perStage(name: string, given: number | readonly number[], stages: number): readonly number[] {
  const numbers = typeof given === 'number' ? Array.from({ length: stages }, () => given) : given;
  const wrong = numbers.find((one) => !(one > 0 && Number.isFinite(one)));
  if (wrong !== undefined) throw new InputError(`the ${name} must be above 0, not ${wrong}`);
  if (numbers.length !== stages)
    throw new InputError(
      `${name}: ${numbers.length} numbers for ${stages} stage${stages === 1 ? '' : 's'}; give one for each, or one for all`,
    );
  return numbers;
}

/** What all weights are multiples of if every step is a whole number; otherwise the largest. */
function commonStep(steps: readonly number[]): number {
  if (!steps.every(Number.isInteger)) return Math.max(0, ...steps);
  let common = 0;
  for (let step of steps) while (step > 0) [common, step] = [step, common % step];
  return common;
}

/** Returns how many of the weights are not 0. */
function quantise(values: Float32Array, step: number, numbers: Int32Array, at: number, table: string): number {
  let nonZero = 0;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value === 0) continue;
    nonZero++;
    const number = Math.round(value / step);
    if (Number.isNaN(number)) throw new InputError(`a weight of ${table} is not a number; the model is unusable`);
    if (Math.abs(number) > LARGEST_NUMBER) {
      throw new InputError(
        `the weight ${value} of ${table} is too large for steps of ${step}; choose steps of more than ${Math.abs(value) / LARGEST_NUMBER}`,
      );
    }
    numbers[at + i] = number;
  }
  return nonZero;
}
