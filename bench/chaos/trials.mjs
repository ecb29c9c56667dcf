// The trials: ways to disturb a run of any kind. Each returns how often it did, and throws if the run does not end like an
// undisturbed one, says more than one line, or leaves something half-written.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { differences } from './left.mjs';
import { run, start } from './process.mjs';

/** All that a run may say on stderr when it takes over from a killed one: a line for each folder, as a recipe has one per step. */
const TAKEN_OVER =
  /^('[^'\n]+' was in use by process \d+ on \S+ since \S+Z, which has ended; this process takes over\n|the lock of '[^'\n]+' had no owner; this process takes over\n)*$/;
const ONE_LINE = /^afterstate: [^\n]+\n$/;

export class Broken extends Error {
  name = 'Broken';
}

function holds(condition, what) {
  if (!condition) throw new Broken(what);
}

/** One line in words, after any notes about single jobs. */
function isRefusal({ notes }, stderr) {
  const text = notes ? stderr.replaceAll(notes, '') : stderr;
  return ONE_LINE.test(text) && !/\bE[A-Z]{4,}\b|\n\s+at /.test(stderr);
}

/** What an undisturbed run leaves and answers, and how long it takes. */
export async function undisturbed(kind, where) {
  const place = join(where.folder, `${kind.name}-undisturbed`);
  const { status, stdout, stderr, ms } = await run(where, kind.begin(place));
  holds(status === 0 && stderr === '', `the undisturbed run ended with ${status}: ${stderr}`);
  return { left: await kind.left(place), answer: kind.answer?.(stdout), ms, changes: 30 };
}

/** Checks that the run ended as it must. */
async function requireEqual(kind, place, expected, stdout) {
  const different = differences(await kind.left(place), expected.left);
  holds(different.length === 0, `not like the undisturbed run: ${different.slice(0, 5).join('; ')}`);
  if (kind.answer) holds(kind.answer(stdout) === expected.answer, `another answer: ${kind.answer(stdout)}`);
  const there = await readdir(place, { recursive: true }).catch(() => []);
  const leftovers = there.filter((name) => /\.tmp|(^|\/)lock(\.|$)/.test(name));
  holds(leftovers.length === 0, `left behind: ${leftovers.join(', ')}`);
  holds(!existsSync(kind.lock(place)), 'its lock stays');
}

/** Begins, or continues what has begun, as a person would. */
const next = (kind, place) => (kind.hasBegun(place) ? kind.resume(place) : kind.begin(place));

async function finish(kind, where, place, expected, how) {
  const { status, stdout, stderr } = await run(where, next(kind, place), how);
  holds(status === 0, `ended with status ${status}: ${stderr}`);
  holds(TAKEN_OVER.test(stderr), `said more than that it takes over: ${stderr}`);
  await requireEqual(kind, place, expected, stdout);
}

/** Names, sizes and times of everything in a place, as a text. */
async function shapeOf(place) {
  // The processes of a pool make blobs, and do not stop with the process that owns the folder.
  const all = await readdir(place, { recursive: true }).catch(() => ['']);
  const names = all.filter((name) => !name.startsWith('blobs'));
  const stats = await Promise.all(names.map((name) => stat(join(place, name)).catch(() => undefined)));
  return names.map((name, i) => `${name} ${stats[i]?.size} ${stats[i]?.mtimeMs}`).join('\n');
}

/** Waits for a moment of a run: anywhere in it, at its start, or just after its nth change to the disk. */
async function moment(random, process, place, expected) {
  const which = random.below(4);
  if (which === 0) {
    const ms = random.below(Math.ceil(1.1 * expected.ms));
    for (const end = performance.now() + ms; performance.now() < end && !process.over;) await sleep(Math.min(5, ms));
    return;
  }
  const changes = which === 1 ? random.below(4) : random.below(expected.changes);
  let seen = 0;
  for (let shape = await shapeOf(place); seen < changes && !process.over;) {
    const now = await shapeOf(place);
    if (now === shape) {
      await sleep(1);
      continue;
    }
    seen++;
    shape = now;
  }
  if (process.over) expected.changes = Math.max(4, Math.round(0.9 * expected.changes));
  else expected.changes++;
  await sleep(random.below(4));
}

/** Kills, and kills what continues, up to `most` times; then continues to the end. */
async function killed(kind, { where, random, expected, place, most, how = {} }) {
  let kills = 0;
  for (let i = 0; i < most; i++) {
    const process = start(where, next(kind, place), how);
    await moment(random, process, place, expected);
    process.child.kill('SIGKILL');
    const { status, signal, stderr } = await process.ended;
    if (signal === 'SIGKILL') {
      kills++;
      continue;
    }
    holds(status === 0 && TAKEN_OVER.test(stderr), `ended with ${status} before it was killed: ${stderr}`);
    break;
  }
  await finish(kind, where, place, expected, how);
  return kills;
}

