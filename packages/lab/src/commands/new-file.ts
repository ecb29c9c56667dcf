// A file that appears whole or not at all: written beside its place under another name, synced, and renamed.
// A file that is already there is never overwritten.

import { open, rename, rm, rmdir } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { InputError } from 'afterstate';
import { exists, makeFolder, reason } from '../files/disk.ts';

export { reason } from '../files/disk.ts';

export class NewFile {
  readonly path: string;
  private readonly temporary: string;
  private readonly handle: FileHandle;
  /** The uppermost directory that was made for the file, if any. */
  private readonly made: string | undefined;

  private constructor(path: string, temporary: string, handle: FileHandle, made: string | undefined) {
    this.path = path;
    this.temporary = temporary;
    this.handle = handle;
    this.made = made;
  }

  /** Makes the directories the file needs, and finds out now, not after hours of play, whether it can be written. */
  static async open(path: string): Promise<NewFile> {
    if (await exists(path)) throw new InputError(`'${path}' is already there; give another name, or move it away`);
    const temporary = `${path}.${process.pid}.tmp`;
    try {
      const made = await makeFolder(dirname(resolve(path)));
      return new NewFile(path, temporary, await open(temporary, 'wx'), made);
    } catch (error) {
      throw new InputError(`'${path}' cannot be written: ${reason(error)}`, { cause: error });
    }
  }

  async write(text: string): Promise<void> {
    await this.handle.appendFile(text);
  }

  /** Puts the file in its place. */
  async commit(): Promise<void> {
    await this.handle.sync();
    await this.handle.close();
    if (await exists(this.path))
      throw new Error(`'${this.path}' has appeared meanwhile; the records are in '${this.temporary}'`);
    await rename(this.temporary, this.path);
  }

  /** Leaves no trace of it. */
  async discard(): Promise<void> {
    await this.handle.close();
    await rm(this.temporary, { force: true });
    if (this.made === undefined) return;
    try {
      for (
        let directory = dirname(resolve(this.path));
        directory.length >= this.made.length;
        directory = dirname(directory)
      )
        await rmdir(directory);
    } catch {
      // Something else has been put there, so it stays.
    }
  }
}
