// A folder of work: the results of jobs, each a small document under its job's id, the marks of those that failed, and the
// blobs. It is the truth: whatever happens to queues and workers, what is here is done, and what is not is still to do.

import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { InputError } from 'afterstate';
import { exists, makeFolder, reason, unwritable } from '../files/disk.ts';
import { Lock, Locked } from '../files/lock.ts';
import { BlobFolder } from './blob-folder.ts';
import { thisBuild } from './build.ts';
import type { Done, Failure } from './engine.ts';
import type { Job } from './job.ts';

/** What is kept of a finished job. */
export interface Kept extends Done {
  readonly id: string;
  readonly kind: string;
  readonly params: unknown;
  readonly kernel: string;
}

/** The work and its progress, for people. */
export interface WorkState {
  readonly title: string;
  readonly jobs: number;
  readonly done: number;
  readonly failed: number;
}

const LOCK = 'lock.json';
const STATE = 'work.json';

export class WorkFolder {
  readonly path: string;
  readonly blobs: BlobFolder;
  /** Whether it is temporary, and removed when closed. */
  readonly isPassing: boolean;
  readonly #lock: Lock;
  /** Results from elsewhere. */
  #also: ((id: string) => Promise<Kept | undefined>) | undefined;

  private constructor(path: string, lock: Lock, isPassing: boolean) {
    this.path = path;
    this.blobs = new BlobFolder(join(path, 'blobs'));
    this.#lock = lock;
    this.isPassing = isPassing;
  }

  /** Opens a folder, or without a path a temporary one, which is gone after `close`. */
  static async open(path?: string): Promise<WorkFolder> {
    const folder = path === undefined ? await mkdtemp(join(tmpdir(), 'afterstate-work-')) : resolve(path);
    try {
      for (const name of ['results', 'failed', 'blobs']) await makeFolder(join(folder, name));
      const lock = await Lock.take(join(folder, LOCK), {
        what: `'${path ?? folder}'`,
        remedy: 'wait for it, or give another --work',
      });
      await sweep(folder);
      return new WorkFolder(folder, lock, path === undefined);
    } catch (error) {
      if (error instanceof Locked) throw error;
      throw unwritable(`'${path}' cannot be a folder of work: ${reason(error)}`, error);
    }
  }

  async close(): Promise<void> {
    // The processes of a killed owner may have outlived it briefly, while writing a blob.
    await sweep(this.path).catch(() => {});
    await this.#lock.release();
    // Synchronously: the other way takes ten times as long, and nothing else is left to do.
    if (this.isPassing) rmSync(this.path, { recursive: true, force: true });
  }

  /** Takes missing results from another folder, of work or of a run, or from a file with one per line; results taken are kept here. */
  async readAlso(path: string): Promise<void> {
    for (const folder of [join(path, 'results'), join(path, 'jobs', 'results')]) {
      if (!(await exists(folder))) continue;
      this.#also = (id) => readResult(join(folder, `${id}.json`), id);
      return;
    }
    const listed = await readList(path);
    if (!listed)
      throw new InputError(
        `'${path}' has no job results; give a folder of work, a run of select or frontier, or a file with one result per line`,
      );
    this.#also = (id) => Promise.resolve(listed.get(id));
  }

  /** The result of a job; undefined if the job is still to do. */
  async result(id: string): Promise<Kept | undefined> {
    const own = await readResult(this.#resultPath(id), id);
    if (own || this.#also === undefined) return own;
    const other = await this.#also(id);
    if (other) await this.#write(this.#resultPath(id), other);
    return other;
  }

  async keep({ id, kind, params }: Job, { result, worker, seconds }: Done): Promise<void> {
    const kept: Kept = { id, kind, params, kernel: thisBuild().kernel, worker, seconds, result };
    await this.#write(this.#resultPath(id), kept);
    await rm(join(this.path, 'failed', `${id}.json`), { force: true });
  }

  async keepFailure({ id, kind, params }: Job, failures: readonly Failure[]): Promise<void> {
    await this.#write(join(this.path, 'failed', `${id}.json`), { id, kind, params, failures });
  }

  /** Throws away the result of a job. */
  async forget(id: string): Promise<void> {
    await rm(this.#resultPath(id), { force: true });
  }

  async saveState(state: WorkState): Promise<void> {
    await this.#write(join(this.path, STATE), state);
  }

  /** A small document next to the results, such as how work was cut into jobs; undefined if there is none or it is damaged. */
  async note(name: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    return readDocument(join(this.path, `${name}.json`));
  }

  async keepNote(name: string, value: unknown): Promise<void> {
    await this.#write(join(this.path, `${name}.json`), value);
  }

  #resultPath(id: string): string {
    return join(this.path, 'results', `${id}.json`);
  }

  async #write(path: string, value: unknown): Promise<void> {
    const temporary = `${path}.${randomUUID()}.tmp`;
    try {
      const file = await open(temporary, 'wx');
      try {
        await file.writeFile(`${JSON.stringify(value)}\n`);
        if (!this.isPassing) await file.sync();
      } finally {
        await file.close();
      }
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw new Error(
        `'${path}' cannot be written: ${reason(error)}; what is there stays, and the same command continues from it`,
        { cause: error },
      );
    }
  }
}

/** Undefined if there is none, or it is damaged or for another job. */
async function readResult(path: string, id: string): Promise<Kept | undefined> {
  const kept = await readDocument(path);
  return kept?.['id'] === id ? (kept as unknown as Kept) : undefined;
}

/** The results in a file, by the ids of their jobs; undefined if it is not a file of results. */
async function readList(path: string): Promise<ReadonlyMap<string, Kept> | undefined> {
  try {
    const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
    const all = lines.map((line) => JSON.parse(line) as Kept);
    const isResult = ({ id, result }: Kept): boolean => typeof id === 'string' && typeof result === 'object';
    return all.length > 0 && all.every(isResult) ? new Map(all.map((kept) => [kept.id, kept])) : undefined;
  } catch {
    return undefined;
  }
}

/** What a kill leaves of an unfinished document or blob, or of a model that was becoming a blob; nothing else is ours to remove. */
const LEFTOVER =
  /^(?:.+\.json\.|[\da-f]{64}\.)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp(?:\.tmp-\d+)?$|^lock\.json\.[\da-f-]{36}$/;

/** Removes files that killed processes did not finish writing. */
async function sweep(folder: string): Promise<void> {
  for (const place of ['.', 'results', 'failed', 'blobs']) {
    const entries = await readdir(join(folder, place), { withFileTypes: true });
    for (const entry of entries)
      if (entry.isFile() && LEFTOVER.test(entry.name)) await rm(join(folder, place, entry.name), { force: true });
  }
}

/** What a folder of work says about itself; undefined if it is not one. */
export async function readWork(path: string): Promise<(WorkState & { lock: string }) | undefined> {
  const { title, jobs, done, failed } = (await readDocument(join(path, STATE))) ?? {};
  if (typeof title !== 'string' || ![jobs, done, failed].every(Number.isFinite)) return undefined;
  return { title, jobs: Number(jobs), done: Number(done), failed: Number(failed), lock: join(path, LOCK) };
}

/** Undefined if there is no such file, or it holds no object. */
async function readDocument(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const document: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof document === 'object' && document !== null ? (document as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
