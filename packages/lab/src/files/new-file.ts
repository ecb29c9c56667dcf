// A new file: it appears whole or not at all, and never overwrites an existing file.

import { rmdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { InputError } from 'afterstate';
import { openWholeFile } from 'afterstate/node';
import type { WholeFile } from 'afterstate/node';
import { exists, makeFolder, reason, unwritable } from './disk.ts';

export class NewFile {
  readonly path: string;
  readonly #file: WholeFile;
  /** The uppermost folder made for the file, if any. */
  readonly #made: string | undefined;
  /** Whether another file took the name, so that this one stays next to it. */
  #isBeside = false;

  private constructor(path: string, file: WholeFile, made: string | undefined) {
    this.path = path;
    this.#file = file;
    this.#made = made;
  }

  /** Makes the folders that the file needs, and finds out now, not after hours of play, whether it can be written. */
  static async open(path: string): Promise<NewFile> {
    if (await exists(path)) throw new InputError(`'${path}' exists; give another name, or move it away`);
    try {
      const made = await makeFolder(dirname(resolve(path)));
      return new NewFile(path, await openWholeFile(path), made);
    } catch (error) {
      throw unwritable(`'${path}' cannot be written: ${reason(error)}`, error);
    }
  }

  async write(text: string): Promise<void> {
    await this.#file.write(new TextEncoder().encode(text)).catch((error: unknown) => {
      throw this.#unwritten(error);
    });
  }

  /** Puts the file in its place. */
  async commit(): Promise<void> {
    if (await exists(this.path)) {
      this.#isBeside = true;
      throw new Error(
        `another process created '${this.path}' in the meantime; the records are in '${this.#file.temporary}'`,
      );
    }
    await this.#file.commit().catch((error: unknown) => {
      throw this.#unwritten(error);
    });
  }

  #unwritten(error: unknown): Error {
    return new Error(`'${this.path}' cannot be written: ${reason(error)}; nothing was kept`, { cause: error });
  }

  /** Leaves no trace of it. */
  async discard(): Promise<void> {
    if (this.#isBeside) return;
    await this.#file.discard();
    if (this.#made === undefined) return;
    try {
      for (
        let directory = dirname(resolve(this.path));
        directory.length >= this.#made.length;
        directory = dirname(directory)
      )
        await rmdir(directory);
    } catch {
      // Something else has been put there, so it stays.
    }
  }
}
