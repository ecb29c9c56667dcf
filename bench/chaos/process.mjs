// The command as a process that can be stopped, killed, and started with a clock that jumps.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../packages/lab/bin/afterstate.mjs', import.meta.url));
const CLOCK = new URL('clock.mjs', import.meta.url).href;

/** A run that takes longer has wedged. */
const PATIENCE_MS = 240_000;

export function start(folder, args, { clock } = {}) {
  const flags = clock === undefined ? [] : ['--import', CLOCK];
  const child = spawn(process.execPath, [...flags, COMMAND, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(clock !== undefined && { CHAOS_CLOCK: String(clock) }) },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const wedged = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
  const began = performance.now();
  const started = { child, over: false, pid: child.pid };
  started.ended = new Promise((done) =>
    child.on('close', (status, signal) => {
      clearTimeout(wedged);
      started.over = true;
      done({ status, signal, stdout, stderr, ms: performance.now() - began });
    }),
  );
  return started;
}

export function run(folder, args, how) {
  return start(folder, args, how).ended;
}
