// Connections to a Redis. The first attempt says why it fails; a connection that was there once is sought again for as long as it
// takes, because what is under way outlives a Redis that is restarted.

import { Redis } from 'ioredis';
import type { RedisAddress } from './redis-address.ts';
import { PASSWORD_REMEDY } from './redis-address.ts';

const CONNECT_MS = 5000;
const LONGEST_PAUSE_MS = 2000;

/** Throws a line that says why it cannot. */
export async function connect({ shown, options }: RedisAddress): Promise<Redis> {
  let reached = false;
  let last: Error | undefined;
  const redis = new Redis({
    ...options,
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: null,
    retryStrategy: (times) => (reached ? Math.min(100 * times, LONGEST_PAUSE_MS) : null),
  });
  redis.on('error', (error: Error) => (last = error));
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    redis.disconnect();
    throw new Error(`Redis at ${shown} cannot be reached: ${why(last ?? error)}`, { cause: error });
  }
  reached = true;
  return redis;
}

function why(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (/NOAUTH|WRONGPASS|invalid password/i.test(message))
    return `it asks for another user or password; ${PASSWORD_REMEDY}`;
  if (code === 'ECONNREFUSED') return 'nothing listens there; start it, or give another --redis';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'there is no such host; give another --redis';
  if (code === 'ETIMEDOUT' || /timeout|ETIMEDOUT/i.test(message)) return 'it does not answer; give another --redis';
  return message.split('\n')[0]!;
}
