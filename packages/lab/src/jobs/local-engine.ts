// Jobs on the cores of this machine: a pool of processes, nothing to install. A job that fails is tried in another process.

import { totalmem } from 'node:os';
import type { BlobFolder } from './blob-folder.ts';
import type { Done, Engine, Failure, RunOptions } from './engine.ts';
import { ATTEMPTS, JobFailed } from './engine.ts';
import { factsOf } from './facts.ts';
import type { Job } from './job.ts';
import { ProcessPool, TaskFailed } from './process-pool.ts';

/** The share of the machine's memory that jobs may take by default. */
const MEMORY_SHARE = 0.8;

export function usualMemory(): number {
  return MEMORY_SHARE * totalmem();
}

export class LocalEngine implements Engine {
  readonly window: number;
  readonly #blobs: BlobFolder;
  readonly #start: () => ProcessPool;
  #pool: ProcessPool | undefined;

  constructor(processes: number, blobs: BlobFolder, memory = usualMemory()) {
    this.window = 2 * processes;
    this.#blobs = blobs;
    this.#start = () => new ProcessPool({ processes, blobs: blobs.path, memory });
  }

  prepare(): void {
    this.#pool ??= this.#start();
  }

  async run(job: Job, { avoid = [], signal, onProgress }: RunOptions = {}): Promise<Done> {
    // Started only now: if all results exist, or the asking process does the work itself, processes have nothing to do.
    const pool = (this.#pool ??= this.#start());
    const facts = await factsOf(job.kind);
    const bytes = facts.memory(job.params, (digest) => this.#blobs.sizeOf(digest));
    const failures: Failure[] = [];
    while (failures.length < ATTEMPTS) {
      try {
        const not = [...avoid, ...failures.map(({ worker }) => worker)];
        return await pool.run({ kind: job.kind, params: job.params, bytes, avoid: not, signal, onProgress });
      } catch (error) {
        if (!(error instanceof TaskFailed)) throw error;
        failures.push({ worker: error.worker, error: error.message });
      }
    }
    throw new JobFailed(failures);
  }

  // A process of this machine that differs is replaced; there is nobody to send away.
  async distrust(): Promise<void> {}

  async close(): Promise<void> {
    await this.#pool?.close();
  }
}
