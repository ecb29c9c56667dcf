// Model files in Node. A file is read by ranges. It is written beside its place under another name, synced and renamed, so a
// file of the same name is replaced by a whole one or not at all.

import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '../rules/input-error.ts';
import type { ModelSink, ModelSource } from './model.ts';

/** What a folder's model is called; the first that is there is taken. */
export const MODEL_NAMES = ['model.safetensors', 'model.compact'] as const;

/** An open file; close it when the last read is done. */
export class FileSource implements ModelSource {
  readonly name: string;
  readonly size: number;
  private readonly handle: FileHandle;

  private constructor(name: string, size: number, handle: FileHandle) {
    this.name = name;
    this.size = size;
    this.handle = handle;
  }

  /** A file, or a folder that holds a model: a run's, or one of `models/`. */
  static async open(path: string): Promise<FileSource> {
    const file = await modelIn(path);
    let handle: FileHandle | undefined;
    try {
      handle = await open(file, 'r');
      return new FileSource(file, (await handle.stat()).size, handle);
    } catch (error) {
      await handle?.close();
      throw new InputError(`'${file}' cannot be read: ${reason(error)}`, { cause: error });
    }
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let at = 0; at < length;) {
      const { bytesRead } = await this.handle.read(bytes, at, length - at, offset + at);
      if (bytesRead === 0)
        throw new InputError(`'${this.name}' became shorter while it was read: ${offset + at} bytes; read it again`);
      at += bytesRead;
    }
    return bytes;
  }

  async close(): Promise<void> {
    await this.handle.close();
  }
}

async function modelIn(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new InputError(`there is no model '${path}'`);
  if (!found.isDirectory()) return path;
  for (const name of MODEL_NAMES) {
    const file = join(path, name);
    if (await stat(file).catch(() => undefined)) return file;
  }
  throw new InputError(`the folder '${path}' has no model: neither ${MODEL_NAMES.join(' nor ')}`);
}

/** A file that is being written; end it by `commit` or `discard`. */
export class FileSink implements ModelSink {
  private readonly path: string;
  private readonly temporary: string;
  private readonly handle: FileHandle;
  private at = 0;

  private constructor(path: string, temporary: string, handle: FileHandle) {
    this.path = path;
    this.temporary = temporary;
    this.handle = handle;
  }

  /** Makes the folders that the file needs. */
  static async open(path: string): Promise<FileSink> {
    const temporary = `${path}.tmp-${process.pid}`;
    return naming(path, async () => {
      await mkdir(dirname(path), { recursive: true });
      return new FileSink(path, temporary, await open(temporary, 'w'));
    });
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.put(bytes, this.at);
    this.at += bytes.length;
  }

  /** Leaves a hole: the disk keeps nothing for it. */
  async skip(length: number): Promise<void> {
    this.at += length;
  }

  async patch(offset: number, bytes: Uint8Array): Promise<void> {
    await this.put(bytes, offset);
  }

  /** Puts the file in its place, in the place of another that was there; where that fails, nothing is left of it. */
  async commit(): Promise<void> {
    try {
      await naming(this.path, async () => {
        await this.handle.truncate(this.at);
        await this.handle.sync();
        await this.handle.close();
        await rename(this.temporary, this.path);
        await syncFolder(dirname(this.path));
      });
    } catch (error) {
      await this.discard();
      throw error;
    }
  }

  /** Leaves no trace of it; what was there before stays. */
  async discard(): Promise<void> {
    await this.handle.close().catch(() => {});
    await rm(this.temporary, { force: true });
  }

  private async put(bytes: Uint8Array, offset: number): Promise<void> {
    await naming(this.path, async () => {
      for (let at = 0; at < bytes.length;)
        at += (await this.handle.write(bytes, at, bytes.length - at, offset + at)).bytesWritten;
    });
  }
}

/** Writes a file whole: `work` writes it, and where it throws, nothing is left of it. */
export async function writeFile<T>(path: string, work: (sink: ModelSink) => Promise<T>): Promise<T> {
  const sink = await FileSink.open(path);
  let result: T;
  try {
    result = await work(sink);
  } catch (error) {
    await sink.discard();
    throw error;
  }
  await sink.commit();
  return result;
}

/** So that the new name, too, outlives a crash of the machine. Some systems cannot sync folders. */
async function syncFolder(path: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'r');
    await handle.sync();
  } catch {
    // The file itself is safe.
  } finally {
    await handle?.close();
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'your quota of the disk is used up; free some of it and try again',
  EEXIST: 'a file stands where a folder is needed',
  EFBIG: 'the file is larger than is allowed here',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full; free some space and try again',
  ENOTDIR: 'a file stands where a folder is needed',
  EROFS: 'the disk is read-only',
};

function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}

async function naming<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new Error(`'${path}' cannot be written: ${reason(error)}`, { cause: error });
  }
}
