// A machine's worker: takes jobs of its own build from the queue, does each in a process of its pool, and hands in the result. It
// renews the leases of jobs itself, so a process that computes for hours loses none.

import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job as QueuedJob } from 'bullmq';
import { DelayedError, UnrecoverableError, WaitingError, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import { BlobFolder } from './blob-folder.ts';
import { buildName, thisBuild } from './build.ts';
import type { Doing, WorkerNotice } from './cluster.ts';
import { Announcement, droppedOf, isBanned, listWorkers, listWorks, PREFIX, queueName } from './cluster.ts';
import type { Done, Failure } from './engine.ts';
import { kindOf, readJob } from './kinds.ts';
import { ProcessPool, TaskFailed } from './process-pool.ts';
import type { RedisAddress } from './redis-address.ts';
import { connect, disconnect } from './redis-connection.ts';
import { fetchBlob, sendBlob } from './redis-blobs.ts';
import type { Queued } from './redis-engine.ts';

export interface WorkerOptions {
  readonly address: RedisAddress;
  readonly name: string;
  readonly cores: number;
  /** Bytes that its jobs may take together. */
  readonly memory: number;
  /** Folder that caches blobs. */
  readonly cache: string;
  /** Seconds of silence after which a worker's job is given to another. */
  readonly lease: number;
  readonly onNote: (text: string) => void;
}

/** A job may be lost with its worker many times before the queue gives up on it. */
const MOST_STALLS = 1000;
const PROGRESS_MS = 3000;
/** How long a job that was handed back waits for another worker. */
const PAUSE_MS = 300;
/** How long leaving may take while Redis is away. */
const LEAVE_MS = 1000;
const LOOK_MS = 100;

/** Why a job was stopped here. */
type Stop = 'dropped' | 'handed back';

export class RedisWorker {
  readonly id: string;
  /** Resolves when it has left, with a sentence if it was sent away. */
  readonly left: Promise<string | undefined>;
  readonly #options: WorkerOptions;
  readonly #redis: Redis;
  readonly #blobs: BlobFolder;
  readonly #pool: ProcessPool;
  readonly #worker: Worker<Queued, Done>;
  readonly #announcement: Announcement<'worker'>;
  readonly #doing = new Map<string, { words: string; size: number; done: number; stop: AbortController }>();
  readonly #since = new Date().toISOString();
  #done = 0;
  #failed = 0;
  #away = false;
  #leave!: (why?: string) => void;
  #leaving: Promise<void> | undefined;

  private constructor(options: WorkerOptions, id: string, redis: Redis) {
    this.id = id;
    this.#options = options;
    this.#redis = redis;
    this.#blobs = new BlobFolder(options.cache);
    const { cores, memory, cache, lease } = options;
    this.left = new Promise((resolve) => (this.#leave = resolve));
    this.#pool = new ProcessPool({ processes: cores, blobs: cache, memory });
    this.#worker = new Worker<Queued, Done>(queueName(thisBuild()), (job, token) => this.#take(job, token!), {
      connection: redis,
      prefix: PREFIX,
      name: id,
      concurrency: cores,
      lockDuration: 1000 * lease,
      stalledInterval: 500 * lease,
      maxStalledCount: MOST_STALLS,
    });
    // A lost connection comes back by itself; `#say` reports it once.
    this.#worker.on('error', () => {});
    this.#announcement = new Announcement(
      redis,
      'worker',
      () => this.notice(),
      () => this.#beat(),
    );
    redis.on('close', () => this.#say(true));
    redis.on('ready', () => this.#say(false));
  }

  /** Throws if the work under way is for another build, or if this worker was sent away. */
  static async start(options: WorkerOptions): Promise<RedisWorker> {
    const { address } = options;
    const redis = await connect(address);
    try {
      const works = await listWorks(redis);
      const [other] = works;
      if (other && !works.some(({ kernel }) => kernel === thisBuild().kernel))
        throw new Error(
          `this worker is ${buildName(thisBuild())}, and the work on ${address.shown} is for ${buildName(other)}; install that build here`,
        );
      const worker = new RedisWorker(options, `${options.name}-${process.pid}`, redis);
      await worker.#announcement.now();
      return worker;
    } catch (error) {
      disconnect(redis);
      throw error;
    }
  }

  notice(): WorkerNotice {
    const { cores, memory } = this.#options;
    const doing: Doing[] = [...this.#doing].map(([id, { words, size, done }]) => ({ id, words, size, done }));
    return {
      ...thisBuild(),
      id: this.id,
      host: hostname(),
      cores,
      memory,
      since: this.#since,
      done: this.#done,
      failed: this.#failed,
      doing,
    };
  }

  /** Takes no more jobs, and leaves when those under way are done, or at once if they are to be handed back. */
  close(handBack = false): Promise<void> {
    if (handBack) for (const { stop } of this.#doing.values()) stop.abort('handed back' satisfies Stop);
    this.#leaving ??= this.#end();
    return this.#leaving;
  }

  async #end(why?: string): Promise<void> {
    await this.#whileRedis(this.#worker.close(this.#redis.status !== 'ready'));
    await this.#whileRedis(this.#announcement.end());
    await this.#pool.close();
    disconnect(this.#redis);
    this.#leave(why);
  }

  /** If Redis is away, jobs cannot be handed back: they go to others when their leases run out. */
  async #whileRedis(work: Promise<unknown>): Promise<void> {
    let pending = true;
    const ended = work.catch(() => {}).finally(() => (pending = false));
    for (let away = 0; pending && away < LEAVE_MS; away = this.#redis.status === 'ready' ? 0 : away + LOOK_MS)
      await Promise.race([ended, sleep(LOOK_MS)]);
  }

  async #take(queued: QueuedJob<Queued>, token: string): Promise<Done> {
    const { data } = queued;
    const key = queued.id!;
    if (await this.#isForAnother(data)) {
      await queued.moveToDelayed(Date.now() + PAUSE_MS, token);
      throw new DelayedError();
    }
    const stop = new AbortController();
    try {
      const job = readJob({ id: data.id, kind: data.kind, params: data.params });
      const kind = kindOf(job.kind);
      this.#doing.set(key, { words: kind.words(job.params), size: kind.size(job.params), done: 0, stop });
      for (const digest of kind.blobs(job.params)) {
        if (await fetchBlob(this.#redis, this.#blobs, digest)) continue;
        // Redis has lost it; the coordinator sends it again when it looks.
        await queued.moveToDelayed(Date.now() + 5 * PAUSE_MS, token);
        throw new DelayedError();
      }
      const done = await this.#pool.run({
        kind: job.kind,
        params: job.params,
        bytes: kind.memory(job.params, (digest) => this.#blobs.sizeOf(digest)),
        avoid: [],
        signal: stop.signal,
        onProgress: this.#progressOf(queued),
      });
      for (const digest of kind.made(done.result)) await sendBlob(this.#redis, this.#blobs, digest);
      this.#done++;
      return { ...done, worker: this.id };
    } catch (error) {
      if (error instanceof DelayedError) throw error;
      if (stop.signal.reason === ('handed back' satisfies Stop)) {
        await queued.moveToWait(token);
        throw new WaitingError();
      }
      if (stop.signal.reason === ('dropped' satisfies Stop)) throw new UnrecoverableError('nobody waits for it');
      this.#failed++;
      const message = error instanceof Error ? error.message : String(error);
      const failures: Failure[] = [...data.failures, { worker: this.id, error: message }];
      await queued.updateData({ ...data, failures });
      throw error instanceof TaskFailed ? new Error(message) : error;
    } finally {
      this.#doing.delete(key);
    }
  }

  /** Whether this worker must not do it, or failed to, while others are there. */
  async #isForAnother({ avoid, failures }: Queued): Promise<boolean> {
    const me = (worker: string): boolean => worker === this.id;
    if (avoid.some(me)) return true;
    if (!failures.some(({ worker }) => me(worker))) return false;
    const not = new Set([...avoid, ...failures.map(({ worker }) => worker)]);
    const { kernel } = thisBuild();
    return (await listWorkers(this.#redis)).some((other) => other.kernel === kernel && !not.has(other.id));
  }

  #progressOf(queued: QueuedJob<Queued>): (done: number) => void {
    let told = performance.now();
    return (done) => {
      const doing = this.#doing.get(queued.id!);
      if (doing) doing.done = done;
      if (performance.now() - told < PROGRESS_MS || this.#redis.status !== 'ready') return;
      told = performance.now();
      queued.updateProgress(done).catch(() => {});
    };
  }

  async #beat(): Promise<void> {
    for (const id of await droppedOf(this.#redis, [...this.#doing.keys()]))
      this.#doing.get(id)?.stop.abort('dropped' satisfies Stop);
    if (await isBanned(this.#redis, this.id)) {
      for (const { stop } of this.#doing.values()) stop.abort('dropped' satisfies Stop);
      this.#leaving ??= this.#end(
        'this worker gave different results from another machine, and was sent away; check its memory and its build',
      );
    }
  }

  #say(away: boolean): void {
    if (this.#leaving || away === this.#away) return;
    this.#away = away;
    const { shown } = this.#options.address;
    this.#options.onNote(away ? `Redis at ${shown} is away; waiting for it` : `Redis at ${shown} is back`);
  }
}
