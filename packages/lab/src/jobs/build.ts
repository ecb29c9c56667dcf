// The identity of this build. Jobs give the same results only on machines of the same build, so a job's id, the queue's name and
// every worker carry its digest, of the package version and the bytes of the kernels.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { GAME_NAMES } from 'afterstate';
import { VERSION } from '../files/version.ts';

export interface Build {
  readonly version: string;
  /** SHA-256 of the version and of every kernel. */
  readonly kernel: string;
}

let known: Build | undefined;

export function thisBuild(): Build {
  if (known) return known;
  const { resolve } = createRequire(import.meta.url);
  const hash = createHash('sha256').update(`afterstate ${VERSION}\n`);
  for (const name of GAME_NAMES) hash.update(readFileSync(resolve(`afterstate/wasm/${name}.wasm`)));
  return (known = { version: VERSION, kernel: hash.digest('hex') });
}

/** As people read it. */
export function buildName({ version, kernel }: Build): string {
  return `afterstate ${version}, kernel ${kernel.slice(0, 12)}`;
}
