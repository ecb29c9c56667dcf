// The command as a process that can be stopped, killed, and started with a clock that jumps.

import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const LAB = fileURLToPath(new URL('../../packages/lab/', import.meta.url));
const CLOCK = new URL('clock.mjs', import.meta.url).href;

/** A run that takes longer has wedged. */
const PATIENCE_MS = 240_000;

/**
 * The command in a few files, as a path and how to delete them: most of what a killed run takes is the loading of 300 modules, which
 * this halves. Modules keep their own addresses, so that they find their threads and files where they are.
 */
export async function openCommand() {
  // Inside the project, so that it finds what it leaves outside.
  await mkdir(join(LAB, 'build'), { recursive: true });
  const folder = await mkdtemp(join(LAB, 'build/chaos-'));
  const addressed = (code, id) => {
    if (!code.includes('import.meta.url')) return null;
    return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null };
  };
  const bundle = await rolldown({
    input: join(LAB, 'dist/main.js'),
    platform: 'node',
    external: [/^onnxruntime-node/, /^koffi/, /^@?fastify/, /^bullmq/, /^ioredis/],
    plugins: [{ name: 'addresses', transform: addressed }],
  });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await bundle.close();
  return { path: join(folder, 'main.mjs'), close: () => rm(folder, { recursive: true, force: true }) };
}

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
  // Counted in seconds of ours: a machine that sleeps, or a stopped group of processes, is nobody's fault.
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
