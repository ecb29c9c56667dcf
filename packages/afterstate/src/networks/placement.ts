// Where a network's tables lie in the kernel's memories. A table is one pattern or feature in one stage. All of a memory's
// tables of a stage lie together, the stages one after another; with temporal coherence each weight's two sums (E, A) follow
// at twice the distance. A network that does not fit one memory is spread over several, and a table that does not
// fit by itself is cut into slices. A network that only plays may have 16-bit weights, multiples of a step.

import type { Kernel } from '../kernel/kernel.ts';
import { freeFrom, MEMORY_LIMIT } from '../kernel/kernel.ts';
import * as at from '../kernel/layout.ts';
import { parseGame } from '../rules/games.ts';
import { InputError } from '../rules/input-error.ts';
import type { Network } from './network.ts';
import { featureEntries, networkBytes, patternEntries } from './network.ts';
import type { CellMap, Feature, Pattern } from './pattern.ts';
import { FEATURES, isFoldable, lanes, selfSymmetry, symmetry } from './pattern.ts';
import { stageOfTiles } from './stages.ts';

const LINE = 64;

const VALUES_OF = {
  afterstate: at.VALUES_OF_AFTERSTATE,
  state: at.VALUES_OF_STATE,
  action: at.VALUES_OF_ACTION,
};

/** A table, or a slice of one, in a memory: entries first … first + entries − 1 at `address` in stage 0. */
export interface Place {
  readonly table: Pattern | Feature;
  readonly memory: number;
  readonly address: number;
  readonly first: number;
  readonly entries: number;
}

export interface Placement {
  readonly network: Network;
  readonly coherent: boolean;
  /** What 16-bit weights are multiples of; 0 if weights have 32 bits, unchanged. */
  readonly step: number;
  readonly threads: number;
  readonly places: readonly Place[];
  /** For each memory, the bytes of one stage's weights. */
  readonly stageBytes: readonly number[];
  /** For each memory, all bytes from the start of its free part; the first may have `extra` more at its end. */
  readonly bytes: readonly number[];
  /** Where the extra bytes begin. */
  readonly extra: number;
}

/** The name of a table in model files. */
export function tableName(table: Pattern | Feature): string {
  return typeof table === 'string' ? table : table.text;
}

/** Spreads the tables over memories of at most `limit` bytes; the first has `extra` bytes at its end for the host. */
export function placeNetwork(
  network: Network,
  threads: number,
  coherent: boolean,
  extra = 0,
  limit = MEMORY_LIMIT,
  step = 0,
): Placement {
  const width = step > 0 ? 2 : 4;
  const line = LINE / width;
  // What one weight takes over all stages, including its sums.
  const perEntry = width * network.stageCount * (coherent ? 3 : 1);
  const places: Place[] = [];
  const used: number[] = [0];
  const room = (memory: number): number => {
    const free = limit - freeFrom(memory, threads) - (memory === 0 ? extra + LINE : 0);
    return Math.floor((free - (used[memory] ?? 0) * perEntry) / perEntry / line) * line;
  };
  const put = (table: Pattern | Feature, entries: number, total: number, first: number): void => {
    let memory = used.findIndex((_, i) => room(i) >= entries);
    if (memory < 0) memory = used.push(0) - 1;
    if (room(memory) >= entries) {
      places.push({ table, memory, address: freeFrom(memory, threads) + (used[memory] ?? 0) * width, first, entries });
      used[memory] = (used[memory] ?? 0) + Math.ceil(entries / line) * line;
      return;
    }
    // Too big for any memory: a slice that fits here, the rest elsewhere.
    const slice = room(memory);
    const whole = typeof table === 'string' || table.hint || network.description.values === 'action';
    if (whole || isFolded(network, table) || slice < line) {
      throw new InputError(
        `the table of ${tableName(table)} takes ${(total * perEntry).toLocaleString('en')} bytes, more than one memory has`,
      );
    }
    if (coherent) {
      throw new InputError(
        `the table of ${tableName(table)} takes ${(total * perEntry).toLocaleString('en')} bytes with temporal coherence, more than one memory has; learn it by td`,
      );
    }
    put(table, slice, total, first);
    put(table, entries - slice, total, first + slice);
  };
  for (const feature of network.features) put(feature, featureEntries(feature), featureEntries(feature), 0);
  for (const pattern of network.patterns) {
    const entries = patternEntries(pattern, network.description.values);
    put(pattern, entries, entries, 0);
  }
  const stageBytes = used.map((entries) => entries * width);
  const bytes = used.map((entries) => entries * perEntry);
  const end = Math.ceil((freeFrom(0, threads) + (bytes[0] ?? 0)) / LINE) * LINE;
  return {
    network,
    coherent,
    step,
    threads,
    places,
    stageBytes,
    bytes: bytes.map((size, i) => size + (i === 0 ? extra + LINE : 0)),
    extra: end,
  };
}

