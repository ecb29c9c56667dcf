// Model files on disk, in Node: read by ranges; written beside their place, synced and renamed, so that a file appears whole
// or not at all, and a full disk leaves what was there before.

import type { FileHandle } from 'node:fs/promises';
import { open, rename, rm } from 'node:fs/promises';
import { InputError } from '../rules/input-error.ts';
import type { ModelSink, ModelSource } from './model.ts';

export interface FileSource extends ModelSource {
  close(): Promise<void>;
}

export async function openFile(path: string): Promise<FileSource> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new InputError(`'${path}' cannot be read: ${code === 'ENOENT' ? 'there is no such file' : message}`, { cause: error });
  }
  const info = await file.stat();
  if (!info.isFile()) {
    await file.close();
    throw new InputError(`'${path}' is not a file`);
  }
  return {
    name: path,
    size: info.size,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      let done = 0;
      while (done < length) {
        const { bytesRead } = await file.read(bytes, done, length - done, offset + done);
        if (bytesRead === 0) throw new InputError(`'${path}' ended while it was read, after ${offset + done} bytes`);
        done += bytesRead;
      }
      return bytes;
    },
    close: () => file.close(),
  };
}

/** Lets `write` fill a file, and puts it in its place when it is whole. */
export async function writeFileWhole(path: string, write: (sink: ModelSink) => Promise<void>): Promise<void> {
  const temporary = `${path}.tmp-${process.pid}`;
  const file = await open(temporary, 'w');
  let at = 0;
  const put = async (bytes: Uint8Array, offset: number): Promise<void> => {
    for (let done = 0; done < bytes.length; ) {
      done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
    }
  };
  try {
    await write({
      async write(bytes) {
        await put(bytes, at);
        at += bytes.length;
      },
      async skip(length) {
        at += length;
      },
      patch: (offset, bytes) => put(bytes, offset),
    });
    await file.truncate(at);
    await file.sync();
    await file.close();
    await rename(temporary, path);
  } catch (error) {
    await file.close().catch(() => {});
    await rm(temporary, { force: true });
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') {
      throw new Error(`the disk is full: '${path}' was not written, and what was there before is as it was; make room and try again`, { cause: error });
    }
    throw error;
  }
}
