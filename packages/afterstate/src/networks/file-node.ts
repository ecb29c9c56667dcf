// Files that appear whole or not at all, in Node: written beside their final place, synced and renamed, so that a full disk or a kill
// leaves what was there before.

import { open, rename, rm } from 'node:fs/promises';
import type { ModelSink } from './model.ts';

/** A file being written. Either `commit` or `discard` ends it. */
export interface WholeFile extends ModelSink {
  /** Where its bytes are until then. */
  readonly temporary: string;
  /** Puts it in its place. */
  commit(): Promise<void>;
  /** Leaves no trace of it. */
  discard(): Promise<void>;
}

export async function openWholeFile(path: string): Promise<WholeFile> {
  const temporary = `${path}.tmp-${process.pid}`;
  const file = await open(temporary, 'w');
  let at = 0;
  const put = async (bytes: Uint8Array, offset: number): Promise<void> => {
    for (let done = 0; done < bytes.length;) {
      done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
    }
  };
  return {
    temporary,
    async write(bytes) {
      const from = at;
      at += bytes.length;
      await put(bytes, from);
    },
    async skip(length) {
      at += length;
    },
    patch: (offset, bytes) => put(bytes, offset),
    async commit() {
      await file.truncate(at);
      await file.sync();
      await file.close();
      await rename(temporary, path);
    },
    async discard() {
      await file.close().catch(() => {});
      await rm(temporary, { force: true }).catch(() => {});
    },
  };
}

/** What may be wrong with a disk or a location, and the remedy. */
const REASONS: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  ENOSPC: ['the disk is full', 'make room and try again'],
  EDQUOT: ['the disk has no room left for you', 'make room and try again'],
  EROFS: ['the disk is read-only', 'try again once it can be written'],
  EIO: ['the disk does not work', 'try another one'],
  EISDIR: ['there is a folder in its place', 'move that away and try again'],
  ENOTEMPTY: ['there is a folder in its place', 'move that away and try again'],
  EACCES: ['permission denied', 'try again once it can be written'],
  EPERM: ['permission denied', 'try again once it can be written'],
};

/** Lets `write` fill a file, and puts it in place when it is complete. */
export async function writeFileWhole(path: string, write: (sink: ModelSink) => Promise<void>): Promise<void> {
  let file: WholeFile | undefined;
  try {
    file = await openWholeFile(path);
    await write(file);
    await file.commit();
  } catch (error) {
    await file?.discard();
    const found = REASONS[(error as NodeJS.ErrnoException).code ?? ''];
    if (!found) throw error;
    const [what, remedy] = found;
    throw new Error(`${what}: '${path}' was not written, and what was there is unchanged; ${remedy}`, { cause: error });
  }
}
