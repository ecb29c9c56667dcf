// What commands that write files need: making folders, checking whether a name is taken, and saying why a write failed.

import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError } from 'afterstate';
import { writeFileWhole } from 'afterstate/node';

/**
 * Makes a folder and its parents, and returns the uppermost that it made. Node's own recursive mkdir never returns on file
 * systems that cannot hold folders, such as /proc.
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

/** Makes a folder that a running command writes to; if that fails, the error says why. */
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

/** The system's code for what went wrong, from an error or its cause. */
export function systemCode(error: unknown): string | undefined {
  const { code, cause } = error as NodeJS.ErrnoException;
  return code ?? (cause instanceof Error ? systemCode(cause) : undefined);
}

/** The error for a file that cannot be written: a wrong argument, unless the disk is full or broken. */
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
