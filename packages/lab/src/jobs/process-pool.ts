// Processes that do jobs, one at a time each. A process is kept from job to job, and replaced once it has grown past its share of
// the memory, because only that frees what a large network leaves behind. Threads were rejected: a job that runs out of memory or
// crashes ends its process, but no other job.

import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Done } from './engine.ts';

export interface ToProcess {
  readonly kind: string;
  readonly params: unknown;
  /** The folder of blobs. */
  readonly blobs: string;
}

export type FromProcess =
  | { readonly progress: number }
  | { readonly result: unknown; readonly seconds: number; readonly bytes: number }
  | { readonly error: string; readonly bytes: number };

export interface PoolOptions {
  readonly processes: number;
  readonly blobs: string;
  /** Bytes that all processes together may take. */
  readonly memory: number;
  /** The name of processes, before their number. */
  readonly name?: string;
}

export interface Task {
  readonly kind: string;
  readonly params: unknown;
  /** About how many bytes it takes. */
  readonly bytes: number;
  /** Names of processes that must not do it. */
  readonly avoid?: readonly string[];
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** The task failed in its process, or the process ended. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed';
  readonly worker: string;

  constructor(worker: string, message: string) {
    super(message);
    this.worker = worker;
  }
}

interface Slot {
  child: ChildProcess;
  worker: string;
  /** Its memory after its last task; 0 if it has done none. */
  bytes: number;
  task: Waiting | undefined;
}

interface Waiting extends Task {
  resolve(done: Done): void;
  reject(error: unknown): void;
}

const MAIN = fileURLToPath(new URL('./worker-process.js', import.meta.url));
/** Variables with secrets of the queue, which jobs do not need. */
const SECRET = /^AFTERSTATE_REDIS_/;

export class ProcessPool {
  readonly #options: PoolOptions;
  readonly #slots: Slot[] = [];
  readonly #waiting: Waiting[] = [];
  #started = 0;
  #closed = false;

  /** Starts the processes at once, so that they are ready when the first task is. */
  constructor(options: PoolOptions) {
    this.#options = options;
    for (let i = 0; i < options.processes; i++) this.#slots.push(this.#start());
  }

  run(task: Task): Promise<Done> {
    const { memory } = this.#options;
    if (task.bytes > memory)
      return Promise.reject(
        new TaskFailed(
          '',
          `it needs ${gigabytes(task.bytes)}, and only ${gigabytes(memory)} may be used here; raise --memory`,
        ),
      );
    return new Promise<Done>((resolve, reject) => {
      const waiting: Waiting = { ...task, resolve, reject };
      const abort = (): void => this.#abort(waiting);
      task.signal?.addEventListener('abort', abort, { once: true });
      const settle =
        <T>(then: (value: T) => void) =>
        (value: T): void => {
          task.signal?.removeEventListener('abort', abort);
          then(value);
        };
      waiting.resolve = settle(resolve);
      waiting.reject = settle(reject);
      if (task.signal?.aborted) return waiting.reject(task.signal.reason);
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  /** Ends the processes; tasks under way or waiting are rejected. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(new Error('the pool was closed'));
    await Promise.all(
      this.#slots.map(({ child, task }) => {
        task?.reject(new Error('the pool was closed'));
        return end(child);
      }),
    );
  }

  /** Puts a new process into a slot. */
  #start(slot: Partial<Slot> = {}): Slot {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !SECRET.test(name)));
    const child = fork(MAIN, { execArgv: ['--expose-gc'], env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const worker = `${this.#options.name ?? 'process'}-${++this.#started}`;
    const filled: Slot = Object.assign(slot, { child, worker, bytes: 0, task: undefined });
    child.on('message', (message: FromProcess) => this.#hear(filled, child, message));
    child.on('error', (error) => this.#lose(filled, child, error.message));
    child.on('exit', (status, signal) =>
      this.#lose(filled, child, `its process ended with ${signal ?? `status ${status}`}`),
    );
    return filled;
  }

  #hear(slot: Slot, child: ChildProcess, message: FromProcess): void {
    const { task } = slot;
    if (!task || slot.child !== child) return;
    if ('progress' in message) return task.onProgress?.(message.progress);
    slot.task = undefined;
    slot.bytes = message.bytes;
    if ('error' in message) task.reject(new TaskFailed(slot.worker, message.error));
    else task.resolve({ result: message.result, seconds: message.seconds, worker: slot.worker });
    this.#next();
  }

  #lose(slot: Slot, child: ChildProcess, message: string): void {
    if (this.#closed || slot.child !== child) return;
    const { task, worker } = slot;
    this.#replace(slot);
    task?.reject(new TaskFailed(worker, message));
    this.#next();
  }

  #replace(slot: Slot): void {
    void end(slot.child);
    this.#start(slot);
  }

  #abort(waiting: Waiting): void {
    const place = this.#waiting.indexOf(waiting);
    if (place >= 0) this.#waiting.splice(place, 1);
    const slot = this.#slots.find(({ task }) => task === waiting);
    if (slot && !this.#closed) this.#replace(slot);
    waiting.reject(waiting.signal?.reason);
    this.#next();
  }

  /** Gives waiting tasks to idle processes, as far as memory allows. */
  #next(): void {
    const { memory, processes, blobs } = this.#options;
    for (let i = 0; i < this.#waiting.length && !this.#closed;) {
      const task = this.#waiting[i]!;
      const used = this.#slots.reduce((sum, slot) => sum + (slot.task?.bytes ?? 0), 0);
      const idle = this.#slots.filter((slot) => !slot.task);
      if (idle.length === 0) return;
      if (used + task.bytes > memory) {
        i++;
        continue;
      }
      const slot = idle.find(({ worker }) => !task.avoid?.includes(worker)) ?? idle[0]!;
      const grown = slot.bytes > 0 && slot.bytes + task.bytes > Math.max(memory / processes, 2 * task.bytes);
      if (grown || task.avoid?.includes(slot.worker)) this.#replace(slot);
      this.#waiting.splice(i, 1);
      slot.task = task;
      slot.child.send({ kind: task.kind, params: task.params, blobs } satisfies ToProcess);
    }
  }
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB of memory`;
}
