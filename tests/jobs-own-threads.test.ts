// Short work with --engine local: threads of the command itself do it, and processes start only if that goes wrong or
// takes too long. Whatever happens, the document is that of a command without an engine.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readJob } from '../packages/lab/dist/jobs/kinds.js';
import { runCommand, startCommand, startProgram, until } from './command.testing.ts';
import { copyBuild, patch, resultsOf, timeless } from './jobs.testing.ts';

/** So few that even a busy machine finishes them in two seconds. */
const GAMES = 4000;
const MORE_GAMES = 300_000;
const evaluation = (games: number) => ['eval', '--player', 'random', '--games', String(games), '--json'];
const local = (work: string) => ['--engine', 'local', '--workers', '2', '--work', work];

let folder: string;
let expected: unknown;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-own-threads-'));
  expected = timeless((await runCommand(folder, ...evaluation(GAMES))).stdout);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const workersOf = async (work: string) => [...new Set((await resultsOf(join(folder, work))).map((one) => one.worker))];

/** A build in which a file differs; returns what starts its command. */
async function changed(name: string, file: string, from: string, to: string) {
  const command = await copyBuild(join(folder, name));
  await patch(join(folder, name, 'packages', 'lab', 'dist', 'jobs', file), from, to);
  return (...args: string[]) => startProgram(folder, process.execPath, command, ...args);
}

/** The end of a job on the command's threads. */
const DONE = 'return { result, worker: THIS_PROCESS';

test('the command does short work itself, as jobs like any other', { timeout: 60_000 }, async () => {
  const { status, stdout, stderr } = await runCommand(folder, ...evaluation(GAMES), ...local('short'));
  expect([status, stderr]).toEqual([0, '']);
  expect(timeless(stdout)).toEqual(expected);
  expect(JSON.parse(stdout).threads).toBe(2);
  expect(await workersOf('short')).toEqual(['this process']);
  // Throws if the parameters are not those of the kind, or the id is not theirs.
  for (const kept of await resultsOf(join(folder, 'short'))) readJob({ ...kept, result: undefined });
  // Nothing is left to do.
  const again = await runCommand(folder, ...evaluation(GAMES), ...local('short'));
  expect(timeless(again.stdout)).toEqual(expected);
});

test('a killed command continues', { timeout: 60_000 }, async () => {
  const { child, ended } = startCommand(folder, ...evaluation(MORE_GAMES), ...local('killed'));
  await until(async () => (await readdir(join(folder, 'killed', 'results')).catch(() => [])).length > 0, ended);
  child.kill('SIGKILL');
  await ended;
  const continued = await runCommand(folder, ...evaluation(MORE_GAMES), ...local('killed'));
  const undisturbed = await runCommand(folder, ...evaluation(MORE_GAMES));
  expect(continued.stderr).toBe('');
  expect(timeless(continued.stdout)).toEqual(timeless(undisturbed.stdout));
});

test('what fails here is done by processes', { timeout: 60_000 }, async () => {
  const start = await changed(
    'failing',
    'own-threads.js',
    'const result = await playJob(',
    "throw new Error('no'); $&",
  );
  const { status, stdout, stderr } = await start(...evaluation(GAMES), ...local('failed')).ended;
  expect([status, stderr]).toEqual([0, '']);
  expect(timeless(stdout)).toEqual(expected);
  expect((await workersOf('failed')).every((worker) => worker.startsWith('process-'))).toBe(true);
});

test('what takes too long continues in processes', { timeout: 60_000 }, async () => {
  const start = await changed('slow', 'own-threads.js', DONE, 'this.#over = true; $&');
  const { status, stdout } = await start(...evaluation(GAMES), ...local('slow-work')).ended;
  expect(status).toBe(0);
  expect(timeless(stdout)).toEqual(expected);
  const workers = await workersOf('slow-work');
  expect(workers).toContain('this process');
  expect(workers.some((worker) => worker.startsWith('process-'))).toBe(true);
});

test('if its results differ from those of processes, --verify finds it', { timeout: 60_000 }, async () => {
  const start = await changed('lying', 'own-threads.js', DONE, 'result.scores[0] += 4; $&');
  const { status, stdout, stderr } = await start(...evaluation(GAMES), ...local('lies'), '--verify', '1').ended;
  expect(stderr).toMatch(/^worker this process gave a different result from this machine \(job \w+\); its \d+ results/);
  expect(status).toBe(0);
  expect(timeless(stdout)).toEqual(expected);
  expect(await workersOf('lies')).not.toContain('this process');
  const honest = await runCommand(folder, ...evaluation(GAMES), ...local('honest'), '--verify', '1');
  expect([honest.status, honest.stderr]).toEqual([0, '']);
  expect(timeless(honest.stdout)).toEqual(expected);
});

test.runIf(process.platform === 'linux')(
  'long work is for processes, and a killed one is replaced',
  { timeout: 60_000 },
  async () => {
    // All work is long.
    const start = await changed('long-build', 'job-player.js', 'const OWN_SECONDS = 2', 'const OWN_SECONDS = 0');
    const { child, ended } = start(...evaluation(MORE_GAMES), ...local('long'));
    const children = async (): Promise<number[]> => {
      const text = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').catch(() => '');
      return text.split(' ').filter(Boolean).map(Number);
    };
    await until(async () => (await readdir(join(folder, 'long', 'results')).catch(() => [])).length > 1, ended);
    const [first] = await children();
    process.kill(first!, 'SIGKILL');
    const { status, stdout, stderr } = await ended;
    expect([status, stderr]).toEqual([0, '']);
    expect(timeless(stdout)).toEqual(timeless((await runCommand(folder, ...evaluation(MORE_GAMES))).stdout));
    const workers = await workersOf('long');
    expect(workers).toContain('process-3');
    expect(workers).not.toContain('this process');
  },
);
