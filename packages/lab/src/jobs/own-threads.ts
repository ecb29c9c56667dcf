// Short work on threads of this process, because processes would take longer to start than the work takes. It is an engine in
// front of another one, which gets every job that is not done here: if a thread failed, if the time for this is over, or if a
// second worker is asked for.

import type { Player } from 'afterstate';
import type { BlobFolder } from './blob-folder.ts';
import type { Done, Engine, RunOptions } from './engine.ts';
import type { Job } from './job.ts';
import type { PlayParams } from './kinds/play-facts.ts';
import { playJob } from './kinds/play-runner.ts';

/** The name of this process among workers. */
export const THIS_PROCESS = 'this process';

export interface OwnThreadsOptions {
  readonly player: Player;
  readonly engine: Engine;
  readonly blobs: BlobFolder;
  /** After this long, no more jobs begin here. */
  readonly seconds: number;
}

export class OwnThreads implements Engine {
  readonly window: number;
  readonly #options: OwnThreadsOptions;
  readonly #until: number;
  #over = false;
  /** Jobs run one after another, each on all threads of the player. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: OwnThreadsOptions) {
    this.window = options.engine.window;
    this.#options = options;
    this.#until = performance.now() + 1000 * options.seconds;
  }

  /** Whether this has stopped taking jobs. */
  get isOver(): boolean {
    return this.#over;
  }

  async run(job: Job, options: RunOptions = {}): Promise<Done> {
    if (!options.avoid?.includes(THIS_PROCESS)) {
      const turn = this.#last.then(() => this.#try(job, options));
      this.#last = turn.catch(() => {});
      const done = await turn;
      if (done) return done;
    }
    return this.#options.engine.run(job, options);
  }

  /** Undefined if the job is for the other engine. */
  async #try({ params }: Job, { signal, onProgress }: RunOptions): Promise<Done | undefined> {
    signal?.throwIfAborted();
    if (performance.now() > this.#until) this.#over = true;
    if (this.#over) return undefined;
    const { player, blobs } = this.#options;
    const began = performance.now();
    try {
      const result = await playJob(player, params as PlayParams, {
        keep: (bytes) => blobs.keep(bytes),
        onProgress,
        signal,
      });
      return { result, worker: THIS_PROCESS, seconds: (performance.now() - began) / 1000 };
    } catch {
      signal?.throwIfAborted();
      // If the job fails on the other engine too, that engine reports the error.
      this.#over = true;
      return undefined;
    }
  }

  async distrust(worker: string): Promise<void> {
    if (worker === THIS_PROCESS) this.#over = true;
    else await this.#options.engine.distrust(worker);
  }

  /** The player and the other engine belong to the caller. */
  async close(): Promise<void> {
    this.#over = true;
    await this.#last;
  }
}
