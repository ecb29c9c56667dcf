// Jobs on the cores of this machine: a pool of processes, nothing to install. A job that fails is tried in another process.

import { totalmem } from 'node:os';
import type { BlobFolder } from './blob-folder.ts';
import type { Done, Engine, Failure, RunOptions } from './engine.ts';
import { ATTEMPTS, JobFailed } from './engine.ts';
import type { Job } from './job.ts';
import { kindOf } from './kinds.ts';
import { ProcessPool, TaskFailed } from './process-pool.ts';

/** The share of the machine's memory that jobs may take, where nobody says how much. */
const MEMORY_SHARE = 0.8;

export function usualMemory(): number {
  return MEMORY_SHARE * totalmem();
}

export class LocalEngine implements Engine {
  readonly window: number;
  readonly #pool: ProcessPool;
  readonly #blobs: BlobFolder;

  constructor(processes: number, blobs: BlobFolder, memory = usualMemory()) {
    this.window = 2 * processes;
    this.#blobs = blobs;
    this.#pool = new ProcessPool({ processes, blobs: blobs.path, memory });
  }

  async run(job: Job, { avoid = [], signal, onProgress }: RunOptions = {}): Promise<Done> {
    const kind = kindOf(job.kind);
    const bytes = kind.memory(job.params, (digest) => this.#blobs.sizeOf(digest));
    const failures: Failure[] = [];
    while (failures.length < ATTEMPTS) {
      try {
        const not = [...avoid, ...failures.map(({ worker }) => worker)];
        return await this.#pool.run({ kind: job.kind, params: job.params, bytes, avoid: not, signal, onProgress });
      } catch (error) {
        if (!(error instanceof TaskFailed)) throw error;
        failures.push({ worker: error.worker, error: error.message });
      }
    }
    throw new JobFailed(failures);
  }

  // A process of this machine that differs is replaced; there is nobody to send away.
  async distrust(): Promise<void> {}

  close(): Promise<void> {
    return this.#pool.close();
  }
}
