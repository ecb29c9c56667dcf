// Weights between model files and the kernel's memory, chunk by chunk.

import { InputError } from '../rules/input-error.ts';
import type { ChunkOptions, ModelFile, WeightChunk } from './model.ts';
import { CHUNK_ENTRIES, tablesOf } from './model.ts';
import type { PlacedNetwork } from './placed-network.ts';
import type { Segment, Swap } from './placement.ts';
import { isFolded, swapped, tableName } from './placement.ts';
import type { Network } from './network.ts';

const LARGEST_NARROW = 32_767;

/** A weight is not a multiple of the step that fits 16 bits. */
export class TooWide extends Error {
  override readonly name = 'TooWide';
}

/** The patterns that the kernel keeps folded, as model files name them. */
export function foldedPatterns(network: Network): string[] {
  return network.patterns.filter((pattern) => isFolded(network, pattern)).map(({ text }) => text);
}

/** A network's weights, in the order of a file. */
export function* weightChunks(placed: PlacedNetwork): Generator<WeightChunk> {
  const segments = placed.segments();
  for (let stage = 0; stage < placed.network.stageCount; stage++) {
    for (const [table, { name }] of tablesOf(placed.network).entries()) {
      const parts = segments
        .filter((segment) => segment.stage === stage && tableName(segment.table) === name)
        .sort((a, b) => a.first - b.first);
      for (const part of ['weights', 'coherence'] as const) {
        const width = part === 'coherence' ? 2 : 1;
        for (const segment of parts) {
          const all = segment[part];
          for (let at = 0; all && at < all.length; at += CHUNK_ENTRIES * width) {
            yield {
              stage,
              table,
              part,
              start: segment.first + at / width,
              values: gathered(segment, part, at / width, Math.min(CHUNK_ENTRIES, (all.length - at) / width)),
            };
          }
        }
      }
    }
  }
}

export interface LoadOptions extends ChunkOptions {
  /** A model without stages is put into every stage of the placed network. */
  readonly everyStage?: boolean;
  /** The weights are 0, as in a network that was just placed. */
  readonly fresh?: boolean;
  /** The first and the last stage to load; others keep what they have. All by default. */
  readonly stages?: readonly [first: number, last: number];
  /** The model's stage that each of those takes, whatever the model's stages are; by default the one with its own number. */
  readonly source?: number;
  /** The model may have only some of the network's tables; the others become 0, so boards are worth what they were. */
  readonly grow?: boolean;
}

/** Throws if a model's weights cannot be put into a network. */
export function requireFit(network: Network, model: ModelFile, options: LoadOptions = {}): void {
  const { everyStage, source, stages } = options;
  const { description } = network;
  const other = model.network.description;
  const anyStages =
    source !== undefined || isForEveryStage(model, everyStage) || sharesStages(model.network, network, stages);
  if (source !== undefined && source >= model.network.stageCount)
    throw new InputError(`'${model.source.name}' has no stage ${source}, only ${model.network.stageCount} from 0 on`);
  const grows = options.grow === true && newTables(network, model.network) !== undefined;
  for (const key of ['game', 'network', 'stages', 'values'] as const) {
    if (other[key] !== description[key] && !(key === 'stages' && anyStages) && !(key === 'network' && grows)) {
      throw new InputError(`'${model.source.name}' has ${key} '${other[key]}', but '${description[key]}' is needed`);
    }
  }
  if (model.header.folded.join(' ') !== foldedPatterns(model.network).join(' ')) {
    throw new InputError(`'${model.source.name}' folds other tables than this program does; convert it first`);
  }
}

/** The tables of a network that a smaller one does not have; undefined if the smaller one has any of its own. */
export function newTables(network: Network, smaller: Network): string[] | undefined {
  const [all, known] = [network, smaller].map((one) => tablesOf(one).map(({ name }) => name)) as [string[], string[]];
  return known.every((name) => all.includes(name)) ? all.filter((name) => !known.includes(name)) : undefined;
}

function isForEveryStage(model: ModelFile, everyStage: boolean | undefined): boolean {
  return everyStage === true && model.network.stageCount === 1;
}

/**
 * Puts a model's weights, and with `coherence` its sums, into a placed network of the same description; what the model leaves out is 0.
 * Throws TooWide if the network has 16 bits per weight and that is not enough.
 */
