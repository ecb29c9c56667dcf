// Loads what a player needs and is not there from the start: all models but a game's first, and what runs neural networks. Another
// player plays until everything is here: the page fetches it, shows the progress unless it is small, and then hands it to the
// engines. The service worker keeps it for next time.

import { batch, signal } from '@preact/signals';
import type { Game } from 'afterstate';
import runtimeFile from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import { RUNTIME_SIZE } from 'virtual:models';
import { keepLocalModel, keepRuntime } from '../engine/local-models.ts';
import { type Model, modelsOf } from './models.ts';

export interface Download {
  readonly model: Model;
  /** Bytes that have arrived, and the total. */
  readonly done: number;
  readonly size: number;
}

export const download = signal<Download | undefined>(undefined);
/** Why the last one failed. */
export const downloadProblem = signal<{ readonly model: Model; readonly message: string } | undefined>(undefined);
const fetched = signal<ReadonlySet<string>>(new Set());
const runtimeIsHere = signal(false);
/** The download under way: how to end it, and when it has ended. */
let underWay: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;

interface Part {
  readonly address: string;
  readonly size: number;
  keep(blob: Blob): void;
}

/** Which parts of a model are still to be fetched. */
function missingParts({ name, file, first, size, players }: Model): Part[] {
  const parts: Part[] = [];
  if (file !== undefined && !first && !fetched.value.has(name))
    parts.push({
      address: `./${file}`,
      size,
      keep: (blob) => {
        keepLocalModel(name, blob);
        fetched.value = new Set([...fetched.peek(), name]);
      },
    });
  if (!players.includes('ntuple') && !runtimeIsHere.value)
    parts.push({
      address: runtimeFile,
      size: RUNTIME_SIZE,
      keep: (blob) => {
        keepRuntime(blob);
        runtimeIsHere.value = true;
      },
    });
  return parts;
}

/** Whether a player can use it at once. */
export function isHere(model: Model): boolean {
  return missingParts(model).length === 0;
}

/** The bytes that have to come before a player can use it. */
export function bytesToLoad(model: Model): number {
  return missingParts(model).reduce((sum, { size }) => sum + size, 0);
}

/** The largest shipped n-tuple network of a game, if it must still be downloaded: the larger, the stronger. */
export function offeredModel(game: Game['name']): Model | undefined {
  const largest = modelsOf(game, 'ntuple').findLast(({ file }) => file !== undefined);
  return largest && !isHere(largest) ? largest : undefined;
}

/** Resolves when it is here, or is not coming. Gives up any other download under way. */
export function fetchModel(model: Model): Promise<void> {
  if (isHere(model)) return Promise.resolve();
  if (underWay && download.peek()?.model.name === model.name) return underWay.ended;
  stopDownload();
  const stop = new AbortController();
  const ended = fetchParts(model, stop.signal).finally(() => {
    if (underWay?.stop === stop) underWay = undefined;
  });
  underWay = { stop, ended };
  return ended;
}

async function fetchParts(model: Model, gone: AbortSignal): Promise<void> {
  const size = bytesToLoad(model);
  batch(() => {
    download.value = { model, done: 0, size };
    downloadProblem.value = undefined;
  });
  try {
    let before = 0;
    const blobs: [Part, Blob][] = [];
    for (const part of missingParts(model)) {
      const onProgress = (done: number): void => void (download.value = { model, done: before + done, size });
      blobs.push([part, await read(part, gone, onProgress)]);
      before += part.size;
    }
    batch(() => {
      if (!gone.aborted) download.value = undefined;
      for (const [part, blob] of blobs) part.keep(blob);
    });
  } catch (error) {
    if (gone.aborted) return;
    batch(() => {
      download.value = undefined;
      downloadProblem.value = { model, message: (error as Error).message };
    });
  }
}

export function stopDownload(): void {
  underWay?.stop.abort();
  underWay = undefined;
  download.value = undefined;
}

async function read({ address, size }: Part, gone: AbortSignal, onProgress: (done: number) => void): Promise<Blob> {
  const response = await fetch(address, { signal: gone }).catch((error: unknown) => {
    throw gone.aborted ? error : new Error('the network does not answer');
  });
  if (!response.ok || !response.body) throw new Error(`the host answered ${response.status}`);
  const parts: BlobPart[] = [];
  let done = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
    done += part.value.length;
    onProgress(done);
  }
  if (done !== size) throw new Error(`${done} of ${size} bytes came`);
  return new Blob(parts);
}
