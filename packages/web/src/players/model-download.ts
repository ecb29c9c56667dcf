// Models that ship with the app and are too large to be loaded unasked. A small one plays until the large one is here: the
// page fetches it, shows how far it has come, and then hands it to the engines. The service worker keeps it for next time.

import { batch, signal } from '@preact/signals';
import type { Game } from 'afterstate';
import { keepLocalModel } from '../engine/local-models.ts';
import { type Model, modelsOf } from './models.ts';

export interface Download {
  readonly model: Model;
  /** Bytes that have come. */
  readonly done: number;
}

export const download = signal<Download | undefined>(undefined);
/** Why the last one failed. */
export const downloadProblem = signal<string | undefined>(undefined);
const fetched = signal<ReadonlySet<string>>(new Set());
let stop: AbortController | undefined;

/** Whether a player can use it at once. */
export function isHere({ name, file, small }: Model): boolean {
  return file === undefined || small === true || fetched.value.has(name);
}

/** The largest model of a game that ships, where it still has to be asked for: the larger, the stronger. */
export function offeredModel(game: Game['name']): Model | undefined {
  const largest = modelsOf(game).findLast(({ file }) => file !== undefined);
  return largest && !isHere(largest) ? largest : undefined;
}

/** Another one that is under way is given up. */
export async function fetchModel(model: Model): Promise<void> {
  if (model.file === undefined || isHere(model) || download.peek()?.model.name === model.name) return;
  stopDownload();
  const mine = (stop = new AbortController());
  batch(() => {
    download.value = { model, done: 0 };
    downloadProblem.value = undefined;
  });
  try {
    const blob = await read(model, mine.signal, (done) => (download.value = { model, done }));
    keepLocalModel(model.name, blob);
    if (stop === mine) stop = undefined;
    batch(() => {
      download.value = undefined;
      fetched.value = new Set([...fetched.peek(), model.name]);
    });
  } catch (error) {
    if (stop !== mine) return;
    stop = undefined;
    batch(() => {
      download.value = undefined;
      downloadProblem.value = (error as Error).message;
    });
  }
}

export function stopDownload(): void {
  stop?.abort();
  stop = undefined;
  download.value = undefined;
}

async function read({ file, size }: Model, gone: AbortSignal, onProgress: (done: number) => void): Promise<Blob> {
  const response = await fetch(`./${file}`, { signal: gone }).catch((error: unknown) => {
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
