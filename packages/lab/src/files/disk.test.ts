// What is wrong with a file is said in words, not in the system's names.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { unread, writeText } from './disk.ts';
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
