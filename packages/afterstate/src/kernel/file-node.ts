// Files read by ranges, in Node.

import type { FileHandle } from 'node:fs/promises';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../rules/input-error.ts';
import { findModel } from './places-node.ts';
import type { Bytes } from './platform.ts';

export interface FileBytes extends Bytes {
  close(): Promise<void>;
}

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  ENAMETOOLONG: 'there is no such file',
  EACCES: 'permission denied',
};

export async function openFile(path: string): Promise<FileBytes> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new InputError(`'${path}' cannot be read: ${UNREADABLE[code] ?? message}`, { cause: error });
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

/** The names of a folder's model; the first one present is used. */
const MODEL_NAMES = ['model.safetensors', 'model.compact'];

/** The model file of that name, or the one in a folder of that name: a run's, or one of models/. */
export async function openModelFile(name: string): Promise<FileBytes> {
  const path = await findModel(name);
  if (!(await isThere(path, 'isDirectory'))) return openFile(path);
  for (const file of MODEL_NAMES) if (await isThere(join(path, file), 'isFile')) return openFile(join(path, file));
  throw new InputError(`the folder '${path}' has no model, neither ${MODEL_NAMES.join(' nor ')}; name the file`);
}

async function isThere(path: string, kind: 'isDirectory' | 'isFile'): Promise<boolean> {
  return stat(path).then(
    (found) => found[kind](),
    () => false,
  );
}
