// Where the models are that recipes play with and that ship with the project.

import { fileURLToPath } from 'node:url';

export function modelsFolder(): string {
  return fileURLToPath(new URL('../../../../models', import.meta.url));
}

export function shippedModel(name: string): string {
  return `${modelsFolder()}/${name}`;
}