/** A second process that finds a first at work names it, exits with 1 and writes nothing; once the first is killed, it takes over. */
async function owned(kind, { where, random, expected, place }) {
  const first = start(where, kind.begin(place));
  while (!(existsSync(kind.lock(place)) && kind.hasBegun(place)) && !first.over) await sleep(1);
  await sleep(random.below(30));
  first.child.kill('SIGSTOP');
  // The process may still write until the signal arrives.
  while (!isStopped(first.pid) && !first.over) await sleep(1);
  // It may have ended, or the lock may be gone already.
  if (first.over || !existsSync(kind.lock(place)) || !kind.hasBegun(place)) {
    first.child.kill('SIGKILL');
    await first.ended;
    await finish(kind, where, place, expected);
    return 0;
  }
  try {
    const before = await shapeOf(place);
    const { status, stdout, stderr } = await run(where, kind.resume(place));
    // Stopping and continuing the whole process group continues the first one too, which proves nothing.
    if (!isStopped(first.pid)) return 0;
    holds(status === 1 && stdout === '', `a second process ended with status ${status}: ${stderr}`);
    holds(
      ONE_LINE.test(stderr) && stderr.includes(`process ${first.pid} on ${hostname()}`),
      `a second process said: ${stderr}`,
    );
    const [was, is] = [before, await shapeOf(place)].map((shape) => shape.split('\n'));
    const changed = [...is.filter((line) => !was.includes(line)), ...was.filter((line) => !is.includes(line))];
    holds(changed.length === 0, `a second process changed something: ${changed.join(', ')}`);
  } finally {
    first.child.kill('SIGKILL');
    await first.ended;
  }
  await finish(kind, where, place, expected);
  return 1;
}

/** If the system does not tell, assume that it is. */
function isStopped(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')')).startsWith(') T');
  } catch {
    return true;
  }
}

/** Runs under a clock that jumps, killed on the way. */
function jumping(kind, trial) {
  return killed(kind, { ...trial, most: 1, how: { clock: 1 + trial.random.below(1e6) } }).then(() => 1);
}

const MOUNTS = process.platform === 'linux' && process.getuid?.() === 0;

/** A separate disk of 24 megabytes; undefined if the system cannot make one. */
async function mounted(folder, use) {
  const disk = join(folder, 'disk');
  await mkdir(disk, { recursive: true });
  if (!MOUNTS || spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk]).status !== 0) return undefined;
  try {
    return await use(disk);
  } finally {
    spawnSync('umount', ['-l', disk]);
    await rm(disk, { recursive: true, force: true });
  }
}

/** The disk is full except for a few pages; the run ends with a line, keeps what is whole, and continues once there is room. */
function full(kind, { where, random, expected }) {
  return mounted(where.folder, async (disk) => {
    const place = join(disk, 'run');
    const spare = Array.from({ length: random.below(24) }, (_, i) => join(disk, `spare-${i}`));
    for (const path of spare) await writeFile(path, new Uint8Array(4096));
    spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=4k']);
    for (const path of spare) await rm(path);
    const { status, stderr } = await run(where, kind.begin(place));
    if (status !== 0) {
      holds(status === 1, `ended with status ${status}: ${stderr}`);
      holds(isRefusal(kind, stderr) && stderr.includes('the disk is full'), `said: ${stderr}`);
      const there = await readdir(disk, { recursive: true });
      const leftovers = there.filter((name) => name.includes('.tmp') || name.endsWith('/lock'));
      holds(leftovers.length === 0, `left behind: ${leftovers.join(', ')}`);
    }
    await rm(join(disk, 'filler'));
    await finish(kind, where, place, expected);
    return status === 0 ? 0 : 1;
  });
}

/** The disk becomes read-only, at the start or later; the run ends with a line, and continues once it is writable. */
function readOnly(kind, { where, random, expected }) {
  return mounted(where.folder, async (disk) => {
    const place = join(disk, 'run');
    const remount = (how) => spawnSync('mount', ['-o', `remount,${how}`, disk]).status === 0;
    const atOnce = random.once(3);
    if (atOnce) remount('ro');
    const process = start(where, kind.begin(place));
    if (!atOnce) {
      while (!existsSync(place) && !process.over) await sleep(1);
      // A file open for writing holds the disk, so this may take some tries.
      await sleep(random.below(Math.ceil(expected.ms / 2)));
      while (!process.over && !remount('ro')) await sleep(1);
    }
    const { status, stderr } = await process.ended;
    holds(
      status === 0 || ((status === 1 || status === 2) && isRefusal(kind, stderr)),
      `ended with status ${status}: ${stderr}`,
    );
    holds(remount('rw'), 'the disk cannot be written again');
    await finish(kind, where, place, expected);
    return status === 0 ? 0 : 1;
  });
}

/** By name: what is done to each kind of run, and the most times that one trial does it. */
export const TROUBLES = {
  kill: killed,
  owners: owned,
  clock: jumping,
  'full-disk': full,
  'read-only': readOnly,
};