/** Throws if the network's weights do not fit the available memory; says how many bytes they take. */
export function checkMemory({ network, coherent, bytes }: Placement, free: number | undefined): void {
  const total = bytes.reduce((sum, size) => sum + size, 0);
  if (free === undefined || total <= free) return;
  const gib = (n: number): string => (n / 2 ** 30).toFixed(1);
  throw new InputError(
    `the network '${network.description.network}' needs ${networkBytes(network, coherent).toLocaleString('en')} bytes (${gib(total)} GiB) of memory, and ${gib(free)} GiB are free; take fewer or shorter patterns, or fewer stages`,
  );
}

/** Writes the network's description where the kernel reads it, in all memories. */
export async function writeNetwork(kernel: Kernel, placement: Placement): Promise<void> {
  const { network } = placement;
  kernel.memories.forEach((memory, i) => {
    const view = new DataView(memory.buffer);
    const set = (setting: number, value: number) => view.setUint32(at.SETTINGS + setting, value, true);
    const here = placement.places.filter((place) => place.memory === i);
    writeGroups(view, network, here);
    const base = freeFrom(i, placement.threads);
    const stageBytes = placement.stageBytes[i] ?? 0;
    set(at.STAGE_BYTES, stageBytes);
    // E and A of the weight at w lie at base + all weights + 2 (w − base).
    set(at.COHERENCE, (stageBytes * network.stageCount - base) >>> 0);
    set(at.COHERENT, placement.coherent ? 1 : 0);
    view.setFloat32(at.SETTINGS + at.NARROW_STEP, placement.step, true);
    set(at.CHAINED, i + 1 < kernel.memories.length ? 1 : 0);
    set(at.STAGES, network.stageCount);
    set(at.STAGE_MODE, stageMode(network));
    FEATURES.forEach((feature, f) =>
      set(at.FEATURES + 4 * f, here.find(({ table }) => table === feature)?.address ?? 0),
    );
    if (network.stages.kind === 'reach') {
      network.stages.splits.forEach((split, s) =>
        view.setUint16(
          at.SETTINGS + at.STAGE_MASKS + 2 * s,
          split.reduce((bits, e) => bits | (1 << e), 0),
          true,
        ),
      );
    } else
      for (let present = 0; present < 65536; present++)
        view.setUint8(at.STAGE_OF + present, stageOfTiles(network.stages, present));
  });
  kernel.setInt(at.VALUES_OF, VALUES_OF[network.description.values]);
  await kernel.everywhere('configureNetwork');
}

/**
 * The step of which the weights of a model that only plays are kept as multiples, in 16 bits; 0 if they are kept in 32. Multiples of a
 * whole number give the same values either way, because no sum of whole numbers is rounded. Only tables of patterns in one
 * memory can be narrow, and only in games without hints.
 */
export function narrowStep(network: Network, step = 0): number {
  const { features, description } = network;
  const plain = features.length === 0 && description.values === 'afterstate' && !parseGame(description.game).hints;
  return plain && Number.isInteger(step) && networkBytes(network, false) <= MEMORY_LIMIT ? step : 0;
}

/** What decides the stage of a board. */
export function stageMode({ stages }: Network): number {
  return stages.kind === 'reach' ? at.STAGE_MODE_REACH : at.STAGE_MODE_TILES;
}

/** The groups of lookups (kernel/src/network/network.ts says what a line holds): plain ones, folded ones, slices. */
function writeGroups(view: DataView, network: Network, places: readonly Place[]): void {
  const action = network.description.values === 'action';
  let line = at.GROUPS;
  const write = ({ table, address, first, entries }: Place, maps: readonly CellMap[]): void => {
    const { cells, hint } = table as Pattern;
    const own = 16 ** cells.length * 4;
    if (line >= at.GROUPS + at.MAX_GROUPS * LINE) throw new InputError('a network has at most 256 patterns');
    maps.forEach((map, lane) => {
      for (let byte = 0; byte < 4; byte++) {
        [2 * byte, 2 * byte + 1].forEach((i, half) => {
          const cell = cells[i];
          // A swizzle returns 0 for an index past the sixteen bytes.
          view.setUint8(line + 16 * half + 4 * lane + byte, cell === undefined ? 255 : map(cell));
        });
      }
      view.setUint32(line + 32 + 4 * lane, address + (action ? lane * own * (hint ? 4 : 1) : 0), true);
    });
    view.setUint32(line + 48, hint ? 4 : 0, true);
    view.setUint32(line + 52, first, true);
    view.setUint32(line + 56, entries, true);
    const { bits, far } = swapOf(table, entries);
    view.setUint16(line + 60, bits, true);
    view.setUint16(line + 62, far, true);
    line += LINE;
  };
  const patterns = places.filter(({ table }) => typeof table !== 'string');
  const whole = ({ table, entries }: Place) => entries === patternEntries(table as Pattern, network.description.values);
  const folds = ({ table }: Place) => isFolded(network, table as Pattern);
  const bounds = [line];
  for (const place of patterns.filter((p) => whole(p) && !folds(p))) {
    // Actions share weights under the flip only (kernel/src/choosers/actions.ts): lane by lane, the second row is the first, flipped.
    const [first, second] = action ? [[0, 1, 4, 5].map(symmetry), [2, 3, 6, 7].map(symmetry)] : lanes(undefined);
    write(place, first);
    write(place, second);
  }
  bounds.push(line);
  for (const place of patterns.filter((p) => whole(p) && folds(p))) {
    const [first, second] = lanes(selfSymmetry(place.table as Pattern));
    write(place, first);
    write(place, second);
  }
  bounds.push(line);
  for (const place of patterns.filter((p) => !whole(p))) {
    const [first, second] = lanes(undefined);
    write(place, first);
    write(place, second);
  }
  bounds.push(line);
  bounds.forEach((bound, i) => view.setUint32(at.SETTINGS + at.GROUP_BOUNDS + 4 * i, bound, true));
}

