// Jobs as a user runs them: a Redis, workers and coordinators, each a process; and copies of the build with something changed.

import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLED, type Started, startProgram, until } from './command.testing.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Starts a worker with one core and waits until it has joined. `command` may be that of another build. */
export async function startWorker(
  folder: string,
  url: string,
  name: string,
  { command = BUNDLED, args = [] as string[] } = {},
): Promise<Started & { readonly id: string }> {
  const usual = [
    '--redis',
    url,
    '--name',
    name,
    '--cores',
    '1',
    '--lease',
    '2',
    '--cache',
    join(folder, 'cache', name),
  ];
  const started = startProgram(folder, process.execPath, command, 'worker', ...usual, ...args);
  let text = '';
  started.child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await until(() => text.includes(' works for '), started.ended);
  return { ...started, id: `${name}-${started.child.pid}` };
}

/** A copy of the build, for changing a file in it; returns its command. */
export async function copyBuild(folder: string): Promise<string> {
  for (const part of [
    'lab/dist',
    'lab/bin',
    'lab/package.json',
    'afterstate/dist',
    'afterstate/wasm',
    'afterstate/package.json',
  ])
    await cp(join(ROOT, 'packages', part), join(folder, 'packages', part), { recursive: true });
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name === 'afterstate' || name === '@afterstate' || name.startsWith('.')) continue;
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await symlink(join(folder, 'packages', 'afterstate'), join(folder, 'node_modules', 'afterstate'));
  return join(folder, 'packages', 'lab', 'bin', 'afterstate.mjs');
}

/** Changes a file of a copy; throws if the text to change is not there. */
export async function patch(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} has no '${from}'`);
  await writeFile(file, text.replace(from, to));
}

/** A document without what depends on the time and on who did it. */
export function timeless(text: string): unknown {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== 'object' || value === null) return value;
    const timings = ['seconds', 'movesPerSecond', 'actionsPerSecond', 'threads'];
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !timings.includes(key))
        .map(([key, part]) => [key, strip(part)]),
    );
  };
  return strip(JSON.parse(text));
}

/** Writes jobs, one per line. */
export async function writeJobs(path: string, jobs: readonly object[]): Promise<string> {
  await writeFile(path, jobs.map((job) => `${JSON.stringify(job)}\n`).join(''));
  return path;
}

export interface KeptResult {
  readonly id: string;
  readonly worker: string;
  readonly result: unknown;
}

export async function resultsOf(work: string): Promise<KeptResult[]> {
  const names = (await readdir(join(work, 'results'))).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(work, 'results', name), 'utf8')) as KeptResult),
  );
}
