// A file of settings, instead of flags: a JSON object.

import { readFile } from 'node:fs/promises';
import { InputError } from 'afterstate';
import { unread } from './disk.ts';

export async function readSettings(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`'${file}' cannot be read: ${unread(error)}`);
  });
  try {
    const values: unknown = JSON.parse(text);
    if (typeof values === 'object' && values !== null && !Array.isArray(values))
      return values as Record<string, unknown>;
  } catch {
    // Not JSON: reported below.
  }
  throw new InputError(`'${file}' is not a JSON object of settings`);
}
