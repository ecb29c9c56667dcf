// Where a Redis is, and how to log in. A password comes from the environment or a file: every user of a machine can see
// arguments, and they end up in histories, logs and manifests. Addresses are always shown without it.

import { readFile } from 'node:fs/promises';
import { InputError } from 'afterstate';

export interface RedisAddress {
  /** Without user and password. */
  readonly shown: string;
  readonly options: {
    readonly host: string;
    readonly port: number;
    readonly db: number;
    readonly username?: string;
    readonly password?: string;
    readonly tls?: { readonly servername: string };
  };
}

export interface AddressFlags {
  readonly redis?: string | undefined;
  readonly redisPasswordFile?: string | undefined;
}

export const PASSWORD_REMEDY = 'set AFTERSTATE_REDIS_PASSWORD, or give --redis-password-file FILE';

/** Undefined if neither the flags nor the environment name one. */
export async function redisAddress(flags: AddressFlags, env = process.env): Promise<RedisAddress | undefined> {
  const text = flags.redis ?? env['AFTERSTATE_REDIS_URL'];
  if (text === undefined || text === '') return undefined;
  const where = flags.redis === undefined ? 'AFTERSTATE_REDIS_URL' : '--redis';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The text is not repeated here: it may hold a password.
  if (!url || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '')
    throw new InputError(`${where} is not an address of the form redis://HOST:PORT or rediss://HOST:PORT`);
  if (flags.redis !== undefined && (url.password !== '' || url.username !== ''))
    throw new InputError(`--redis must not hold a user or a password, which others could read; ${PASSWORD_REMEDY}`);
  const database = Number(url.pathname.slice(1) || '0');
  if (!Number.isInteger(database)) throw new InputError(`${where}: '${url.pathname}' is not the number of a database`);
  const password = (await passwordOf(flags)) ?? env['AFTERSTATE_REDIS_PASSWORD'] ?? decodeURIComponent(url.password);
  const username = env['AFTERSTATE_REDIS_USERNAME'] ?? decodeURIComponent(url.username);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    shown: `${url.protocol}//${url.host}${url.pathname === '/' ? '' : url.pathname}`,
    options: {
      host,
      port: Number(url.port || '6379'),
      db: database,
      ...(username !== '' && { username }),
      ...(password !== '' && { password }),
      ...(url.protocol === 'rediss:' && { tls: { servername: host } }),
    },
  };
}

async function passwordOf({ redisPasswordFile: file }: AddressFlags): Promise<string | undefined> {
  if (file === undefined) return undefined;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`--redis-password-file: '${file}' cannot be read: ${error.code ?? error.message}`);
  });
  return text.trim();
}
