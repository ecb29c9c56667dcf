// Locks: one owner at a time, and none for ever.

import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Lock, Locked } from './lock.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-lock-'));
  path = join(folder, 'lock');
});
afterEach(() => rm(folder, { recursive: true }));

const notes: string[] = [];
const take = (): Promise<Lock> => Lock.take(path, { what: "'it'", onNote: (text) => notes.push(text) });
const write = (owner: object): Promise<void> =>
  writeFile(path, JSON.stringify({ since: '2026-01-01T00:00:00.000Z', token: 'a', host: hostname(), ...owner }));

test('is had by one at a time, and leaves nothing', async () => {
  const lock = await take();
  expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() });
  await expect(take()).rejects.toThrow(
    new RegExp(`^'it' is in use by process ${process.pid} on ${hostname()} since [^ ]+; wait until it ends, or stop`),
  );
  await lock.release();
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['a process that has ended', { pid: 2 ** 22 + 1 }],
  ['a process whose number is now another’s', { pid: process.ppid, began: '1' }],
  ['an earlier process of the same number', { pid: process.pid }],
  ['nobody that can be read', { pid: 'x' }],
])('of %s is taken over, by one of many', async (_who, owner) => {
  await write(owner);
  notes.length = 0;
  const taken = await Promise.allSettled(Array.from({ length: 8 }, take));
  const got = taken.filter((result) => result.status === 'fulfilled');
  expect(got).toHaveLength(1);
  for (const result of taken) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Locked);
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatch(/; this process takes over$/);
  await got[0]!.value.release();
  expect(await readdir(folder)).toEqual([]);
});

test('of another machine is its owner’s as long as it is touched', async () => {
  await write({ pid: 1, host: 'elsewhere' });
  await expect(take()).rejects.toThrow("'it' is in use by process 1 on elsewhere since 2026-01-01T00:00:00.000Z");
  const before = new Date(Date.now() - 120_000);
  await utimes(path, before, before);
  await (await take()).release();
});

test('tells its owner when another has taken it', async () => {
  const onLost = vi.fn();
  const lock = await Lock.take(path, { what: "'it'", onLost });
  await write({ pid: 77 });
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), 10_000);
  expect(onLost.mock.calls[0]![0]).toMatch(/^'it' was taken over by process 77 on /);
  await lock.release();
  // It is not removed by one that has lost it.
  expect(await readdir(folder)).toEqual(['lock']);
});
