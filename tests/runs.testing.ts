// Trainings as a user runs them: processes, their run folders, and what they leave there.

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../packages/lab/bin/afterstate.mjs', import.meta.url));

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts `afterstate train …` in a folder, without a terminal. */
export function startTraining(folder: string, ...args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [COMMAND, 'train', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => child.on('close', (status) => resolve({ status, stdout, stderr })));
  return { child, ended };
}

export function train(folder: string, ...args: string[]): Promise<Ended> {
  return startTraining(folder, ...args).ended;
}

/** Waits until something holds, at most twenty seconds, and not past the end of a process. */
export async function until(holds: () => boolean | Promise<boolean>, ended: Promise<Ended>): Promise<void> {
  let last: Ended | undefined;
  void ended.then((result) => (last = result));
  for (const end = Date.now() + 20_000; !(await holds()); await sleep(5)) {
    if (last) throw new Error(`ended with status ${last.status}: ${last.stderr}`);
    if (Date.now() > end) throw new Error('waited for twenty seconds');
  }
}

/** The weights of a model file, and whatever else follows its header. */
export async function weightsOf(path: string): Promise<Buffer> {
  const file = await readFile(path);
  return file.subarray(8 + Number(file.readBigUInt64LE(0)));
}

/** Every line of a run's metrics, but for the timings; throws where a line is not whole. */
export async function metricsOf(run: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(run, 'metrics.jsonl'), 'utf8');
  if (text !== '' && !text.endsWith('\n')) throw new Error('the last line of metrics is not whole');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const {
        seconds: _s,
        movesPerSecond: _m,
        actionsPerSecond: _a,
        ...rest
      } = JSON.parse(line) as Record<string, unknown>;
      return rest;
    });
}

/** The checkpoints, the newest first. */
export async function checkpointsOf(run: string): Promise<string[]> {
  const names = await readdir(join(run, 'checkpoints')).catch(() => []);
  return names
    .filter((name) => /^\d+\.safetensors$/.test(name))
    .sort((a, b) => Number.parseInt(b) - Number.parseInt(a))
    .map((name) => join(run, 'checkpoints', name));
}

/** Files that are not whole. */
export async function leftoversOf(run: string): Promise<string[]> {
  return (await readdir(run, { recursive: true })).filter((name) => name.includes('.tmp'));
}

export function isRun(run: string): boolean {
  return existsSync(join(run, 'config.json'));
}
