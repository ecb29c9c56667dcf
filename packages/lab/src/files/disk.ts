// What every command that writes files asks of the disk: folders, whether a name is taken, and why something cannot be written.

import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it, and says which was the uppermost that it made. Node's own recursive mkdir
 * never comes back from file systems where nothing can be made, such as /proc.
 */
export async function makeFolder(path: string): Promise<string | undefined> {
  try {
    await mkdir(path);
    return path;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return undefined;
    if (code !== 'ENOENT' || (await exists(dirname(path)))) throw error;
  }
  const above = await makeFolder(dirname(path));
  await mkdir(path);
  return above ?? path;
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'a file stands where a directory is needed',
  ENOENT: 'there can be no such folder',
  ENOTDIR: 'a file stands where a directory is needed',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/** Why a file cannot be written, in words. */
export function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}
