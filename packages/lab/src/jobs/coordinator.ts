// Gets jobs done: takes the results that are in the folder of work, lets an engine do the other jobs, and keeps each result as it
// comes. Two workers can do a share of the jobs; if they differ, this machine does the job itself, names the worker with the wrong
// result, and throws away all of that worker's results.

import { setMaxListeners } from 'node:events';
import type { Done, Engine, RunOptions } from './engine.ts';
import { JobFailed, NobodyElse } from './engine.ts';
import { canonicalJson } from './digest.ts';
import { factsOf } from './facts.ts';
import type { Facts, Job } from './job.ts';
import { LocalEngine } from './local-engine.ts';
import type { WorkFolder, WorkState } from './work-folder.ts';

export interface Progress {
  readonly jobs: number;
  readonly done: number;
  /** In the units of the kinds: games of jobs that are done or under way, and of all jobs. */
  readonly games: number;
  readonly size: number;
}

export interface CoordinatorOptions {
  readonly title: string;
  readonly work: WorkFolder;
  readonly engine: Engine;
  /** The share of jobs that a second worker repeats, 0 to 1. */
  readonly verify?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** A result has arrived, in any order. Not called if jobs are verified, since a result may then be thrown away later. */
  readonly onResult?: ((job: Job, done: Done) => Promise<void>) | undefined;
  /** The progress, whenever it changes. */
  readonly onState?: ((state: Omit<WorkState, 'title'>) => void) | undefined;
  /** A line worth printing: a worker cannot be trusted, a job failed. */
  readonly onNote?: ((text: string) => void) | undefined;
}

export interface Coordinated {
  /** Jobs whose results were in the folder. */
  readonly reused: number;
  /** The seconds that those took. */
  readonly reusedSeconds: number;
  readonly failed: readonly { readonly job: Job; readonly error: string }[];
  /** How many workers the results came from. */
  readonly workers: number;
}

const STATE_MS = 1000;

/** Resolves when every job has a result in the folder or has failed for good. */
export async function coordinate(jobs: readonly Job[], options: CoordinatorOptions): Promise<Coordinated> {
  const coordinator = new Coordinator(jobs, options);
  try {
    return await coordinator.run();
  } finally {
    await coordinator.close();
  }
}

/** Throws if a job failed. */
export function requireAll({ failed }: Coordinated): void {
  const [first] = failed;
  if (!first) return;
  const count = failed.length === 1 ? 'a job' : `${failed.length} jobs`;
  throw new Error(`${count} failed on every worker that tried: ${first.error}`);
}

class Coordinator {
  readonly #jobs: ReadonlyMap<string, Job>;
  readonly #options: CoordinatorOptions;
  readonly #stop = new AbortController();
  /** Who did what; jobs that are done. */
  readonly #workers = new Map<string, string>();
  readonly #underWay = new Map<string, number>();
  readonly #failed = new Map<string, string>();
  readonly #distrusted = new Set<string>();
  readonly #facts = new Map<string, Facts>();
  #size = 0;
  #games = 0;
  #reused = 0;
  #reusedSeconds = 0;
  #saved = 0;
  #arbiter: LocalEngine | undefined;

  constructor(jobs: readonly Job[], options: CoordinatorOptions) {
    this.#jobs = new Map(jobs.map((job) => [job.id, job]));
    this.#options = options;
  }

