// What is wrong with a file is said in words, not in the system's names.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { needFolder, unread, writeText } from './disk.ts';
import { readSettings } from './settings-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'afterstate-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['nothing', 'there is no such file'],
  ['a', 'it is a folder'],
  ['b/c', 'there is no such file'],
  ['n'.repeat(5000), 'there is no such file'],
])('of %s', async (name, why) => {
  await mkdir(join(folder, 'a'), { recursive: true });
  writeFileSync(join(folder, 'b'), 'text');
  const path = join(folder, name);
  const error: unknown = await readFile(path).catch((caught: unknown) => caught);
  expect(unread(error)).toBe(why);
  await expect(readSettings(path)).rejects.toThrow(`'${path}' cannot be read: ${why}`);
});

test('a folder in the place of a file stays, and nothing half-written beside it', async () => {
  const path = join(folder, 'place');
  await mkdir(join(path, 'inner'), { recursive: true });
  await expect(writeText(path, 'text')).rejects.toThrow(
    `there is a folder in its place: '${path}' was not written, and what was there is unchanged; move that away and try again`,
  );
  expect(await readdir(path)).toEqual(['inner']);
  expect((await readdir(folder)).filter((name) => name.startsWith('place'))).toEqual(['place']);
});

const mount = (...args: string[]): boolean => spawnSync('mount', args).status === 0;

test('a folder that is needed on a read-only disk', async () => {
  const disk = join(folder, 'disk');
  await mkdir(disk);
  if (process.platform !== 'linux' || !mount('-t', 'tmpfs', '-o', 'ro', 'tmpfs', disk)) {
    // Only root mounts: elsewhere a file in the way has to do.
    writeFileSync(join(disk, 'run'), '');
    await expect(needFolder(join(disk, 'run'))).rejects.toThrow('there is a file where a folder is needed');
    return;
  }
  try {
    // Node's own recursive mkdir says that there is no such folder here.
    const path = join(disk, 'run');
    await expect(needFolder(path)).rejects.toThrow(`'${path}' cannot be made: the disk is read-only`);
  } finally {
    spawnSync('umount', ['-l', disk]);
  }
});