export async function loadWeights(placed: PlacedNetwork, model: ModelFile, options: LoadOptions = {}): Promise<void> {
  requireFit(placed.network, model, options);
  const { source } = options;
  const everyStage = isForEveryStage(model, options.everyStage);
  const [firstStage, lastStage] = options.stages ?? [0, Infinity];
  const asked = <T extends { readonly stage: number }>(all: T[]): T[] =>
    all.filter(({ stage }) => stage >= firstStage && stage <= lastStage);
  const narrow = placed.step > 0 ? asked(placed.narrowSegments()) : [];
  const wide = placed.step > 0 ? [] : asked(placed.segments());
  if (!options.fresh) {
    for (const { weights } of narrow) weights.fill(0);
    for (const { weights, coherence } of wide) {
      weights.fill(0);
      coherence?.fill(0);
    }
  }
  const names = tablesOf(model.network).map(({ name }) => name);
  for await (const chunk of model.chunks(options)) {
    const isOwn = (stage: number): boolean =>
      everyStage || (source === undefined ? stage === chunk.stage : source === chunk.stage);
    const own = ({ stage, table }: Pick<Segment, 'stage' | 'table'>): boolean =>
      isOwn(stage) && tableName(table) === names[chunk.table];
    for (const segment of wide.filter(own)) scatter(segment, chunk);
    for (const segment of narrow.filter(own)) scatterNarrow(segment, chunk, placed.step);
  }
}

/**
 * Whether two networks have in common the stages up to the last one requested: those reached by the same splits. Where the
 * last of them ends does not matter, because multi-stage learning teaches every stage to the end of the game.
 */
function sharesStages(model: Network, placed: Network, stages: LoadOptions['stages']): boolean {
  if (model.stages.kind !== 'reach' || placed.stages.kind !== 'reach' || !stages) return false;
  const [, last] = stages;
  const begins = (network: Network): string =>
    network.stages.kind === 'reach' ? JSON.stringify(network.stages.splits.slice(0, last)) : '';
  return last < Math.min(model.stageCount, placed.stageCount) && begins(model) === begins(placed);
}

/** The weights, or sums, of a segment's entries from `start` on, in order. */
function gathered(
  { first, slotOf, weights, coherence }: Segment,
  part: WeightChunk['part'],
  start: number,
  count: number,
) {
  const values = new Float32Array(part === 'weights' ? count : 2 * count);
  for (let i = 0; i < count; i++) {
    const slot = slotOf(first + start + i);
    if (part === 'weights') values[i] = weights[slot]!;
    else {
      values[2 * i] = coherence![2 * slot]!;
      values[2 * i + 1] = coherence![2 * slot + 1]!;
    }
  }
  return values;
}

/** Writes the part of a chunk that lies in a segment, which is all 0. */
function scatter(segment: Segment, { part, start, values }: WeightChunk): void {
  const { first, slotOf, swap, weights, coherence } = segment;
  const width = part === 'weights' ? 1 : 2;
  const from = Math.max(0, first - start);
  const to = Math.min(values.length / width, first + weights.length - start);
  if (part === 'weights') {
    if (swap.bits === 0 && swap.hintAt === 0) weights.set(values.subarray(from, to), start + from - first);
    else scatterBySlot(weights, start, values.subarray(from, to), swap);
  } else if (coherence) {
    for (let i = from; i < to; i++) {
      const slot = slotOf(start + i);
      coherence[2 * slot] = values[2 * i]!;
      coherence[2 * slot + 1] = values[2 * i + 1]!;
    }
  }
}

/** The same in 16 bits; a chunk is of one table, and such tables are whole. */
function scatterNarrow(segment: Segment<Int16Array>, { start, values }: WeightChunk, step: number): void {
  const { swap, weights } = segment;
  const words = new Int32Array(values.buffer, values.byteOffset, values.length);
  for (let i = 0; i < words.length; i++) {
    if (words[i] === 0) continue;
    const multiple = values[i]! / step;
    if (!Number.isInteger(multiple) || Math.abs(multiple) > LARGEST_NARROW) throw new TooWide();
    weights[swapped(start + i, swap)] = multiple;
  }
}

/** Like `slotOf`, for tables that begin at 0; most weights are 0, and so is the memory. */
function scatterBySlot(weights: Float32Array, start: number, values: Float32Array, swap: Swap): void {
  const words = new Int32Array(values.buffer, values.byteOffset, values.length);
  for (let i = 0; i < words.length; i++) {
    if (words[i] !== 0) weights[swapped(start + i, swap)] = values[i]!;
  }
}
