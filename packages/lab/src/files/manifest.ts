// How a folder of results was made: versions, the machine, the command.

import { cpus, totalmem } from 'node:os';
import { VERSION } from './version.ts';

export interface Manifest {
  readonly afterstate: string;
  readonly node: string;
  readonly platform: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly argv: readonly string[];
  /** ISO 8601, UTC. */
  readonly started: string;
}

export function manifest(): Manifest {
  return {
    afterstate: VERSION,
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryBytes: totalmem(),
    argv: process.argv.slice(2),
    started: new Date().toISOString(),
  };
}
