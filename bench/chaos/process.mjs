// The command as a process that can be stopped, killed, and started with a clock that jumps.

import { spawn } from 'node:child_process';

const CLOCK = new URL('clock.mjs', import.meta.url).href;

/** A run that takes longer is stuck. */
const PATIENCE_MS = 240_000;

/** Starts `command`, a path, in a folder. */
export function start({ command, folder }, args, { clock } = {}) {
  const flags = clock === undefined ? [] : ['--import', CLOCK];
  const child = spawn(process.execPath, [...flags, command, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(clock !== undefined && { CHAOS_CLOCK: String(clock) }) },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  const began = performance.now();
  // Counted in our own ticks: a sleeping machine or a stopped process group is not a failure.
  let waited = 0;
  const wedged = setInterval(() => (waited += 1000) >= PATIENCE_MS && child.kill('SIGKILL'), 1000);
  const started = { child, over: false, pid: child.pid };
  started.ended = new Promise((done) =>
    child.on('close', (status, signal) => {
      clearInterval(wedged);
      started.over = true;
      done({ status, signal, stdout, stderr, ms: performance.now() - began });
    }),
  );
  return started;
}

export function run(where, args, how) {
  return start(where, args, how).ended;
}
