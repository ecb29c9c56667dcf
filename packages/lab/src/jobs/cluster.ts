// Who is there: workers and coordinators announce themselves in Redis every two seconds, and count as gone after ten seconds of
// silence. BullMQ knows only its workers' connections, and nothing about their builds, their cores or what they are doing.

import type { Redis } from 'ioredis';
import type { Build } from './build.ts';

export const PREFIX = 'afterstate';
const BEAT_MS = 2000;
const GONE_MS = 10_000;

export interface Doing {
  readonly id: string;
  readonly words: string;
  readonly done: number;
  readonly size: number;
}

export interface WorkerNotice extends Build {
  /** Unique: its name and the number of its process. */
  readonly id: string;
  readonly host: string;
  readonly cores: number;
  /** Bytes that its jobs may take. */
  readonly memory: number;
  readonly since: string;
  readonly done: number;
  readonly failed: number;
  readonly doing: readonly Doing[];
}

export interface WorkNotice extends Build {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly title: string;
  readonly since: string;
  readonly jobs: number;
  readonly done: number;
  readonly failed: number;
}

/** Jobs of one build share a queue, and no worker of another build looks there. */
export function queueName({ kernel }: Pick<Build, 'kernel'>): string {
  return `jobs-${kernel.slice(0, 12)}`;
}

type Role = 'worker' | 'work';
type Notice<R extends Role> = R extends 'worker' ? WorkerNotice : WorkNotice;

/** Announces something until it is closed. An absent Redis does not stop it. */
export class Announcement<R extends Role> {
  readonly #redis: Redis;
  readonly #role: R;
  readonly #notice: () => Notice<R>;
  readonly #timer: NodeJS.Timeout;

  constructor(redis: Redis, role: R, notice: () => Notice<R>, onBeat?: () => Promise<void>) {
    this.#redis = redis;
    this.#role = role;
    this.#notice = notice;
    const beat = (): void => {
      // Commands would pile up in a queue while Redis is away.
      if (redis.status === 'ready')
        this.now()
          .then(onBeat)
          .catch(() => {});
    };
    this.#timer = setInterval(beat, BEAT_MS);
  }

  async now(): Promise<void> {
    const notice = this.#notice();
    await this.#redis
      .multi()
      .set(`${PREFIX}:${this.#role}:${notice.id}`, JSON.stringify(notice), 'PX', GONE_MS)
      .sadd(`${PREFIX}:${this.#role}s`, notice.id)
      .exec();
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    const { id } = this.#notice();
    if (this.#redis.status !== 'ready') return;
    await this.#redis.multi().del(`${PREFIX}:${this.#role}:${id}`).srem(`${PREFIX}:${this.#role}s`, id).exec();
  }
}

export const listWorkers = (redis: Redis): Promise<WorkerNotice[]> => list(redis, 'worker');
export const listWorks = (redis: Redis): Promise<WorkNotice[]> => list(redis, 'work');

async function list<R extends Role>(redis: Redis, role: R): Promise<Notice<R>[]> {
  const ids = (await redis.smembers(`${PREFIX}:${role}s`)).sort();
  if (ids.length === 0) return [];
  const texts = await redis.mget(ids.map((id) => `${PREFIX}:${role}:${id}`));
  const gone = ids.filter((_, i) => texts[i] === null);
  if (gone.length > 0) await redis.srem(`${PREFIX}:${role}s`, gone);
  return texts.flatMap((text) => (typeof text === 'string' ? [JSON.parse(text) as Notice<R>] : []));
}

const DAY = 86_400;

/** Sends a worker away whose results were wrong. */
export async function ban(redis: Redis, worker: string): Promise<void> {
  await redis.set(`${PREFIX}:banned:${worker}`, '1', 'EX', DAY);
}

export async function isBanned(redis: Redis, worker: string): Promise<boolean> {
  return (await redis.exists(`${PREFIX}:banned:${worker}`)) > 0;
}

/** Asks the coordinator of some work to stop. */
export async function cancelWork(redis: Redis, id: string): Promise<void> {
  await redis.set(`${PREFIX}:cancel:${id}`, '1', 'EX', DAY);
}

export async function isCancelled(redis: Redis, id: string): Promise<boolean> {
  return (await redis.exists(`${PREFIX}:cancel:${id}`)) > 0;
}

/** Tells workers that nobody waits for these jobs any more. */
export async function dropJobs(redis: Redis, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await redis
    .multi()
    .sadd(`${PREFIX}:dropped`, ...ids)
    .expire(`${PREFIX}:dropped`, 600)
    .exec();
}

export async function wantJobs(redis: Redis, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await redis.srem(`${PREFIX}:dropped`, ...ids);
}

/** Which of these jobs nobody waits for. */
export async function droppedOf(redis: Redis, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const flags = await redis.smismember(`${PREFIX}:dropped`, ...ids);
  return ids.filter((_, i) => flags[i] === 1);
}
