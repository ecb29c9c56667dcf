// Weights between model files and the kernel's memory, chunk by chunk.

import { InputError } from '../rules/input-error.ts';
import type { Learner } from './learner.ts';
import type { ChunkOptions, ModelFile, WeightChunk } from './model.ts';
import { CHUNK_ENTRIES, tablesOf } from './model.ts';
import type { Segment, Swap } from './placement.ts';
import { isFolded, tableName } from './placement.ts';
import type { Network } from './network.ts';

/** The patterns that the kernel keeps folded, as model files name them. */
export function foldedPatterns(network: Network): string[] {
  return network.patterns.filter((pattern) => isFolded(network, pattern)).map(({ text }) => text);
}

/** A learner's weights in the order of a file. */
export function* weightChunks(learner: Learner): Generator<WeightChunk> {
  const segments = learner.segments();
  for (let stage = 0; stage < learner.network.stageCount; stage++) {
    for (const [table, { name }] of tablesOf(learner.network).entries()) {
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
  /** A model without stages is put into every stage of the learner. */
  readonly everyStage?: boolean;
  /** The learner's weights are 0, as those of a new one are. */
  readonly fresh?: boolean;
  /** The first and the last stage that are loaded; others keep what they have. All unless given. */
  readonly stages?: readonly [first: number, last: number];
}

/** Puts a model's weights, and with `coherence` its sums, into a learner of the same network; what it leaves out is 0. */
export async function loadWeights(learner: Learner, model: ModelFile, options: LoadOptions = {}): Promise<void> {
  const { description } = learner.network;
  const other = model.network.description;
  const everyStage = options.everyStage === true && model.network.stageCount === 1;
  for (const key of ['game', 'network', 'stages', 'values'] as const) {
    if (other[key] !== description[key] && !(key === 'stages' && everyStage)) {
      throw new InputError(`'${model.source.name}' has ${key} '${other[key]}', and '${description[key]}' is needed`);
    }
  }
  const folded = foldedPatterns(learner.network);
  if (model.header.folded.join(' ') !== folded.join(' ')) {
    throw new InputError(`'${model.source.name}' has other tables folded than this program; convert it first`);
  }
  const [firstStage, lastStage] = options.stages ?? [0, Infinity];
  const segments = learner.segments().filter(({ stage }) => stage >= firstStage && stage <= lastStage);
  for (const { weights, coherence } of options.fresh ? [] : segments) {
    weights.fill(0);
    coherence?.fill(0);
  }
  const names = tablesOf(learner.network).map(({ name }) => name);
  for await (const chunk of model.chunks(options)) {
    const own = segments.filter(
      ({ stage, table }) => (everyStage || stage === chunk.stage) && tableName(table) === names[chunk.table],
    );
    for (const segment of own) scatter(segment, chunk);
  }
}

/** The weights, or sums, of entries from `start` on of a segment, in order. */
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

/** Writes the part of a chunk that lies in a segment, which is 0 throughout. */
function scatter(segment: Segment, { part, start, values }: WeightChunk): void {
  const { first, slotOf, swap, weights, coherence } = segment;
  const width = part === 'weights' ? 1 : 2;
  const from = Math.max(0, first - start);
  const to = Math.min(values.length / width, first + weights.length - start);
  if (part === 'weights') {
    if (swap.bits === 0) weights.set(values.subarray(from, to), start + from - first);
    else scatterBySlot(weights, start, values.subarray(from, to), swap);
  } else if (coherence) {
    for (let i = from; i < to; i++) {
      const slot = slotOf(start + i);
      coherence[2 * slot] = values[2 * i]!;
      coherence[2 * slot + 1] = values[2 * i + 1]!;
    }
  }
}

/** As `slotOf` says, for tables that begin at 0; most weights are 0, and the memory is as well. */
function scatterBySlot(weights: Float32Array, start: number, values: Float32Array, { bits, far }: Swap): void {
  const words = new Int32Array(values.buffer, values.byteOffset, values.length);
  for (let i = 0; i < words.length; i++) {
    if (words[i] === 0) continue;
    const entry = start + i;
    const t = (entry ^ (entry >>> far)) & bits;
    weights[entry ^ t ^ (t << far)] = values[i]!;
  }
}
