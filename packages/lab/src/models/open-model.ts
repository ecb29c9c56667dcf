// Model files on disk, named by a file or by a folder that holds one: a run's folder, or one of models/.

import { readAnyModel } from 'afterstate';
import type { ModelFile, ModelHeader } from 'afterstate';
import { openModelFile } from 'afterstate/node';

/** Lets `use` work with a model in any format, TDL2048's included, while the file is open. */
export async function withModel<T>(path: string, use: (model: ModelFile) => Promise<T>): Promise<T> {
  const source = await openModelFile(path);
  try {
    return await use(await readAnyModel(source));
  } finally {
    await source.close();
  }
}

/** Where the weights came from, without the state that only a checkpoint needs. */
export function originOf({ provenance }: ModelHeader): Readonly<Record<string, unknown>> {
  const { state: _state, carousel: _carousel, ...origin } = provenance;
  return origin;
}
