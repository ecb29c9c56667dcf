// Trainings as a user runs them: processes, their run folders, and what they leave there.

import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ended, Started } from './command.testing.ts';
import { startCommand } from './command.testing.ts';

/** Starts `afterstate train …` in a folder, without a terminal. */
export function startTraining(folder: string, ...args: string[]): Started {
  return startCommand(folder, 'train', ...args);
}

export function train(folder: string, ...args: string[]): Promise<Ended> {
  return startTraining(folder, ...args).ended;
}

/** The weights of a model file, and whatever else follows its header. */
export async function weightsOf(path: string): Promise<Buffer> {
  const file = await readFile(path);
  return file.subarray(8 + Number(file.readBigUInt64LE(0)));
}

/** Every line of a run's metrics, without the timings; throws if a line is incomplete. */
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

/** The checkpoints, newest first. */
export async function checkpointsOf(run: string): Promise<string[]> {
  const names = await readdir(join(run, 'checkpoints')).catch(() => []);
  return names
    .filter((name) => /^\d+\.safetensors$/.test(name))
    .sort((a, b) => Number.parseInt(b) - Number.parseInt(a))
    .map((name) => join(run, 'checkpoints', name));
}

/** Incomplete files. */
export async function leftoversOf(run: string): Promise<string[]> {
  return (await readdir(run, { recursive: true })).filter((name) => name.includes('.tmp'));
}

/** Everything that a run says on stderr when it takes over from a killed one; nothing if that one had released its folder. */
export const TAKEN_OVER =
  /^('[^'\n]+' was in use by process \d+ on \S+ since \S+Z, which has ended; this process takes over\n)?$/;

export function isRun(run: string): boolean {
  return existsSync(join(run, 'config.json'));
}
