// What jobs are named by, who may have a folder, and where a password may come from.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BlobFolder } from './blob-folder.ts';
import { canonicalJson, digestOf } from './digest.ts';
import { redisAddress } from './redis-address.ts';
import { WorkFolder } from './work-folder.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-jobs-unit-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('canonical JSON does not depend on the order of keys, and parses to the value', () => {
  const shuffled = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(shuffled)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([key, part]) => [key, shuffled(part)]),
          )
        : value;
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

describe('a blob', () => {
  test('is kept under its digest', async () => {
    const blobs = new BlobFolder(join(folder, 'blobs'));
    const digest = await blobs.keep(Buffer.from('afterstate'));
    expect(digest).toBe(digestOf('afterstate'));
    expect((await blobs.read(digest)).toString()).toBe('afterstate');
  });

  test('that arrives damaged is refused, and a name that is not a digest too', async () => {
    const blobs = new BlobFolder(join(folder, 'blobs'));
    const digest = digestOf('whole');
    await expect(blobs.receive(digest, (path) => writeFile(path, 'torn'))).rejects.toThrow(/arrived damaged/);
    expect(await blobs.has(digest)).toBe(false);
    expect(() => blobs.pathOf('../../etc/passwd')).toThrow(/is not a digest/);
  });
});

test('a folder of work is had by one coordinator at a time', async () => {
  const path = join(folder, 'work');
  const work = await WorkFolder.open(path);
  await expect(WorkFolder.open(path)).rejects.toThrow(
    new RegExp(`^'${path}' is in use by process ${process.pid} on [^\n]+; wait for it, or give another --work$`),
  );
  await work.close();
  await (await WorkFolder.open(path)).close();
});

describe('the address of a Redis', () => {
  const env = { AFTERSTATE_REDIS_URL: 'rediss://lab:open%20sesame@queue.example.org:6380/2' };

  test('is shown without its user and password', async () => {
    expect(await redisAddress({}, env)).toEqual({
      shown: 'rediss://queue.example.org:6380/2',
      options: {
        host: 'queue.example.org',
        port: 6380,
        db: 2,
        username: 'lab',
        password: 'open sesame',
        tls: { servername: 'queue.example.org' },
      },
    });
    expect(await redisAddress({}, {})).toBeUndefined();
  });

  test('has no password as an argument, and errors do not repeat one', async () => {
    for (const redis of [
      'redis://:sesame@localhost',
      'redis://lab:sesame@localhost',
      'http://:sesame@localhost',
      'sesame',
    ]) {
      const error = await redisAddress({ redis }, {}).catch((caught: Error) => caught);
      expect(error).toBeInstanceOf(Error);
      expect((error as Error).message).not.toContain('sesame');
    }
  });
});
