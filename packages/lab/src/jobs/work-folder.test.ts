// What killed processes leave half-written in a folder of work goes; what is not ours stays.

import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WorkFolder } from './work-folder.ts';

const ID = '01234567-89ab-cdef-0123-456789abcdef';
const DIGEST = 'ab'.repeat(32);
/** A document, a blob that was received, one that was made, and a model that was on its way to one. */
const HALVES = [
  `results/${DIGEST.slice(0, 12)}.json.${ID}.tmp`,
  `blobs/${DIGEST}.${ID}.tmp`,
  `blobs/${ID}.tmp`,
  `blobs/${ID}.tmp.tmp-4711`,
];
const FOREIGN = ['notes.tmp', 'blobs/mine.tmp', `blobs/${ID}.tmp.txt`, 'results/a.tmp-1'];

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afterstate-work-folder-'));
  for (const place of ['results', 'failed', 'blobs']) await mkdir(join(folder, place));
  for (const name of FOREIGN) await writeFile(join(folder, name), 'mine');
});
afterEach(() => rmSync(folder, { recursive: true }));

const files = async () => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  return names.map((path) => path.slice(folder.length + 1)).toSorted();
};

test.each(['before it is opened', 'while it is in use'])('%s, all that is half-written is swept', async (when) => {
  const halves = () => Promise.all(HALVES.map((name) => writeFile(join(folder, name), 'half')));
  if (when.startsWith('before')) await halves();
  const work = await WorkFolder.open(folder);
  if (when.startsWith('before')) expect(await files()).toEqual([...FOREIGN, 'lock.json'].toSorted());
  else await halves();
  await work.close();
  expect(await files()).toEqual(FOREIGN.toSorted());
});
