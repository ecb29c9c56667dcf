// One set-up of a clone at a time. The lock is a folder, because making one either succeeds or fails; it lies outside the clone,
// because `npm ci` removes node_modules and nothing else in the clone is ours to litter. The pid shows whether a holder has died.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A holder writes its pid right after it makes the folder; a folder without one for this long has no holder. */
const GRACE_MS = 5000;

export async function withLock(root, onWait, work) {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 12);
  const folder = join(tmpdir(), `afterstate-${process.getuid?.() ?? 'user'}-${name}.lock`);
  let told = false;
  while (!take(folder)) {
    if (abandoned(folder)) {
      rmSync(folder, { recursive: true, force: true });
      continue;
    }
    if (!told) onWait();
    told = true;
    await sleep(200);
  }
  const release = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function take(folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
  writeFileSync(join(folder, 'pid'), String(process.pid));
  return true;
}

function abandoned(folder) {
  try {
    const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
    if (pid > 0) return !alive(pid);
  } catch {
    // No pid yet, or the holder has just let go.
  }
  try {
    return Date.now() - statSync(folder).mtimeMs > GRACE_MS;
  } catch {
    return false;
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
