// Reads folders that other processes write to at the same time: something missing or gone is not an error. A name from a request
// is only compared with the names that a folder lists; no path is ever made from it.

import type { Dirent, Stats } from 'node:fs';
import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open, readdir, stat } from 'node:fs/promises';

/** The names of the folders and files in a folder, sorted, without hidden ones. Links count as their targets. */
export async function listFolder(folder: string): Promise<{ folders: string[]; files: string[] }> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  const folders: string[] = [];
  const files: string[] = [];
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue;
    const what = entry.isSymbolicLink() ? await statOf(`${folder}/${entry.name}`) : entry;
    if (what?.isDirectory()) folders.push(entry.name);
    else if (what?.isFile()) files.push(entry.name);
  }
  return { folders: folders.sort(), files: files.sort() };
}

export function statOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch(() => undefined);
}

/** The JSON object in a file; undefined if there is none, it is too large, or it is only half written. */
export async function readObject(path: string): Promise<Record<string, unknown> | undefined> {
  try {
    const text = await readBytes(path, 0, LARGEST_OBJECT + 1);
    if (text.length > LARGEST_OBJECT) return undefined;
    const value: unknown = JSON.parse(text.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const LARGEST_OBJECT = 1 << 20;

/**
 * Opens a plain file for reading. A pipe has no size and no end, and opening one normally waits for its writer: it is opened
 * without waiting, and refused.
 */
export async function openPlainFile(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new Error('not a plain file');
}

/** At most `length` bytes from `offset`; fewer at the end of the file. */
export async function readBytes(path: string, offset: number, length: number): Promise<Buffer> {
  const file = await openPlainFile(path);
  try {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, (await file.stat()).size - offset)));
    let done = 0;
    while (done < bytes.length) {
      const { bytesRead } = await file.read(bytes, done, bytes.length - done, offset + done);
      if (bytesRead === 0) break;
      done += bytesRead;
    }
    return bytes.subarray(0, done);
  } finally {
    await file.close();
  }
}

/** Does the work for each item, a few at once, because systems do not allow thousands of open files. */
export async function forEachFew<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const take = async (): Promise<void> => {
    while (next < items.length) {
      const i = next++;
      results[i] = await work(items[i]!);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return results;
}

const AT_ONCE = 16;

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
