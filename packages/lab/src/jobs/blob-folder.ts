// Blobs in a folder: files named after the SHA-256 of their bytes. A file under its name is whole and right: it was checked
// before it got the name.

import { randomUUID } from 'node:crypto';
import { copyFile, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder, reason, systemCode } from '../files/disk.ts';
import { DIGEST, digestOf, digestOfFile } from './digest.ts';

export class BlobFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  pathOf(digest: string): string {
    if (!DIGEST.test(digest)) throw new RangeError(`'${digest}' is not a digest`);
    return join(this.path, digest);
  }

  async has(digest: string): Promise<boolean> {
    return stat(this.pathOf(digest)).then(
      () => true,
      () => false,
    );
  }

  sizeOf(digest: string): number {
    return statSync(this.pathOf(digest), { throwIfNoEntry: false })?.size ?? 0;
  }

  read(digest: string): Promise<Buffer> {
    return readFile(this.pathOf(digest));
  }

  async keep(bytes: Uint8Array): Promise<string> {
    const digest = digestOf(bytes);
    if (!(await this.has(digest))) await this.#place(digest, (path) => writeFile(path, bytes));
    return digest;
  }

  async keepFile(source: string): Promise<string> {
    const digest = await digestOfFile(source);
    if (!(await this.has(digest))) await this.receive(digest, (path) => copyFile(source, path));
    return digest;
  }

  /** Lets `write` fill a file, and keeps it as a blob, whatever its bytes. */
  async make(write: (path: string) => Promise<void>): Promise<string> {
    await makeFolder(this.path);
    const temporary = join(this.path, `${randomUUID()}.tmp`);
    try {
      await write(temporary);
      const digest = await digestOfFile(temporary);
      await rename(temporary, this.pathOf(digest));
      return digest;
    } catch (error) {
      throw unkept(this.path, error);
    } finally {
      await rm(temporary, { force: true }).catch(() => {});
    }
  }

  /** Lets `write` fill a file, and keeps it as the blob if its bytes match the digest. */
  async receive(digest: string, write: (path: string) => Promise<void>): Promise<void> {
    await this.#place(digest, async (path) => {
      await write(path);
      const is = await digestOfFile(path);
      if (is !== digest)
        throw new Error(`blob ${digest.slice(0, 12)} arrived damaged: its bytes are ${is.slice(0, 12)}`);
    });
  }

  async #place(digest: string, write: (path: string) => Promise<void>): Promise<void> {
    await makeFolder(this.path);
    const temporary = `${this.pathOf(digest)}.${randomUUID()}.tmp`;
    try {
      await write(temporary);
      await rename(temporary, this.pathOf(digest));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw unkept(this.path, error);
    }
  }
}

/** The error of a blob that cannot be written, in words; other errors stay as they are. */
function unkept(folder: string, error: unknown): unknown {
  if (systemCode(error) === undefined) return error;
  return new Error(`'${folder}' cannot be written: ${reason(error)}`, { cause: error });
}
