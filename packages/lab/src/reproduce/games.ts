// Where to find the shipped models that recipes play with.

import { fileURLToPath } from 'node:url';

export function modelsFolder(): string {
  return fileURLToPath(new URL('../../../../models', import.meta.url));
}

export function shippedModel(name: string): string {
  return `${modelsFolder()}/${name}`;
}
