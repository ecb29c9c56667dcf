// What does jobs: the cores of this machine (local-engine.ts), or the workers of a Redis (redis-engine.ts). An engine does each
// job that it is given once more wherever it was lost; whether it needs doing at all is the coordinator's to know.

import type { Job } from './job.ts';

/** How many workers, each another one, a job may fail on before it is given up. */
export const ATTEMPTS = 3;

export interface Done {
  readonly result: unknown;
  /** Who did it, and how long that took. */
  readonly worker: string;
  readonly seconds: number;
}

export interface RunOptions {
  /** Workers that are not to do it. */
  readonly avoid?: readonly string[];
  /** Rejects with NobodyElse if all workers that are there are to be avoided. */
  readonly orNobody?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** How much is done, in what the kind counts; it may go back to 0 if a worker was lost. */
  readonly onProgress?: (done: number) => void;
}

export interface Engine {
  /** How many jobs it takes at a time; further ones would only fill its queue. */
  readonly window: number;
  /** Starts what does the jobs; otherwise the first job does. */
  prepare?(): unknown;
  /**
   * Does a job whose blobs are in the work's folder; those that the result names are there afterwards. Rejects with JobFailed
   * where it failed on several workers, and with the signal's reason where that aborts.
   */
  run(job: Job, options?: RunOptions): Promise<Done>;
  /** Takes no more results from a worker. */
  distrust(worker: string): Promise<void>;
  /** Ends it; jobs under way are dropped. */
  close(): Promise<void>;
}

export interface Failure {
  readonly worker: string;
  readonly error: string;
}

export class JobFailed extends Error {
  override readonly name = 'JobFailed';
  readonly failures: readonly Failure[];

  constructor(failures: readonly Failure[]) {
    super(failures.at(-1)?.error ?? 'it failed');
    this.failures = failures;
  }
}

/** No worker is there but those that are not to do it. */
export class NobodyElse extends Error {
  override readonly name = 'NobodyElse';
}
