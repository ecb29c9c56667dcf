// Networks in the kernel beside the plain reference on the same weights: shared by the tests of values and of learning.

import type { Board, Game, Hint, PlacedNetwork, State } from 'afterstate';
import { Random } from 'afterstate';
import type { Numbers, Table } from '../packages/afterstate/dist/networks/reference.js';
import { ReferenceNetwork } from '../packages/afterstate/dist/networks/reference.js';
import type { Segment } from '../packages/afterstate/dist/networks/placement.js';
import { tableName } from '../packages/afterstate/dist/networks/placement.js';

/** The reference on a placed network's own weights, in place; a table cut into slices reads as one. */
export function referenceOver(placed: PlacedNetwork): ReferenceNetwork {
  const tables = new Map<string, Table>();
  return new ReferenceNetwork(placed.network, (stage, table) => {
    const key = `${stage} ${tableName(table)}`;
    let found = tables.get(key);
    if (!found) {
      const parts = placed
        .segments()
        .filter((segment) => segment.stage === stage && tableName(segment.table) === tableName(table));
      found = {
        weights: inOrder(parts, 1, ({ weights }) => weights),
        sums: inOrder(parts, 2, ({ coherence }) => coherence),
      };
      tables.set(key, found);
    }
    return found;
  });
}

/** A table's numbers by entry, wherever they lie; `width` of them per entry. */
function inOrder(parts: Segment[], width: number, of: (part: Segment) => Float32Array | undefined): Numbers {
  if (parts.every((part) => !of(part))) return [];
  const place = (key: string | symbol): [Float32Array, number] => {
    const index = Number(key as string);
    const entry = Math.floor(index / width);
    const part = parts.find(({ first, weights }) => entry >= first && entry < first + weights.length)!;
    return [of(part)!, part.slotOf(entry) * width + (index % width)];
  };
  return new Proxy([] as Numbers, {
    get: (_target, key) => {
      const [numbers, index] = place(key);
      return numbers[index];
    },
    set: (_target, key, value: number) => {
      const [numbers, index] = place(key);
      numbers[index] = value;
      return true;
    },
  });
}

/** Extreme boards: empty, all tiles alike, every neighbour the double of the next. */
const EXTREMES: readonly Board[] = [
  Array.from({ length: 16 }, () => 0),
  Array.from({ length: 16 }, () => 5),
  Array.from({ length: 16 }, () => 14),
  Array.from({ length: 16 }, (_, cell) => 3 + (cell >> 2) + (cell & 3)),
];

/** Boards with tiles of any size, the extremes first, then from nearly empty to full; in Threes with hints and bags. */
export function someStates(game: Game, count: number, seed: number): State[] {
  const random = Random.forGame(seed, 0);
  return Array.from({ length: count }, (_, i) => {
    const empty = random.below(10) / 10;
    const most = 1 + random.below(game.maxExponent);
    const any = Array.from({ length: 16 }, () =>
      random.next().hi / 2 ** 32 < empty ? 0 : 1 + random.below(i % 3 === 0 ? game.maxExponent : most),
    );
    const board = EXTREMES[i] ?? any;
    if (!game.hints) return { board };
    const bonus = Math.max(...board) >= 7 && random.below(3) === 0;
    const next: Hint = bonus ? 'bonus' : ([1, 2, 3] as const)[random.below(3)]!;
    return { board, next, bag: [random.below(4), random.below(4), random.below(4)] };
  });
}

/** Gives every weight that the states look up its own value, in every stage. */
export function scatter(reference: ReferenceNetwork, states: readonly State[], seed: number): void {
  const random = Random.forGame(seed, 1);
  for (let stage = 0; stage < reference.network.stageCount; stage++) {
    for (const state of states) {
      const { plain, folded, features } = reference.lookups(state, stage);
      for (const { weights, index } of [...plain.flat(), ...folded.flat(), ...features]) {
        if (weights[index] === 0) weights[index] = Math.fround((random.next().hi / 2 ** 32) * 2000 - 500);
      }
    }
  }
}
