// Model files on disk, named by a file or by a folder that holds one: a run's, or one of models/.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, readAnyModel } from 'afterstate';
import type { ModelFile, ModelHeader } from 'afterstate';
import { openFile } from 'afterstate/node';

/** What a folder's model is called; the first that is there is taken. */
const NAMES = ['model.safetensors', 'model.compact'];

/** Lets `use` work with a model of any form, TDL2048's included; the file is open for as long. */
export async function withModel<T>(path: string, use: (model: ModelFile) => Promise<T>): Promise<T> {
  const source = await openFile(await modelIn(path));
  try {
    return await use(await readAnyModel(source));
  } finally {
    await source.close();
  }
}

async function modelIn(path: string): Promise<string> {
  if (!(await isThere(path, 'isDirectory'))) return path;
  for (const name of NAMES) if (await isThere(join(path, name), 'isFile')) return join(path, name);
  throw new InputError(`the folder '${path}' has no model, neither ${NAMES.join(' nor ')}; name the file`);
}

async function isThere(path: string, kind: 'isDirectory' | 'isFile'): Promise<boolean> {
  return stat(path).then(
    (found) => found[kind](),
    () => false,
  );
}

/** Where the weights came from, without what only a checkpoint needs to go on. */
export function originOf({ provenance }: ModelHeader): Readonly<Record<string, unknown>> {
  const { state: _state, carousel: _carousel, ...origin } = provenance;
  return origin;
}