/** Whether the kernel folds a pattern's eight lookups into four. */
export function isFolded(network: Network, pattern: Pattern): boolean {
  return network.description.values !== 'action' && isFoldable(pattern);
}

/**
 * How an entry becomes its slot in memory (kernel/src/network/network.ts says why): bits change places, and if a pattern has a
 * table for each hint, the hint comes last instead of before the cells.
 */
export interface Swap {
  readonly bits: number;
  readonly far: number;
  /** The bit of an entry where its hint begins; 0 if it has none. */
  readonly hintAt: number;
}

/** The swap of a table's entries; those of features and slices are in order. */
function swapOf(table: Pattern | Feature, entries: number): Swap {
  if (typeof table === 'string' || entries < 16 ** table.cells.length) return { bits: 0, far: 0, hintAt: 0 };
  const { cells, hint } = table;
  const half = cells.length >> 1;
  return {
    bits: 0xcccc & (16 ** half - 1),
    far: 4 * (cells.length - half) - 2,
    hintAt: hint ? 4 * cells.length : 0,
  };
}

/** A part of a table's weights in memory. */
export interface Segment<Weights = Float32Array> {
  readonly stage: number;
  readonly table: Pattern | Feature;
  readonly first: number;
  /** Where an entry of the table is in `weights` and, by pairs, in `coherence`. */
  readonly slotOf: (entry: number) => number;
  /** Does what `slotOf` does, for long loops. */
  readonly swap: Swap;
  /** Weights, in place: writing to it changes the network. */
  readonly weights: Weights;
  /** With temporal coherence, E and A of each weight, in place. */
  readonly coherence: Float32Array | undefined;
}

/** All weights of a network, table by table, as arrays of their width: `Float32Array`, or `Int16Array` if there is a step. */
export function segments<Weights extends Float32Array | Int16Array>(
  kernel: Kernel,
  placement: Placement,
  Weights: new (buffer: ArrayBufferLike, at: number, length: number) => Weights,
): Segment<Weights>[] {
  const { network, places, stageBytes, coherent, threads } = placement;
  const all: Segment<Weights>[] = [];
  for (let stage = 0; stage < network.stageCount; stage++) {
    for (const { table, memory, address, first, entries } of places) {
      const { buffer } = kernel.memories[memory]!;
      const base = freeFrom(memory, threads);
      const stride = stageBytes[memory] ?? 0;
      const weightAt = address + stage * stride;
      all.push({
        stage,
        table,
        first,
        slotOf: slotOf(first, swapOf(table, entries)),
        swap: swapOf(table, entries),
        weights: new Weights(buffer, weightAt, entries),
        coherence: coherent
          ? new Float32Array(buffer, base + network.stageCount * stride + 2 * (weightAt - base), 2 * entries)
          : undefined,
      });
    }
  }
  return all;
}

function slotOf(first: number, swap: Swap): (entry: number) => number {
  // Entries of eight cells do not fit the integers of bit operations, so they are in order.
  if (swap.bits === 0 && swap.hintAt === 0) return (entry) => entry - first;
  return (entry) => swapped(entry, swap) - first;
}

/** The slot of an entry of a table that begins at 0. */
export function swapped(entry: number, { bits, far, hintAt }: Swap): number {
  const t = (entry ^ (entry >>> far)) & bits;
  const moved = entry ^ t ^ (t << far);
  if (hintAt === 0) return moved;
  const cells = moved & ((1 << hintAt) - 1);
  const hint = (moved >>> hintAt) & 3;
  return (moved & (-4 << hintAt)) | (cells << 2) | hint;
}
