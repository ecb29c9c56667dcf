// Connections to a Redis. If the first attempt fails, it says why; a connection that once existed is retried for as long as it
// takes, because work under way survives a restart of Redis. A queue makes its own copies of a connection; they are retried only
// while the connection is wanted, because a stray copy keeps a process from ending.

import { Redis } from 'ioredis';
import type { RedisAddress } from './redis-address.ts';
import { PASSWORD_REMEDY } from './redis-address.ts';

const CONNECT_MS = 5000;
const LONGEST_PAUSE_MS = 2000;

/** Connections that are no longer wanted. */
const left = new WeakSet<Redis>();

/** Throws a line that says why it cannot. */
export async function connect({ shown, options }: RedisAddress): Promise<Redis> {
  let reached = false;
  let last: Error | undefined;
  const redis: Redis = new Redis({
    ...options,
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (reached && !left.has(redis) ? Math.min(100 * times, LONGEST_PAUSE_MS) : null),
  });
  redis.on('error', (error: Error) => (last = error));
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    disconnect(redis);
    throw new Error(`Redis at ${shown} cannot be reached: ${why(last ?? error)}`, { cause: error });
  }
  reached = true;
  return redis;
}

/** Ends a connection, and its copies where Redis is away. */
export function disconnect(redis: Redis): void {
  left.add(redis);
  redis.disconnect();
}

function why(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (/NOAUTH|WRONGPASS|invalid password/i.test(message)) return `it rejects this user or password; ${PASSWORD_REMEDY}`;
  if (code === 'ECONNREFUSED') return 'nothing listens there; start it, or give another --redis';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host; give another --redis';
  if (code === 'ETIMEDOUT' || /timeout|ETIMEDOUT/i.test(message)) return 'it does not answer; give another --redis';
  return message.split('\n')[0]!;
}
