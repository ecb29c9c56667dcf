// The command as a user runs it: a process in a folder, without a terminal.

import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** As people run it. */
export const COMMAND = fileURLToPath(new URL('../packages/lab/bin/afterstate.mjs', import.meta.url));
/** The same bundled into a few files, which start in half the time: command.setup.ts makes them. */
export const BUNDLED = process.env['AFTERSTATE_TESTED_COMMAND'] ?? COMMAND;
const REFUSING = fileURLToPath(new URL('refused-commands.mjs', import.meta.url));

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly ended: Promise<Ended>;
}

/** Starts a program in a folder. */
export function startProgram(folder: string, program: string, ...args: string[]): Started {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (status) => resolve({ status, stdout, stderr }));
    child.on('error', ({ message }) => resolve({ status: null, stdout, stderr: `${stderr}${message}` }));
  });
  return { child, ended };
}

/** Starts `afterstate …` in a folder. */
export function startCommand(folder: string, ...args: string[]): Started {
  return startProgram(folder, process.execPath, BUNDLED, ...args);
}

/** Runs `afterstate …` in a folder, to its end. */
export function runCommand(folder: string, ...args: string[]): Promise<Ended> {
  return startCommand(folder, ...args).ended;
}

/** The same, while nothing else runs. */
export function runCommandSync(folder: string, ...args: string[]): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BUNDLED, ...args], { cwd: folder, encoding: 'utf8' });
  return { status, stdout, stderr };
}

let refusing: ChildProcess | undefined;

/** Runs `afterstate …` in a folder where it is refused: one at a time, all in one process. */
export async function runRefused(folder: string, ...args: string[]): Promise<Ended> {
  if (refusing?.connected !== true) {
    refusing = fork(REFUSING, [BUNDLED], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    refusing.unref();
    refusing.channel?.unref();
  }
  refusing.send([folder, ...args]);
  const over = new AbortController();
  const left = once(refusing, 'exit', over).then(() => {
    throw new Error(`the process of afterstate ${args.join(' ')} has ended`);
  });
  try {
    const [ended] = (await Promise.race([once(refusing, 'message', over), left])) as [Ended];
    return ended;
  } finally {
    over.abort();
  }
}

/** Waits until something holds, for at most two minutes, and not past the end of a process. */
export async function until(holds: () => boolean | Promise<boolean>, ended: Promise<Ended>): Promise<void> {
  let last: Ended | undefined;
  void ended.then((result) => (last = result));
  for (const end = Date.now() + 120_000; !(await holds()); await sleep(5)) {
    if (last) throw new Error(`ended with status ${last.status}: ${last.stderr}`);
    if (Date.now() > end) throw new Error('waited for two minutes');
  }
}
