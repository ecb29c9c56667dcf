// What a shipped model does not need: weights that no board of their stage can look up (tiles that would make it another
// stage), weights that training never touched, which still have their share of the initial value, and those
// that the last training never met.

import type { WeightChunk } from './model.ts';
import { tablesOf } from './model.ts';
import type { Network } from './network.ts';
import { isFolded } from './placement.ts';
import type { Rounding } from './rounding.ts';
import type { Stages } from './stages.ts';
import { stageOfTiles } from './stages.ts';

export interface PruneOptions {
  /** The value that every board had when training began. */
  readonly initial?: number;
  /** Leave out weights whose sums of temporal coherence are 0: the training that kept them never met one. */
  readonly met?: boolean;
  /** With `met`: also leave out those whose sum of sizes A is less than this. */
  readonly least?: number;
  /** With `met`: what each weight that is kept becomes. */
  readonly round?: Rounding;
}

/** The chunks with 0 for every weight that is not needed; sums of temporal coherence are left out. */
export async function* pruned(
  network: Network,
  chunks: AsyncIterable<WeightChunk>,
  { initial = 0, met = false, least = 0, round }: PruneOptions = {},
): AsyncGenerator<WeightChunk> {
  const tables = tablesOf(network);
  const possible = possibleTiles(network.stages, network.stageCount);
  // A table's weights come before its sums; with `met` they wait for them.
  let waiting: WeightChunk[] = [];
  let sums: WeightChunk[] = [];
  for await (const chunk of chunks) {
    const [first] = [...waiting, ...sums];
    if (first && (first.stage !== chunk.stage || first.table !== chunk.table)) {
      yield* onlyMet(waiting, sums, least, round);
      [waiting, sums] = [[], []];
    }
    if (chunk.part === 'coherence') {
      if (met) sums.push({ ...chunk, values: chunk.values.slice() });
      continue;
    }
    const { pattern } = tables[chunk.table]!;
    const share = initial / network.lookups;
    // As the learner fills its tables: a folded weight stands for two lookups.
    const untouched = Math.fround(pattern && isFolded(network, pattern) ? share * 2 : share);
    const cells = pattern?.cells.length ?? 0;
    const impossible = ~(possible[chunk.stage] ?? 0xffff);
    const values = chunk.values.slice();
    for (let i = 0; i < values.length; i++) {
      if (values[i] === 0) continue;
      if (values[i] === untouched || tilesOf(chunk.start + i, cells) & impossible) values[i] = 0;
    }
    if (met) waiting.push({ ...chunk, values });
    else yield { ...chunk, values };
  }
  yield* onlyMet(waiting, sums, least, round);
}

/** A table's weights, with 0 for those whose sum of sizes A is 0 or less than `least`; chunks of sums that are all 0 may be missing. */
function* onlyMet(
  weights: readonly WeightChunk[],
  sums: readonly WeightChunk[],
  least: number,
  round: Rounding | undefined,
): Generator<WeightChunk> {
  for (const { start, values, ...chunk } of weights) {
    const { stage, table } = chunk;
    const kept = new Float32Array(values.length);
    for (const { start: first, values: pairs } of sums) {
      const from = Math.max(start, first);
      const to = Math.min(start + values.length, first + pairs.length / 2);
      for (let entry = from; entry < to; entry++) {
        const size = pairs[2 * (entry - first) + 1]!;
        const weight = values[entry - start]!;
        if (weight === 0 || size === 0 || size < least) continue;
        kept[entry - start] = round ? round(stage, table, weight, size) : weight;
      }
    }
    yield { start, values: kept, ...chunk };
  }
}

/** The exponents in an entry of a pattern, as bits. */
function tilesOf(entry: number, cells: number): number {
  let bits = 0;
  for (let i = 0, rest = entry; i < cells; i++, rest = Math.floor(rest / 16)) bits |= 1 << (rest % 16);
  return bits;
}

/** For each stage the exponents that its boards may have, as bits; 0 is the empty cell. */
function possibleTiles(stages: Stages, count: number): number[] {
  const possible = Array.from({ length: count }, () => 1);
  // A stage that is reached for good says nothing about later tiles on the board.
  if (stages.kind === 'none' || stages.kind === 'reach') return possible.fill(0xffff);
  for (let present = 0; present < 65536; present += 2) possible[stageOfTiles(stages, present)]! |= present;
  return possible;
}
