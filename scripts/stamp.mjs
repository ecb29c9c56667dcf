// Tells whether a step's inputs changed since it last succeeded, by a hash of their names and contents. Modification times were
// rejected: a checkout or a copy resets them all, and undoing an edit should cost nothing.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const NEVER_INPUTS = new Set(['node_modules', 'dist', 'build', 'coverage', '.git']);

/** Files under a path, sorted, relative to root; `whole` includes folders of outputs. */
function filesUnder(root, path, whole) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full)
    .filter((name) => whole || !NEVER_INPUTS.has(name))
    .filter((name) => !name.endsWith('.tsbuildinfo'))
    .sort()
    .flatMap((name) => filesUnder(root, `${path}/${name}`, whole));
}

/** `inputs` are files or folders; a folder written with a slash at its end is taken whole, outputs of other steps included. */
export function hashOf(root, inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of filesUnder(root, input.replace(/\/$/, ''), input.endsWith('/'))) {
      const content = readFileSync(join(root, file));
      hash.update(`${file}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

export function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

export function writeStamp(file, value) {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${value}\n`);
  renameSync(draft, file);
}
