// Blobs in Redis, on their way between machines: a hash of chunks, because one value is limited to 512 MB. They expire when
// nobody has asked for them for a while; the folders of work and the workers' caches keep them.

import { open } from 'node:fs/promises';
import type { Redis } from 'ioredis';
import type { BlobFolder } from './blob-folder.ts';

const CHUNK = 4 << 20;
const KEPT_SECONDS = 6 * 3600;

function keyOf(digest: string): string {
  return `afterstate:blob:${digest}`;
}

/** Sends a blob, unless Redis has it. */
export async function sendBlob(redis: Redis, folder: BlobFolder, digest: string): Promise<void> {
  const key = keyOf(digest);
  // The size is written last: a blob that has one is complete.
  if (await redis.hexists(key, 'size')) {
    await redis.expire(key, KEPT_SECONDS);
    return;
  }
  const file = await open(folder.pathOf(digest), 'r');
  try {
    const { size } = await file.stat();
    for (let at = 0; at < size; at += CHUNK) {
      const bytes = Buffer.alloc(Math.min(CHUNK, size - at));
      for (let done = 0; done < bytes.length;) {
        done += (await file.read(bytes, done, bytes.length - done, at + done)).bytesRead;
      }
      await redis.hset(key, String(at / CHUNK), bytes);
    }
    await redis.hset(key, 'size', size);
    await redis.expire(key, KEPT_SECONDS);
  } finally {
    await file.close();
  }
}

/** Fetches a blob into a folder; false if Redis no longer has it. */
export async function fetchBlob(redis: Redis, folder: BlobFolder, digest: string): Promise<boolean> {
  if (await folder.has(digest)) return true;
  const key = keyOf(digest);
  const size = Number((await redis.hget(key, 'size')) ?? NaN);
  if (Number.isNaN(size)) return false;
  let whole = true;
  await folder
    .receive(digest, async (path) => {
      const file = await open(path, 'wx');
      try {
        for (let chunk = 0; chunk * CHUNK < size; chunk++) {
          const bytes = await redis.hgetBuffer(key, String(chunk));
          if (!bytes) {
            whole = false;
            return;
          }
          await file.appendFile(bytes);
        }
      } finally {
        await file.close();
      }
    })
    .catch((error: unknown) => {
      if (whole) throw error;
    });
  return whole;
}

export async function dropBlob(redis: Redis, digest: string): Promise<void> {
  await redis.unlink(keyOf(digest));
}
