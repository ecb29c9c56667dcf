// Makes a clone ready to run: a suitable Node, the packages, the build. Needs nothing installed, does only what is missing, and
// is silent and quick if nothing is. Every npm script that runs the project starts here.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, isBuilt } from './build.mjs';
import { withLock } from './lock.mjs';
import { nodeProblem } from './node-version.mjs';
import { hashOf, readStamp, writeStamp } from './stamp.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STAMP = join(ROOT, 'node_modules/.afterstate-setup');

process.exitCode = await setup();

async function setup() {
  const problem = nodeProblem(process.versions.node);
  if (problem) {
    console.error(problem);
    return 1;
  }
  if (isInstalled() && isBuilt()) return 0;
  const onWait = () => console.error('waiting for another set-up of this clone to finish…');
  return withLock(ROOT, onWait, () => {
    if (!isInstalled() && !install()) return 1;
    return build() ? 0 : 1;
  });
}

function isInstalled() {
  const lock = hashOf(ROOT, ['package-lock.json']);
  if (readStamp(STAMP) === lock) return true;
  if (!npmAgrees()) return false;
  writeStamp(STAMP, lock);
  return true;
}

/** After `npm install` by hand, npm's own note of what it installed agrees with the lock file. */
function npmAgrees() {
  const note = join(ROOT, 'node_modules/.package-lock.json');
  if (!existsSync(note)) return false;
  const installed = JSON.parse(readFileSync(note, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true;
    // Packages for other platforms are in the lock file but never in the note.
    if (!installed[path]) return entry.optional === true || entry.peer === true;
    return entry.link === true || installed[path].version === entry.version;
  });
}

function install() {
  console.error('installing packages… (some minutes, the first time)');
  const start = performance.now();
  const settings = [
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--fetch-retries=5',
    '--loglevel=error',
  ];
  const npm = process.env.npm_execpath;
  const run = npm
    ? spawnSync(process.execPath, [npm, 'ci', ...settings], { cwd: ROOT, encoding: 'utf8' })
    : spawnSync(`npm ci ${settings.join(' ')}`, { cwd: ROOT, encoding: 'utf8', shell: true });
  if (run.status !== 0) {
    console.error(`${run.stdout ?? ''}${run.stderr ?? ''}`.trim());
    console.error('the packages could not be installed: see the lines above, then run the command again');
    return false;
  }
  writeStamp(STAMP, hashOf(ROOT, ['package-lock.json']));
  console.error(`packages installed in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  return true;
}
