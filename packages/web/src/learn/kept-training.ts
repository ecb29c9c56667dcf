// Trainings in the database: what is learned, how far it has come, and its weights as a checkpoint, the model file with the sums of
// temporal coherence that the command line also writes. The weights are stored in parts, each written separately; the entry names the
// save whose parts count, and changes last. So a browser that is killed meanwhile leaves the previous save intact.

import type { ModelSink } from 'afterstate';
import { all, get, put, transact } from '../shell/database.ts';
import type { Point } from './curve.ts';
import type { LearnChoice } from './messages.ts';

export interface KeptTraining {
  readonly id: string;
  readonly choice: LearnChoice;
  /** Games, moves and seconds so far. */
  readonly games: number;
  readonly moves: number;
  readonly seconds: number;
  /** The largest exponent met. */
  readonly largest: number;
  readonly points: readonly Point[];
  /** When it was kept, in ms. */
  readonly at: number;
  /** The number of the save that has the weights, and their bytes. */
  readonly save: number;
  readonly bytes: number;
  /** Discarded; this can be undone until the next visit. */
  readonly discarded?: boolean;
}

interface Part {
  readonly id: string;
  readonly save: number;
  readonly part: number;
  readonly blob: Blob;
}

/** A network of a few megabytes is one part; a part of a large one must fit into memory beside it. */
const PART_BYTES = 16 * 2 ** 20;

/** The keys of a training's parts, or of those of one save. */
function partsOf(id: string, save?: number): IDBKeyRange {
  return save === undefined ? IDBKeyRange.bound([id], [id, []]) : IDBKeyRange.bound([id, save], [id, save, []]);
}

/** Writes a file in parts, the first one last: a file's head is finished only when its end is known. Parts of zeros are left out. */
class PartSink implements ModelSink {
  readonly #id: string;
  readonly #save: number;
  #first: Uint8Array | undefined;
  #part = new Uint8Array(PART_BYTES);
  #isZero = true;
  #at = 0;

  constructor(id: string, save: number) {
    this.#id = id;
    this.#save = save;
  }

  get bytes(): number {
    return this.#at;
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#add(bytes.length, bytes);
  }

  async skip(length: number): Promise<void> {
    await this.#add(length);
  }

  async patch(offset: number, bytes: Uint8Array): Promise<void> {
    (this.#first ?? this.#part).set(bytes, offset);
  }

  async #add(length: number, bytes?: Uint8Array): Promise<void> {
    for (let done = 0; done < length;) {
      const place = this.#at % PART_BYTES;
      const now = Math.min(length - done, PART_BYTES - place);
      if (bytes) {
        this.#part.set(bytes.subarray(done, done + now), place);
        this.#isZero = false;
      }
      done += now;
      this.#at += now;
      if (place + now === PART_BYTES) await this.#finishPart();
    }
  }

  async #finishPart(): Promise<void> {
    const [full, number, isZero] = [this.#part, this.#at / PART_BYTES - 1, this.#isZero];
    this.#part = new Uint8Array(PART_BYTES);
    this.#isZero = true;
    if (number === 0) this.#first = full;
    else if (!isZero) await put('weights', this.#entry(number, full));
  }

  #entry(part: number, bytes: Uint8Array): Part {
    return { id: this.#id, save: this.#save, part, blob: new Blob([bytes as Uint8Array<ArrayBuffer>]) };
  }

  /** Writes what is left: the first part, and the last. */
  rest(): Part[] {
    const last = this.#part.subarray(0, this.#at % PART_BYTES);
    if (!this.#first) return [this.#entry(0, last)];
    const ends = last.length > 0 ? [this.#entry(Math.floor(this.#at / PART_BYTES), last)] : [];
    return [this.#entry(0, this.#first), ...ends];
  }
}

/** Keeps a training; `write` writes its checkpoint, and the entry says how far it was when `write` resolved. */
export async function keepTraining(
  training: Omit<KeptTraining, 'save' | 'bytes' | 'at'>,
  write: (sink: ModelSink) => Promise<void>,
): Promise<KeptTraining> {
  const { id } = training;
  const before = await get<KeptTraining>('learning', id);
  const save = (before?.save ?? 0) + 1;
  const sink = new PartSink(id, save);
  try {
    // What a killed browser left of it.
    await transact('weights', 'readwrite', (transaction) => transaction.delete('weights', partsOf(id, save)));
    await write(sink);
    const kept = { ...training, at: Date.now(), save, bytes: sink.bytes };
    await transact(['learning', 'weights'], 'readwrite', (transaction) => {
      for (const part of sink.rest()) transaction.put('weights', part);
      transaction.put('learning', kept);
      if (before) transaction.delete('weights', partsOf(id, before.save));
    });
    return kept;
  } catch (error) {
    // Makes room for the next attempt.
    await transact('weights', 'readwrite', (transaction) => transaction.delete('weights', partsOf(id, save))).catch(
      () => undefined,
    );
    throw error;
  }
}

export async function keptTraining(id: string): Promise<KeptTraining | undefined> {
  return get<KeptTraining>('learning', id);
}

/** The checkpoint of a training. Its parts stay on the disk until they are read. */
export async function keptWeights({ id, save, bytes }: KeptTraining): Promise<Blob> {
  const parts = await transact('weights', 'readonly', (transaction) =>
    transaction.all<Part>('weights', partsOf(id, save)),
  );
  const zeros = new Uint8Array(PART_BYTES);
  const count = Math.ceil(bytes / PART_BYTES);
  const blobs = Array.from({ length: count }, (_, number) => {
    const known = parts.find(({ part }) => part === number)?.blob;
    return known ?? zeros.subarray(0, Math.min(PART_BYTES, bytes - number * PART_BYTES));
  });
  return new Blob(blobs);
}

/** Newest first. */
export async function allTrainings(): Promise<KeptTraining[]> {
  return (await all<KeptTraining>('learning')).sort((a, b) => b.at - a.at);
}

export async function markDiscarded(id: string, discarded: boolean): Promise<void> {
  await transact('learning', 'readwrite', async (transaction) => {
    const kept = await transaction.get<KeptTraining>('learning', id);
    if (kept) transaction.put('learning', { ...kept, discarded });
  });
}

/** Deletes what was discarded in earlier visits, and parts that a killed browser left. `alive`: the trainings of open tabs. */
export async function sweepTrainings(alive: ReadonlySet<string>): Promise<void> {
  await transact(['learning', 'weights'], 'readwrite', async (transaction) => {
    const kept = await transaction.all<KeptTraining>('learning');
    const stays = new Map(kept.filter(({ discarded }) => !discarded).map(({ id, save }) => [id, save]));
    for (const { id } of kept) if (!stays.has(id) && !alive.has(id)) transaction.delete('learning', id);
    for (const key of await transaction.keys('weights')) {
      const [id, save] = key as [string, number];
      if (stays.get(id) !== save && !alive.has(id)) transaction.delete('weights', key);
    }
  });
}
