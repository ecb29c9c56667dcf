// Small networks with weights, for the tests of model files.

import { imageOf } from './fold.ts';
import type { ChunkOptions, ModelFile, ModelHeader, WeightChunk } from './model.ts';
import { MemorySink, memorySource, tablesOf } from './model.ts';
import type { Network, NetworkDescription } from './network.ts';
import { createNetwork } from './network.ts';
import { isFolded } from './placement.ts';

export interface Weights {
  readonly network: Network;
  readonly header: ModelHeader;
  /** By `stage/table/part`. */
  readonly tables: Map<string, Float32Array>;
}

/** Weights with roughly the sizes and gaps of a trained network, the same for the same seed. */
export function someWeights(description: Partial<NetworkDescription>, { seed = 1, coherent = false } = {}): Weights {
  const network = createNetwork({
    game: '2048',
    network: '012 0145 0124',
    stages: 'none',
    values: 'afterstate',
    ...description,
  });
  const random = generator(seed);
  const tables = new Map<string, Float32Array>();
  const folded = network.patterns.filter((pattern) => isFolded(network, pattern));
  for (let stage = 0; stage < network.stageCount; stage++) {
    tablesOf(network).forEach(({ entries, pattern }, table) => {
      const image = pattern && folded.includes(pattern) ? imageOf(pattern) : undefined;
      const weights = new Float32Array(entries);
      for (let i = 0; i < entries; i++) {
        // Gaps of all lengths: wherever a slow wave is low, nothing was met.
        if (Math.sin(i / 50 + stage) + random() < 0.6 || (image && image(i) < i)) continue;
        weights[i] = (random() - 0.4) * 4000 * random() ** 3;
      }
      tables.set(`${stage}/${table}/weights`, weights);
      if (!coherent) return;
      const sums = Float32Array.from({ length: 2 * entries }, (_, i) => (weights[i >> 1] === 0 ? 0 : random() * 1000));
      tables.set(`${stage}/${table}/coherence`, sums);
    });
  }
  const header: ModelHeader = {
    description: network.description,
    folded: folded.map(({ text }) => text),
    provenance: { method: 'td', games: 1000, seed, command: 'afterstate train --network "…"' },
    trainedLargest: 11,
    date: '2025-01-02T03:04:05.678Z',
  };
  return { network, header, tables };
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function* chunksOf({ network, tables }: Weights, entries = 1000): Generator<WeightChunk> {
  for (let stage = 0; stage < network.stageCount; stage++) {
    for (let table = 0; table < tablesOf(network).length; table++) {
      for (const part of ['weights', 'coherence'] as const) {
        const width = part === 'coherence' ? 2 : 1;
        const all = tables.get(`${stage}/${table}/${part}`) ?? new Float32Array(0);
        for (let at = 0; at < all.length; at += entries * width)
          yield { stage, table, part, start: at / width, values: all.subarray(at, at + entries * width) };
      }
    }
  }
}

/** All that a model file holds. */
export async function weightsOf(model: ModelFile, options?: ChunkOptions): Promise<Weights> {
  const tables = new Map<string, Float32Array>();
  const specs = tablesOf(model.network);
  for (let stage = 0; stage < model.network.stageCount; stage++) {
    specs.forEach(({ entries }, table) => {
      tables.set(`${stage}/${table}/weights`, new Float32Array(entries));
      if (options?.coherence) tables.set(`${stage}/${table}/coherence`, new Float32Array(2 * entries));
    });
  }
  for await (const { stage, table, part, start, values } of model.chunks(options))
    tables.get(`${stage}/${table}/${part}`)!.set(values, start * (part === 'coherence' ? 2 : 1));
  return { network: model.network, header: model.header, tables };
}

/** The bytes that `write` writes. */
export async function written(write: (sink: MemorySink) => Promise<unknown>): Promise<Uint8Array> {
  const sink = new MemorySink();
  await write(sink);
  return sink.bytes().slice();
}

export function source(bytes: Uint8Array, name = 'test.model') {
  return memorySource(name, bytes);
}

/** The message of the error with which some work ends. */
export async function errorOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`;
  }
  return 'no error';
}

/** Reads every weight. */
export async function drain(model: Promise<ModelFile>): Promise<void> {
  for await (const chunk of (await model).chunks()) void chunk;
}

/** Whether two arrays are the same to the last bit; `toEqual` takes seconds for a million numbers. */
export function sameBits(a: ArrayBufferView, b: ArrayBufferView): boolean {
  const bytes = (view: ArrayBufferView): Buffer => Buffer.from(view.buffer, view.byteOffset, view.byteLength);
  return bytes(a).equals(bytes(b));
}

/** The names of the tables that differ. */
export function differences(a: Weights, b: Weights): string[] {
  const names = new Set([...a.tables.keys(), ...b.tables.keys()]);
  return [...names].filter((name) => {
    const [one, other] = [a.tables.get(name), b.tables.get(name)];
    return !one || !other || !sameBits(one, other);
  });
}
