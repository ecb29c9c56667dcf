// One writer at a time: a file says which process owns something, on which machine and since when, and is touched while that
// process lives. A lock whose owner has ended is taken over. System locks were rejected: Node has none, and a file can name its
// owner.

import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { exists } from './disk.ts';

const BEAT_MS = 2000;
/** A lock of another machine that was not touched for this long no longer has an owner. */
const STALE_MS = 60_000;
/** How long other processes that take over the same lock may take to write their names. */
const SETTLE_MS = 250;
/** How long a lock may be empty because its owner is writing it. */
const WRITING_MS = 2000;

export interface Owner {
  readonly pid: number;
  readonly host: string;
  /** When it took the lock: ISO 8601, UTC. */
  readonly since: string;
  readonly token: string;
  /** When the process began, as Linux counts it: process numbers are reused. */
  readonly began?: string;
}

/** Another process has the lock. */
export class Locked extends Error {
  override readonly name = 'Locked';
}

export interface LockOptions {
  /** What the lock is for, as messages call it. */
  readonly what: string;
  /** What to do if another process has it. */
  readonly remedy?: string;
  /** Receives a sentence about a lock that was taken over. */
  readonly onNote?: ((text: string) => void) | undefined;
  /** Another process has taken the lock: this one must stop writing. */
  readonly onLost?: ((message: string) => void) | undefined;
}

/** What the owner of a lock hears. */
export type Watch = Omit<LockOptions, 'what'>;

/** Tokens of the locks that this process has. */
const tokens = new Set<string>();

export class Lock {
  readonly #path: string;
  readonly #token: string;
  readonly #options: LockOptions;
  readonly #beat: NodeJS.Timeout;

  private constructor(path: string, token: string, options: LockOptions) {
    this.#path = path;
    this.#token = token;
    this.#options = options;
    this.#beat = setInterval(() => void this.#touch(), BEAT_MS);
    this.#beat.unref();
    tokens.add(token);
  }

  /** Throws `Locked`, with nothing written, if another process has it. */
  static async take(path: string, options: LockOptions): Promise<Lock> {
    const token = randomUUID();
    const began = await beginningOf(process.pid);
    const since = new Date().toISOString();
    const owner: Owner = { pid: process.pid, host: hostname(), since, token, ...(began !== undefined && { began }) };
    let before: Owner | undefined;
    do {
      if (await writeNew(path, owner)) return new Lock(path, token, options);
      before = await writtenOwner(path);
    } while (!before && !(await exists(path)));
    if (before && (await isAlive(path, before))) throw inUse(options, named(before));
    // The last process to write its name has the lock; the others find that name.
    const own = `${path}.${token}`;
    await writeNew(own, owner);
    await rename(own, path).catch(async (error: unknown) => {
      await rm(own, { force: true });
      throw error;
    });
    await sleep(SETTLE_MS);
    const after = await ownerOf(path);
    if (after?.token !== token) throw inUse(options, after ? named(after) : 'another process');
    options.onNote?.(
      before
        ? `${options.what} was in use by ${named(before)}, which has ended; this process takes over`
        : `the lock of ${options.what} had no owner; this process takes over`,
    );
    return new Lock(path, token, options);
  }

  async release(): Promise<void> {
    clearInterval(this.#beat);
    tokens.delete(this.#token);
    // If it can no longer be removed, its owner will have ended by the time anyone looks.
    if ((await ownerOf(this.#path))?.token === this.#token) await rm(this.#path, { force: true }).catch(() => {});
  }

  async #touch(): Promise<void> {
    const owner = await ownerOf(this.#path);
    if (owner && owner.token !== this.#token) {
      clearInterval(this.#beat);
      this.#options.onLost?.(`${this.#options.what} was taken over by ${named(owner)}`);
      return;
    }
    const now = new Date();
    await utimes(this.#path, now, now).catch(() => {});
  }
}

/** Who has a lock; undefined if nobody has. */
export async function ownerOf(path: string): Promise<Owner | undefined> {
  try {
    const owner = JSON.parse(await readFile(path, 'utf8')) as Owner | null;
    if (!owner || !Number.isSafeInteger(owner.pid) || owner.pid < 1) return undefined;
    return [owner.host, owner.since, owner.token].every((field) => typeof field === 'string') ? owner : undefined;
  } catch {
    return undefined;
  }
}

export async function isAlive(path: string, { pid, host, token, began }: Owner): Promise<boolean> {
  if (host === hostname()) {
    if (pid === process.pid) return tokens.has(token);
    if (!isRunning(pid)) return false;
    const now = await beginningOf(pid);
    if (began !== undefined && now !== undefined) return now === began;
  }
  const touched = await stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
  return Math.abs(Date.now() - touched) < STALE_MS;
}

/** `process 4711 on this-machine since 2026-11-17T04:00:00.000Z`. */
function named({ pid, host, since }: Owner): string {
  return `process ${pid} on ${host} since ${since}`;
}

function inUse({ what, remedy = 'wait until it ends, or stop it first' }: LockOptions, owner: string): Locked {
  return new Locked(`${what} is in use by ${owner}; ${remedy}`);
}

/** False if the file exists. */
async function writeNew(path: string, owner: Owner): Promise<boolean> {
  try {
    const file = await open(path, 'wx');
    try {
      await file.writeFile(`${JSON.stringify(owner)}\n`);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** The owner, once it has written its name; undefined if it does not do so in time, or is gone. */
async function writtenOwner(path: string): Promise<Owner | undefined> {
  for (const end = performance.now() + WRITING_MS; performance.now() < end; await sleep(20)) {
    const owner = await ownerOf(path);
    if (owner || !(await exists(path))) return owner;
  }
  return undefined;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began, in ticks since the machine did; undefined if the system does not say. */
async function beginningOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is a name in parentheses, which may contain spaces; the third is Z if the process has ended and only its entry
  // is left.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? 'ended' : fields[19];
}
