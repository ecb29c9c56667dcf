// Builds what changed: the kernel, the TypeScript projects (which is also the type check), the web app. Skips a step whose inputs
// have not changed since its last success. `node scripts/build.mjs --force` builds everything.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GAMES } from '../kernel/games.mjs';
import { hashOf, readStamp, writeStamp } from './stamp.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const STEPS = [
  {
    name: 'kernel',
    inputs: ['package-lock.json', 'kernel'],
    outputs: [
      ...GAMES.map((game) => `packages/afterstate/wasm/${game}.wasm`),
      'packages/afterstate/src/kernel/embedded-kernels.ts',
      'packages/afterstate/src/kernel/exports.ts',
      'packages/afterstate/src/kernel/layout.ts',
    ],
    command: () => ['kernel/build.mjs'],
  },
  {
    name: 'types',
    inputs: [
      'package-lock.json',
      'tsconfig.json',
      'tsconfig.base.json',
      'packages/afterstate',
      'packages/lab',
      'packages/web',
      'tests',
    ],
    outputs: ['packages/afterstate/dist/index.js', 'packages/lab/dist/main.js'],
    // The compiler trusts its own notes and would not notice a deleted output.
    command: (complete) => ['node_modules/typescript/bin/tsc', '-b', ...(complete ? [] : ['--force'])],
  },
  {
    name: 'web app',
    inputs: [
      'package-lock.json',
      'models',
      'docs/papers/data',
      'packages/web',
      'packages/afterstate/dist/',
      'packages/afterstate/wasm/',
      'packages/lab/dist/reproduce/',
      'packages/lab/dist/measure/',
    ],
    outputs: ['packages/web/dist/index.html'],
    command: () => ['node_modules/vite/bin/vite.js', 'build', 'packages/web', '--logLevel', 'warn'],
  },
];

function stampFile(step) {
  return join(ROOT, 'node_modules/.afterstate-build', step.name.replace(' ', '-'));
}

function isComplete(step) {
  return step.outputs.every((output) => existsSync(join(ROOT, output)));
}

function isCurrent(step) {
  return isComplete(step) && readStamp(stampFile(step)) === hashOf(ROOT, step.inputs);
}

export function isBuilt() {
  return STEPS.every(isCurrent);
}

/** Returns whether all steps succeeded; prints one line per step on stderr, and the output of a failed step. */
export function build({ force = false } = {}) {
  for (const step of STEPS) {
    if (!force && isCurrent(step)) continue;
    const inputs = hashOf(ROOT, step.inputs);
    const start = performance.now();
    const run = spawnSync(process.execPath, step.command(!force && isComplete(step)), { cwd: ROOT, encoding: 'utf8' });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (run.status !== 0) {
      console.error(`${step.name.padEnd(8)} failed after ${seconds} s`);
      console.error(`${run.stdout ?? ''}${run.stderr ?? ''}${run.error?.message ?? ''}`.trim());
      return false;
    }
    if (!isComplete(step)) {
      console.error(`${step.name.padEnd(8)} left no ${step.outputs.find((output) => !existsSync(join(ROOT, output)))}`);
      return false;
    }
    writeStamp(stampFile(step), inputs);
    console.error(`${step.name.padEnd(8)} built in ${seconds} s`);
  }
  return true;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const force = process.argv.includes('--force');
  if (!force && isBuilt()) console.error('everything is built');
  else if (!build({ force })) process.exitCode = 1;
}
