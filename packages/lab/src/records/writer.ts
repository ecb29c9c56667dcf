// Writes a file of records: gathers games into blocks, and appends each block as soon as it is full. If the process is killed at
// any moment, what it had written stays, and the file continues from there as if nothing had happened.

import { open, readdir, rm, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InputError } from 'afterstate';
import type { Game } from 'afterstate';
import { writeFileWhole } from 'afterstate/node';
import type { Watch } from '../files/lock.ts';
import { Lock } from '../files/lock.ts';
import { BLOCK_PLIES, encodeBlock, encodeGoal, encodeHeader, GOAL_AT, isReached } from './format.ts';
import type { Goal, RecordsHeader, StoredGame } from './format.ts';
import { RecordsFile } from './reader.ts';

const SYNC_MS = 10_000;

export class RecordsWriter {
  readonly path: string;
  readonly header: RecordsHeader;
  readonly game: Game;
  #goal: Goal;
  #games = 0;
  #actions = 0;
  /** The last game that was added. */
  #last: StoredGame | undefined;
  readonly #handle: FileHandle;
  readonly #lock: Lock;
  /** Where the next block goes, and where the file ends: further on, while a block that was not full is kept. */
  #at: number;
  #end: number;
  #gathered: StoredGame[] = [];
  #gatheredPlies = 0;
  #full: Uint8Array[] = [];
  #writing: Promise<void> | undefined;
  /** Why a block could not be written; after that, no block is written. */
  #failure: { readonly error: unknown } | undefined;
  #synced = performance.now();

  private constructor(
    path: string,
    handle: FileHandle,
    lock: Lock,
    file: { header: RecordsHeader; goal: Goal; game: Game },
    at: number,
  ) {
    this.path = path;
    this.#handle = handle;
    this.#lock = lock;
    this.header = file.header;
    this.game = file.game;
    this.#goal = file.goal;
    this.#at = at;
    this.#end = at;
  }

  /** Makes a new file, which appears with its header; the name must be free or that of an empty file. */
  static async create(
    path: string,
    header: RecordsHeader,
    game: Game,
    goal: Goal,
    watch: Watch = {},
  ): Promise<RecordsWriter> {
    const lock = await lockOf(path, watch);
    try {
      const { size } = await stat(path).catch(() => ({ size: 0 }));
      if (size > 0) throw new InputError(`'${path}' exists; give another name`);
      const bytes = encodeHeader(header, goal);
      await writeFileWhole(path, (sink) => sink.write(bytes));
      return new RecordsWriter(path, await open(path, 'r+'), lock, { header, goal, game }, bytes.length);
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Continues a file: drops a piece of a block at its end, and fills up a last block that is not full. */
  static async resume(path: string, watch: Watch = {}): Promise<RecordsWriter> {
    // Report what is wrong with the file before writing anything next to it.
    await (await RecordsFile.open(path)).close();
    const handle = await open(path, 'r+');
    const lock = await lockOf(path, watch).catch(async (error: unknown) => {
      await handle.close();
      throw error;
    });
    let file: RecordsFile | undefined;
    try {
      file = await RecordsFile.open(path);
      const writer = new RecordsWriter(path, handle, lock, file, file.begin);
      const blocks = file.blocks();
      let next = await blocks.next();
      for (; !next.done; next = await blocks.next()) {
        const { block, header, offset } = next.value;
        const full = header.plies >= BLOCK_PLIES;
        const games = block.games.map((entry, i) =>
          full && i < header.games - 1 ? undefined : { ...entry, plies: block.plies(i) },
        );
        writer.#last = games.at(-1) ?? writer.#last;
        writer.#games += header.games;
        writer.#actions += header.plies;
        writer.#at = full ? offset + header.bytes : offset;
        writer.#gathered = full ? [] : (games as StoredGame[]);
        writer.#gatheredPlies = full ? 0 : header.plies;
      }
      if (next.value.torn) await handle.truncate(next.value.at);
      writer.#end = next.value.at;
      return writer;
    } catch (error) {
      await handle.close();
      await lock.release();
      throw error;
    } finally {
      await file?.close();
    }
  }

  get games(): number {
    return this.#games;
  }

  get actions(): number {
    return this.#actions;
  }

  get last(): StoredGame | undefined {
    return this.#last;
  }

  get goal(): Goal {
    return this.#goal;
  }

  get isFinished(): boolean {
    return isReached(this.#goal, this.#games, this.#actions);
  }

  /** Asks for more, or for as much as there already is. */
  async setGoal(goal: Goal): Promise<void> {
    this.#goal = goal;
    const bytes = encodeGoal(goal);
    await this.#handle.write(bytes, 0, bytes.length, GOAL_AT);
  }

  /** Takes the next game. It is on disk once its block is full and `flush` has returned, or after `close`. */
  add(game: StoredGame): void {
    this.#gathered.push(game);
    this.#gatheredPlies += game.plies.length;
    this.#games++;
    this.#actions += game.plies.length;
    this.#last = game;
    if (this.#gatheredPlies >= BLOCK_PLIES) this.#closeBlock();
  }

  /** Writes the full blocks. Calls may overlap; after one failure, all calls fail. */
  async flush(): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    this.#writing ??= this.#write()
      .catch((error: unknown) => {
        this.#failure = { error };
        throw error;
      })
      .finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  /** Writes everything, including a last block that is not full. */
  async close(): Promise<void> {
    try {
      if (this.#failure) return;
      await this.flush();
      if (this.#gathered.length > 0) {
        this.#closeBlock();
        await this.flush();
      }
      await this.#handle.sync();
    } finally {
      await this.#handle.close();
      await this.#lock.release();
    }
  }

  #closeBlock(): void {
    this.#full.push(encodeBlock(this.#gathered, this.game));
    this.#gathered = [];
    this.#gatheredPlies = 0;
  }

  async #write(): Promise<void> {
    for (let block = this.#full.shift(); block; block = this.#full.shift()) {
      if ((await this.#handle.stat()).size !== this.#end)
        throw new Error(`another process is writing to '${this.path}'; let only one of them continue`);
      for (let done = 0; done < block.length;) {
        const { bytesWritten } = await this.#handle.write(block, done, block.length - done, this.#at + done);
        done += bytesWritten;
      }
      // A block only ever replaces one whose games it contains, so the file never gets shorter.
      this.#at += block.length;
      this.#end = this.#at;
      if (performance.now() - this.#synced > SYNC_MS) {
        await this.#handle.datasync();
        this.#synced = performance.now();
      }
    }
  }
}

/** Locks the file, next to it, while it is written; removes what killed processes left of its beginning. */
async function lockOf(path: string, watch: Watch): Promise<Lock> {
  const lock = await Lock.take(`${path}.lock`, { ...watch, what: `'${path}'` });
  const [folder, start] = [dirname(path), `${basename(path)}.tmp-`];
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(start) && /^\d+$/.test(name.slice(start.length))) await rm(join(folder, name), { force: true });
  return lock;
}
