// Downloads a model into the user's folder of models. The file is named by its checksum, appears whole or not at all, and a
// download that was cut off continues where it stopped.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { exists, makeFolder, reason, unwritable } from '../files/disk.ts';
import { Lock } from '../files/lock.ts';
import { progressLine } from '../terminal/progress.ts';
import { bytes as asBytes } from '../terminal/table.ts';
import type { ModelEntry } from './list.ts';

/** How long a download may stall before it counts as cut off. */
const PATIENCE_MS = 30_000;

/** Where downloaded models are kept: AFTERSTATE_CACHE, or the system's place for what can be fetched again. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const { AFTERSTATE_CACHE: own, XDG_CACHE_HOME: xdg, LOCALAPPDATA: local } = env;
  if (own) return join(own, 'models');
  if (process.platform === 'win32' && local) return join(local, 'afterstate', 'models');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'afterstate', 'models');
  return join(xdg || join(homedir(), '.cache'), 'afterstate', 'models');
}

/** The folder of a downloaded model; undefined if it was not downloaded. */
export async function downloaded({ sha256, file }: ModelEntry): Promise<string | undefined> {
  const folder = join(cacheFolder(), sha256);
  return (await exists(join(folder, file))) ? folder : undefined;
}

/** Reads a text over the network; errors call it `what`. Undefined if there is none. */
export async function fetchText(address: URL, what: string): Promise<string | undefined> {
  const response = await request(address, what, {});
  if (response.status === 404) return undefined;
  if (!response.ok) throw refused(what, address, response);
  return response.text();
}

/** Returns the folder of the model, after downloading what is missing. */
export async function download(base: URL, entry: ModelEntry): Promise<string> {
  const there = await downloaded(entry);
  if (there !== undefined) return there;
  const folder = join(cacheFolder(), entry.sha256);
  const lock = await makeFolder(folder).then(
    () => Lock.take(join(folder, 'lock'), { what: `the download of models/${entry.name}` }),
    (error: unknown) => {
      throw unwritable(`'${folder}' cannot be made: ${reason(error)}; set AFTERSTATE_CACHE to another folder`, error);
    },
  );
  try {
    await fetchFile(new URL(`${entry.name}/${entry.file}`, base), entry, join(folder, entry.file));
    return folder;
  } finally {
    await lock.release();
  }
}

async function fetchFile(address: URL, entry: ModelEntry, path: string): Promise<void> {
  const what = `models/${entry.name}`;
  const part = `${path}.part`;
  const kept = await stat(part).then(
    ({ size }) => (size < entry.bytes ? size : 0),
    () => 0,
  );
  const response = await request(address, what, kept > 0 ? { range: `bytes=${kept}-` } : {});
  if (!response.ok || !response.body) throw refused(what, address, response);
  // A host without ranges sends the whole file.
  const from = response.status === 206 ? kept : 0;
  process.stderr.write(
    `downloading ${what}, ${asBytes(entry.bytes)}, from ${address.origin}${from > 0 ? `; ${asBytes(from)} are here` : ''}\n`,
  );
  const hash = createHash('sha256');
  if (from > 0) for await (const chunk of createReadStream(part)) hash.update(chunk as Buffer);
  const progress = progressLine({ total: entry.bytes, unit: 'bytes', label: entry.name });
  const file = await open(part, from > 0 ? 'a' : 'w');
  let size = from;
  try {
    for await (const chunk of arriving(response.body, what)) {
      size += chunk.length;
      if (size > entry.bytes) break;
      hash.update(chunk);
      await file.writeFile(chunk);
      progress.update(size);
    }
    await file.sync();
  } catch (error) {
    if (error instanceof CutOff) throw error;
    throw new Error(`'${part}' cannot be written: ${reason(error)}`, { cause: error });
  } finally {
    progress.clear();
    await file.close();
  }
  if (size < entry.bytes) throw new CutOff(what);
  if (size > entry.bytes || hash.digest('hex') !== entry.sha256) {
    await rm(part, { force: true });
    throw new Error(`${what} from ${address} does not match the list: its checksum differs; nothing was kept`);
  }
  await rename(part, path);
}

class CutOff extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`the download of ${what} was cut off; run the command again to continue it`, options);
  }
}

/** The chunks of a body; too long a pause ends it. */
async function* arriving(body: ReadableStream<Uint8Array>, what: string): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      let timer: NodeJS.Timeout | undefined;
      const pause = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error('nothing arrives')), PATIENCE_MS);
      });
      const { done, value } = await Promise.race([reader.read(), pause]).finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw new CutOff(what, { cause: error });
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function request(address: URL, what: string, headers: Record<string, string>): Promise<Response> {
  const late = AbortSignal.timeout(PATIENCE_MS);
  const controller = new AbortController();
  const onLate = () => controller.abort(late.reason);
  late.addEventListener('abort', onLate);
  try {
    return await fetch(address, { headers, signal: controller.signal });
  } catch (error) {
    const { cause } = error as Error;
    const why = cause instanceof Error && cause.message ? cause.message : (error as Error).message;
    throw new Error(`${what} cannot be fetched from ${address}: ${why}`, { cause: error });
  } finally {
    late.removeEventListener('abort', onLate);
  }
}

function refused(what: string, address: URL, { status, statusText }: Response): Error {
  return new Error(`${what} cannot be fetched from ${address}: ${status} ${statusText}`.trim());
}
