// Model files written to disk, in Node: beside their place, synced and renamed, so that a file appears whole or not at all,
// and a full disk leaves what was there before.

import { open, rename, rm } from 'node:fs/promises';
import type { ModelSink } from './model.ts';

/** Lets `write` fill a file, and puts it in its place when it is whole. */
export async function writeFileWhole(path: string, write: (sink: ModelSink) => Promise<void>): Promise<void> {
  const temporary = `${path}.tmp-${process.pid}`;
  const file = await open(temporary, 'w');
  let at = 0;
  const put = async (bytes: Uint8Array, offset: number): Promise<void> => {
    for (let done = 0; done < bytes.length;) {
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
      throw new Error(
        `the disk is full: '${path}' was not written, and what was there before is as it was; make room and try again`,
        { cause: error },
      );
    }
    throw error;
  }
}
