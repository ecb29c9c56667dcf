// What every command that writes files needs of the disk: folders, whether a name is taken, and why a write failed.

import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError } from 'afterstate';
import { writeFileWhole } from 'afterstate/node';

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

/** A folder that a command under way writes to; where it cannot be made, the error says why. */
export async function needFolder(path: string): Promise<void> {
  await makeFolder(path).catch((error: unknown) => {
    throw new Error(`'${path}' cannot be made: ${reason(error)}`, { cause: error });
  });
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'there is a file where a folder is needed',
  EISDIR: 'there is a folder where a file is needed',
  ENOENT: 'the folder cannot be created',
  ENOTDIR: 'there is a file where a folder is needed',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EIO: 'the disk does not work',
};

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  ENAMETOOLONG: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  ELOOP: 'its links form a loop',
  EIO: 'the disk does not work',
};

/** A text file that appears whole or not at all. */
export function writeText(path: string, text: string): Promise<void> {
  return writeFileWhole(path, (sink) => sink.write(new TextEncoder().encode(text)));
}

/** The system's name of what went wrong: of an error, or of the one behind it. */
export function systemCode(error: unknown): string | undefined {
  const { code, cause } = error as NodeJS.ErrnoException;
  return code ?? (cause instanceof Error ? systemCode(cause) : undefined);
}

/** The error of a file that cannot be written: a wrong argument, but where the disk is full or broken. */
export function unwritable(message: string, cause: unknown): Error {
  const isDisk = ['ENOSPC', 'EDQUOT', 'EIO'].includes(systemCode(cause) ?? '');
  return isDisk ? new Error(message, { cause }) : new InputError(message, { cause });
}

/** Why a file cannot be written, in words. */
export function reason(error: unknown): string {
  return REASONS[systemCode(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
}

/** Why a file cannot be read, in words. */
export function unread(error: unknown): string {
  return UNREADABLE[systemCode(error) ?? ''] ?? (error instanceof Error ? error.message : String(error));
}
