// What does jobs: the cores of this machine (local-engine.ts), or the workers of a Redis (redis-engine.ts). An engine repeats a
// job that was lost; the coordinator knows whether a job needs doing at all.

import type { Job } from './job.ts';

/** How many different workers a job may fail on before it is given up. */
export const ATTEMPTS = 3;

export interface Done {
  readonly result: unknown;
  /** Who did the job, and how long it took. */
  readonly worker: string;
  readonly seconds: number;
}

export interface RunOptions {
  /** Workers that must not do it. */
  readonly avoid?: readonly string[];
  /** Rejects with NobodyElse if all present workers are to be avoided. */
  readonly orNobody?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** How much is done, in the unit of the kind; it may fall back to 0 if a worker was lost. */
  readonly onProgress?: (done: number) => void;
}

export interface Engine {
  /** How many jobs it takes at a time; more would only fill its queue. */
  readonly window: number;
  /** Starts the workers; otherwise the first job does. */
  prepare?(): unknown;
  /**
   * Does a job whose blobs are in the folder of work; the blobs that the result names are there afterwards. Rejects with
   * JobFailed if it failed on several workers, and with the signal's reason if that aborts.
   */
  run(job: Job, options?: RunOptions): Promise<Done>;
  /** Accepts no more results from a worker. */
  distrust(worker: string): Promise<void>;
  /** Closes the engine; jobs under way are dropped. */
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

/** The only workers present are those that must not do the job. */
export class NobodyElse extends Error {
  override readonly name = 'NobodyElse';
}
