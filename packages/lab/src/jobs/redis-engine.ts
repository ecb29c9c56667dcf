// Jobs by the workers of a Redis, through a queue of BullMQ: leases, retries, stalled jobs, progress and priorities are its own.
// This adds that the queue may forget: awaited jobs are looked up every few seconds, and added again if they are gone. A job's id
// is also its id in the queue, so adding it twice makes one job.

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Job as QueuedJob } from 'bullmq';
import { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import type { BlobFolder } from './blob-folder.ts';
import { buildName, thisBuild } from './build.ts';
import { Announcement, ban, dropJobs, isCancelled, listWorkers, PREFIX, queueName, wantJobs } from './cluster.ts';
import { digestOf } from './digest.ts';
import type { Done, Engine, Failure, RunOptions } from './engine.ts';
import { ATTEMPTS, JobFailed, NobodyElse } from './engine.ts';
import type { Job } from './job.ts';
import { kindOf } from './kinds.ts';
import type { RedisAddress } from './redis-address.ts';
import { connect, disconnect } from './redis-connection.ts';
import { dropBlob, fetchBlob, sendBlob } from './redis-blobs.ts';

/** What the queue holds of a job. */
export interface Queued {
  readonly id: string;
  readonly kind: string;
  readonly params: unknown;
  readonly avoid: readonly string[];
  /** Where it has failed so far. */
  readonly failures: readonly Failure[];
}

export interface RedisEngineOptions {
  readonly address: RedisAddress;
  readonly blobs: BlobFolder;
  readonly title: string;
  /** 1 is done before 2, and 0, the default, before both. */
  readonly priority?: number;
  /** The progress of the work, for listings. */
  readonly state: () => { readonly jobs: number; readonly done: number; readonly failed: number };
  readonly onNote: (text: string) => void;
  /** Somebody has cancelled the work. */
  readonly onCancel: () => void;
}

interface Order extends RunOptions {
  readonly key: string;
  readonly job: Job;
  readonly since: number;
  failures: Failure[];
  /** When the current look at it began; undefined if there is none. */
  settling: number | undefined;
  /** Something happened to it during that look. */
  again: boolean;
  /** When it was last seen in one of the queue's lists. */
  listed: number;
  resolve(done: Done): void;
  reject(error: unknown): void;
}

/** The fewest jobs asked for at once; otherwise two for each core present. */
const LEAST_WINDOW = 4096;
/** Jobs asked for within this many milliseconds are added together. */
const GATHER_MS = 5;
const SWEEP_MS = 3000;
/** A look that takes longer was lost with a connection; it is not waited for. */
const LONGEST_LOOK_MS = 20_000;
/** How often to check that the queue still has a known job in one of its lists. */
const LISTED_MS = 6000;
/** How long leaving may take. */
const LEAVE_MS = 2000;
/** Jobs looked up at a time. */
const TOGETHER = 256;
const KEEP_SECONDS = 86_400;
const ALONE_MS = 10_000;

export class RedisEngine implements Engine {
  readonly window: number;
  readonly #options: RedisEngineOptions;
  readonly #redis: Redis;
  /** Events come over a separate connection, which waits for them. */
  readonly #listening: Redis;
  readonly #queue: Queue<Queued>;
  readonly #events: QueueEvents;
  readonly #announcement: Announcement<'work'>;
  readonly #orders = new Map<string, Order>();
  #fresh: Order[] = [];
  #gathering: NodeJS.Timeout | undefined;
  readonly #sweeper: NodeJS.Timeout;
  #sweeping = false;
  #away = false;
  #told = '';
  #closed = false;

  private constructor(options: RedisEngineOptions, redis: Redis, listening: Redis, cores: number) {
    this.#options = options;
    this.window = Math.max(LEAST_WINDOW, 2 * cores);
    this.#redis = redis;
    this.#listening = listening;
    const name = queueName(thisBuild());
    this.#queue = new Queue<Queued>(name, { connection: redis, prefix: PREFIX });
    this.#events = new QueueEvents(name, { connection: listening, prefix: PREFIX });
    const id = randomUUID().slice(0, 8);
    const since = new Date().toISOString();
    const { title, state } = options;
    this.#announcement = new Announcement(
      redis,
      'work',
      () => ({ ...thisBuild(), id, host: hostname(), pid: process.pid, title, since, ...state() }),
      async () => {
        if (await isCancelled(redis, id)) options.onCancel();
      },
    );
    this.#events.on('completed', ({ jobId }) => void this.#look(jobId));
    this.#events.on('failed', ({ jobId }) => void this.#look(jobId));
    this.#events.on('progress', ({ jobId, data }) => {
      if (typeof data === 'number') this.#orders.get(jobId)?.onProgress?.(data);
    });
    this.#queue.on('error', () => {});
    this.#events.on('error', () => {});
    redis.on('close', () => this.#say(true));
    redis.on('ready', () => {
      this.#say(false);
      void this.#sweep();
    });
    this.#sweeper = setInterval(() => void this.#sweep(), SWEEP_MS);
  }

  static async open(options: RedisEngineOptions): Promise<RedisEngine> {
    const redis = await connect(options.address);
    const listening = await connect(options.address);
    const cores = (await listWorkers(redis)).reduce((sum, worker) => sum + worker.cores, 0);
    const engine = new RedisEngine(options, redis, listening, cores);
    await engine.#announcement.now();
    return engine;
  }

  run(job: Job, options: RunOptions = {}): Promise<Done> {
    const { avoid = [], signal } = options;
    const key = avoid.length === 0 ? job.id : `${job.id}-${digestOf(avoid.join('\n')).slice(0, 8)}`;
    return new Promise<Done>((resolve, reject) => {
      const abort = (): void => this.#drop(order, signal?.reason);
      const finish = (): void => {
        signal?.removeEventListener('abort', abort);
        this.#orders.delete(key);
      };
      const order: Order = {
        ...options,
        key,
        job,
        since: performance.now(),
        failures: [],
        settling: undefined,
        again: false,
        listed: performance.now(),
        resolve: (done) => (finish(), resolve(done)),
        reject: (error) => (finish(), reject(error)),
      };
      if (signal?.aborted) return order.reject(signal.reason);
      signal?.addEventListener('abort', abort, { once: true });
      this.#orders.set(key, order);
      this.#fresh.push(order);
      this.#gathering ??= setTimeout(() => {
        this.#gathering = undefined;
        const orders = this.#fresh;
        this.#fresh = [];
        void this.#ask(orders);
      }, GATHER_MS);
    });
  }

  distrust(worker: string): Promise<void> {
    return ban(this.#redis, worker);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#sweeper);
    clearTimeout(this.#gathering);
    const leave = async (): Promise<void> => {
      await this.#takeBack([...this.#orders.values()]).catch(() => {});
      await this.#announcement.end().catch(() => {});
      await Promise.allSettled([this.#queue.close(), this.#events.close()]);
    };
    await within(LEAVE_MS, leave());
    disconnect(this.#redis);
    disconnect(this.#listening);
  }

  /** Adds jobs, and checks whether some are already done, for an earlier coordinator. */
  async #ask(orders: readonly Order[]): Promise<void> {
    try {
      await wantJobs(
        this.#redis,
        orders.map(({ key }) => key),
      );
      await this.#add(orders);
      await Promise.all(orders.map(({ key }) => this.#look(key)));
    } catch (error) {
      // Redis went away meanwhile: the next sweep adds what is missing.
      if (!this.#closed && !isConnectionTrouble(error)) for (const order of orders) order.reject(error);
    }
  }

  async #add(orders: readonly Order[]): Promise<void> {
    const blobs = new Set(orders.flatMap(({ job }) => kindOf(job.kind).blobs(job.params)));
    for (const digest of blobs) await sendBlob(this.#redis, this.#options.blobs, digest);
    const { priority = 0 } = this.#options;
    await this.#queue.addBulk(
      orders.map(({ key, job, avoid = [], failures }) => ({
        name: job.kind,
        data: { id: job.id, kind: job.kind, params: job.params, avoid, failures },
        opts: {
          jobId: key,
          priority,
          attempts: ATTEMPTS,
          removeOnComplete: { age: KEEP_SECONDS },
          removeOnFail: { age: KEEP_SECONDS },
        },
      })),
    );
  }

  /** Takes a job's result if it has one, and adds the job again if the queue has lost it. */
  async #look(key: string): Promise<void> {
    const order = this.#orders.get(key);
    if (!order) return;
    const now = performance.now();
    // Events during this look are handled after it.
    if (order.settling !== undefined && now - order.settling < LONGEST_LOOK_MS) {
      order.again = true;
      return;
    }
    order.settling = now;
    try {
      const queued = (await this.#queue.getJob(key)) as QueuedJob<Queued> | undefined;
      if (!this.#orders.has(key)) return;
      if (!queued) await this.#add([order]);
      else if (queued.finishedOn !== undefined) await this.#settle(order, queued);
      else if (await this.#isForgotten(order, queued)) {
        await queued.remove();
        await this.#add([order]);
      }
    } catch (error) {
      // As above; errors of the disk go to the caller.
      if (!isConnectionTrouble(error)) order.reject(error);
    } finally {
      if (order.settling === now) order.settling = undefined;
    }
    if (order.again) {
      order.again = false;
      await this.#look(key);
    }
  }

  /** Whether the queue knows a job but has it in none of its lists, so that no worker will ever get it. */
  async #isForgotten(order: Order, queued: QueuedJob<Queued>): Promise<boolean> {
    if (performance.now() - order.listed < LISTED_MS) return false;
    order.listed = performance.now();
    return (await queued.getState()) === 'unknown';
  }

  async #settle(order: Order, queued: QueuedJob<Queued>): Promise<void> {
    if (queued.failedReason) {
      const { failures } = queued.data;
      await queued.remove();
      // A job without failures of its own was dropped by a coordinator that stopped.
      if (failures.length >= ATTEMPTS) order.reject(new JobFailed(failures));
      else await this.#add([order]);
      return;
    }
    const kind = kindOf(order.job.kind);
    const { result, worker, seconds } = (queued.returnvalue ?? {}) as Partial<Done>;
    const parsed = kind.result.safeParse(result);
    const right = parsed.success && kind.fits(order.job.params, parsed.data);
    const made = right ? kind.made(parsed.data) : [];
    const here = await Promise.all(made.map((digest) => fetchBlob(this.#redis, this.#options.blobs, digest)));
    if (!right || !here.every(Boolean)) await queued.remove();
    if (!right) {
      order.failures.push({ worker: String(worker), error: `the result is not one of a ${kind.name} job` });
      if (order.failures.length >= ATTEMPTS) order.reject(new JobFailed(order.failures));
      else await this.#add([order]);
    } else if (!here.every(Boolean)) await this.#add([order]);
    else {
      order.resolve({ result: parsed.data, worker: String(worker), seconds: Number(seconds) });
      // Whatever cannot be cleared away now expires in a day.
      void Promise.all([queued.remove(), ...made.map((digest) => dropBlob(this.#redis, digest))]).catch(() => {});
    }
  }

  async #sweep(): Promise<void> {
    if (this.#sweeping || this.#closed || this.#redis.status !== 'ready') return;
    this.#sweeping = true;
    try {
      const keys = [...this.#orders.keys()];
      for (let at = 0; at < keys.length; at += TOGETHER)
        await within(LONGEST_LOOK_MS, Promise.all(keys.slice(at, at + TOGETHER).map((key) => this.#look(key))));
      await within(LONGEST_LOOK_MS, this.#lookForWorkers());
    } catch {
      // The next sweep takes care of it.
    } finally {
      this.#sweeping = false;
    }
  }

  /** Says so if nobody works for this build, and gives up jobs whose only permitted workers are absent. */
  async #lookForWorkers(): Promise<void> {
    const all = await listWorkers(this.#redis);
    const { kernel } = thisBuild();
    const ours = all.filter((worker) => worker.kernel === kernel);
    const [other] = all;
    if (this.#orders.size > 0 && ours.length === 0)
      this.#tell(
        other
          ? `no worker has this build (${buildName(thisBuild())}); those on ${this.#options.address.shown} have ${buildName(other)}`
          : `no worker is on ${this.#options.address.shown} yet; start one: afterstate worker --redis ${this.#options.address.shown}`,
      );
    for (const order of this.#orders.values()) {
      if (!order.orNobody || performance.now() - order.since < ALONE_MS) continue;
      if (!ours.some(({ id }) => !order.avoid?.includes(id))) this.#drop(order, new NobodyElse());
    }
  }

  #drop(order: Order, reason: unknown): void {
    order.reject(reason);
    void this.#takeBack([order]).catch(() => {});
  }

  /** Takes jobs out of the queue; workers give up those under way. */
  async #takeBack(orders: readonly Order[]): Promise<void> {
    if (this.#redis.status !== 'ready' || orders.length === 0) return;
    await dropJobs(
      this.#redis,
      orders.map(({ key }) => key),
    );
    await Promise.allSettled(orders.map(async ({ key }) => (await this.#queue.getJob(key))?.remove()));
  }

  #say(away: boolean): void {
    if (this.#closed || away === this.#away) return;
    this.#away = away;
    const { shown } = this.#options.address;
    this.#options.onNote(away ? `Redis at ${shown} is away; waiting for it` : `Redis at ${shown} is back`);
  }

  #tell(text: string): void {
    if (text !== this.#told) this.#options.onNote(text);
    this.#told = text;
  }
}

/** Waits for something, and no longer than this many milliseconds. */
function within(ms: number, work: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function isConnectionTrouble(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code ?? '') ||
    /Connection is closed|connection close|LOADING|READONLY|CLUSTERDOWN|Missing lock|could not be removed|Missing key/i.test(
      message,
    )
  );
}
