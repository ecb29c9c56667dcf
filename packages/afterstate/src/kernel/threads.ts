// The host's side of threads: calls go out as messages, answers come back. It is the same for worker_threads and Web Workers;
// a worker sleeps while it has no message, so nothing ever busy-waits.

import type { KernelExports } from './exports.ts';
import type { AnswerMessage, ArgumentsOf, CallMessage, ExportName, ResultOf } from './instance.ts';
import { answer } from './instance.ts';
import type { Threads } from './platform.ts';

/** What Node's and the browser's workers have in common. */
export interface Channel {
  post(message: CallMessage): void;
  onMessage(listener: (message: AnswerMessage) => void): void;
  /** The worker itself broke: it could not start, or ran out of memory. */
  onFailure(listener: (error: Error) => void): void;
  end(): Promise<void>;
  /** Whether the worker has stopped completely once `end` has resolved; otherwise it may finish its call. */
  readonly endsForSure: boolean;
}

export class KernelThreadError extends Error {
  override name = 'KernelThreadError';
}

interface Waiting {
  resolve(result: ResultOf<ExportName>): void;
  reject(error: Error): void;
}

class WorkerThread {
  readonly #channel: Channel;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #failure: Error | undefined;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.onMessage((message) => {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if ('result' in message) waiting?.resolve(message.result);
      else {
        const error = new KernelThreadError(message.error.message);
        if (message.error.stack) error.stack = message.error.stack;
        waiting?.reject(error);
      }
    });
    channel.onFailure((error) => this.#fail(error));
  }

  call<K extends ExportName>(name: K, args: ArgumentsOf<K>): Promise<ResultOf<K>> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      const id = this.#next++;
      this.#waiting.set(id, { resolve: (result) => resolve(result as ResultOf<K>), reject });
      this.#channel.post({ id, name, args });
    });
  }

  async close(): Promise<boolean> {
    const isIdle = this.#waiting.size === 0;
    await this.#channel.end();
    this.#fail(new KernelThreadError('the kernel was closed'));
    return isIdle || this.#channel.endsForSure;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}

export function workerThreads(channels: readonly Channel[]): Threads {
  const workers = channels.map((channel) => new WorkerThread(channel));
  return {
    count: workers.length,
    call(thread, name, ...args) {
      const worker = workers[thread];
      if (!worker) return Promise.reject(new RangeError(`there is no thread ${thread}; there are ${workers.length}`));
      return worker.call(name, args);
    },
    async close() {
      return (await Promise.all(workers.map((worker) => worker.close()))).every(Boolean);
    },
  };
}

const BETWEEN_RESTS_MS = 8;

/** One "thread" that is the caller's own, for when memory cannot be shared. A call blocks while it runs. */
export function sameThread(kernel: KernelExports): Threads {
  let id = 0;
  let rested = 0;
  return {
    count: 1,
    async call<K extends ExportName>(_thread: number, name: K, ...args: ArgumentsOf<K>): Promise<ResultOf<K>> {
      // A turn of the event loop now and then, so that long sequences of calls leave room for messages and painting; not at
      // every call, because browsers delay timers by 4 ms.
      if (performance.now() - rested > BETWEEN_RESTS_MS) {
        await new Promise((resolve) => setTimeout(resolve));
        rested = performance.now();
      }
      const message = answer(kernel, { id: id++, name, args });
      if ('result' in message) return message.result as ResultOf<K>;
      throw Object.assign(new KernelThreadError(message.error.message), { stack: message.error.stack });
    },
    async close() {
      return true;
    },
  };
}