  async run(): Promise<Coordinated> {
    const { signal, engine } = this.#options;
    for (const job of this.#jobs.values()) {
      if (!this.#facts.has(job.kind)) this.#facts.set(job.kind, await factsOf(job.kind));
      this.#size += this.#sizeOf(job);
    }
    // Every job under way listens to it.
    setMaxListeners(2 * engine.window, this.#stop.signal);
    this.#options.onState?.(this.#state());
    const abort = (): void => this.#stop.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
    try {
      // Takes more than one round if a worker's results were thrown away.
      for (let left = this.#left(); left.length > 0; left = this.#left()) await this.#round(left);
    } finally {
      signal?.removeEventListener('abort', abort);
    }
    await this.#saveState();
    return {
      reused: this.#reused,
      reusedSeconds: this.#reusedSeconds,
      failed: [...this.#failed].map(([id, error]) => ({ job: this.#jobs.get(id)!, error })),
      workers: new Set(this.#workers.values()).size,
    };
  }

  async close(): Promise<void> {
    await this.#arbiter?.close();
  }

  #left(): Job[] {
    return [...this.#jobs.values()].filter(({ id }) => !this.#workers.has(id) && !this.#failed.has(id));
  }

  async #round(jobs: readonly Job[]): Promise<void> {
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < jobs.length) {
        this.#stop.signal.throwIfAborted();
        await this.#see(jobs[next++]!);
      }
    };
    const lanes = Array.from({ length: Math.min(this.#options.engine.window, jobs.length) }, () =>
      // The first failure stops the others.
      lane().catch((error: unknown) => {
        this.#stop.abort(error);
        throw error;
      }),
    );
    await Promise.allSettled(lanes);
    this.#stop.signal.throwIfAborted();
  }

  /** Takes a job's result from the folder, or gets the job done. */
  async #see(job: Job): Promise<void> {
    const { work } = this.#options;
    const kept = await work.result(job.id);
    if (kept && (await this.#isRight(job, kept))) {
      this.#reused++;
      this.#reusedSeconds += kept.seconds;
      this.#count(job, kept.worker);
      await this.#give(job, kept);
      return;
    }
    try {
      const done = await this.#checked(job);
      // In a temporary folder, nobody reads a result that was already passed on.
      if (!work.isPassing || !this.#givesResults) await work.keep(job, done);
      this.#count(job, done.worker);
      // The worker may have been exposed while its result was written.
      if (this.#distrusted.has(done.worker)) await this.#forget(job.id);
      else await this.#give(job, done);
    } catch (error) {
      if (!(error instanceof JobFailed)) throw error;
      this.#failed.set(job.id, error.message);
      await work.keepFailure(job, error.failures);
      const words = this.#factsOf(job).words(job.params);
      this.#options.onNote?.(`job ${job.id.slice(0, 12)} (${words}) failed: ${error.message}`);
    } finally {
      this.#underWay.delete(job.id);
    }
    await this.#tell();
  }

  get #givesResults(): boolean {
    return this.#options.onResult !== undefined && (this.#options.verify ?? 0) === 0;
  }

  async #give(job: Job, done: Done): Promise<void> {
    if (this.#givesResults) await this.#options.onResult!(job, done);
  }

  /** Whether the folder has a valid result of the job: a damaged one is done again. */
  async #isRight(job: Job, kept: Done): Promise<boolean> {
    const { isResultOf } = await import('./kinds.ts');
    if (!isResultOf(job, kept) || this.#distrusted.has(kept.worker)) return false;
    const made = this.#factsOf(job).made(kept.result);
    return (await Promise.all(made.map((digest) => this.#options.work.blobs.has(digest)))).every(Boolean);
  }

  #factsOf({ kind }: Job): Facts {
    return this.#facts.get(kind)!;
  }

  #sizeOf(job: Job): number {
    return this.#factsOf(job).size(job.params);
  }

  async #checked(job: Job): Promise<Done> {
    for (;;) {
      const first = await this.#do(job);
      if (this.#distrusted.has(first.worker)) continue;
      // At random, so that a worker cannot know which of its jobs are checked.
      if (Math.random() >= (this.#options.verify ?? 0)) return first;
      const second = await this.#do(job, first.worker).catch((error: unknown) => {
        if (!(error instanceof NobodyElse)) throw error;
        return this.#doHere(job);
      });
      if (canonicalJson(first.result) === canonicalJson(second.result)) return first;
      return await this.#arbitrate(job, [first, second]);
    }
  }

  #do(job: Job, not?: string): Promise<Done> {
    const run: RunOptions = {
      avoid: [...this.#distrusted, ...(not === undefined ? [] : [not])],
      orNobody: not !== undefined,
      signal: this.#stop.signal,
      onProgress: (done) => {
        this.#underWay.set(job.id, done);
        this.#tell().catch((error: unknown) => this.#stop.abort(error));
      },
    };
    return this.#options.engine.run(job, run);
  }

  /** Does a job here, and rejects the worker with a different result. */
  async #arbitrate(job: Job, answers: readonly Done[]): Promise<Done> {
    const own = await this.#doHere(job);
    const right = canonicalJson(own.result);
    for (const { worker, result } of answers) {
      if (canonicalJson(result) === right || this.#distrusted.has(worker)) continue;
      this.#distrusted.add(worker);
      const mine = [...this.#workers].filter(([, by]) => by === worker).map(([id]) => id);
      this.#options.onNote?.(
        `worker ${worker} gave a different result from this machine (job ${job.id.slice(0, 12)}); its ${mine.length + 1} results are thrown away`,
      );
      for (const id of mine) await this.#forget(id);
      await this.#options.engine.distrust(worker);
    }
    return answers.find(({ result }) => canonicalJson(result) === right) ?? own;
  }

  async #doHere(job: Job): Promise<Done> {
    this.#arbiter ??= new LocalEngine(1, this.#options.work.blobs);
    return { ...(await this.#arbiter.run(job, { signal: this.#stop.signal })), worker: 'this machine' };
  }

  async #forget(id: string): Promise<void> {
    if (!this.#workers.delete(id)) return;
    this.#games -= this.#sizeOf(this.#jobs.get(id)!);
    await this.#options.work.forget(id);
  }

  #count(job: Job, worker: string): void {
    this.#workers.set(job.id, worker);
    this.#games += this.#sizeOf(job);
  }

  async #tell(): Promise<void> {
    const underWay = [...this.#underWay.values()].reduce((sum, games) => sum + games, 0);
    const done = this.#workers.size;
    this.#options.onState?.(this.#state());
    this.#options.onProgress?.({ jobs: this.#jobs.size, done, games: this.#games + underWay, size: this.#size });
    if (performance.now() - this.#saved < STATE_MS) return;
    this.#saved = performance.now();
    await this.#saveState();
  }

  async #saveState(): Promise<void> {
    const { work, title } = this.#options;
    await work.saveState({ title, ...this.#state() });
  }

  #state(): Omit<WorkState, 'title'> {
    return { jobs: this.#jobs.size, done: this.#workers.size, failed: this.#failed.size };
  }
}
