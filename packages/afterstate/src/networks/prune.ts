// What a shipped model does not need: weights that no board of their stage can look up (tiles that would make it another
// stage), and weights that training never touched, which still have their share of the value that it began with.

import type { WeightChunk } from './model.ts';
import { tablesOf } from './model.ts';
import type { Network } from './network.ts';
import { isFolded } from './placement.ts';
import type { Stages } from './stages.ts';
import { stageOfTiles } from './stages.ts';

export interface PruneOptions {
  /** The value that every board had when training began. */
  readonly initial?: number;
}

/** The chunks with 0 for every weight that is not needed; sums of temporal coherence are left out. */
export async function* pruned(
  network: Network,
  chunks: AsyncIterable<WeightChunk>,
  { initial = 0 }: PruneOptions = {},
): AsyncGenerator<WeightChunk> {
  const tables = tablesOf(network);
  const possible = possibleTiles(network.stages, network.stageCount);
  for await (const chunk of chunks) {
    if (chunk.part !== 'weights') continue;
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
    yield { ...chunk, values };
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
  // A stage that is reached for good says nothing of the tiles on the board later.
  if (stages.kind === 'none' || stages.kind === 'reach') return possible.fill(0xffff);
  for (let present = 0; present < 65536; present += 2) possible[stageOfTiles(stages, present)]! |= present;
  return possible;
}
