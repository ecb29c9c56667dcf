// The host's side of threads: calls go out as messages, answers come back. The same for worker_threads and Web Workers;
// a worker sleeps while it has no message, so nothing ever waits busily.

import type { AnswerMessage, CallMessage, KernelExports } from './instance.ts';
import { answer } from './instance.ts';
import type { Threads } from './platform.ts';

/** What Node's and the browser's workers have in common. */
export interface Channel {
  post(message: CallMessage): void;
  onMessage(listener: (message: AnswerMessage) => void): void;
  /** The worker itself broke: it could not start, or ran out of memory. */
  onFailure(listener: (error: Error) => void): void;
  end(): Promise<void>;
}

export class KernelThreadError extends Error {
  override name = 'KernelThreadError';
}

interface Waiting {
  resolve(result: number): void;
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

  call(name: string, args: readonly (number | bigint)[]): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject });
      this.#channel.post({ id, name, args });
    });
  }

  async close(): Promise<void> {
    await this.#channel.end();
    this.#fail(new KernelThreadError('the kernel was closed'));
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
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
}

const BETWEEN_RESTS_MS = 8;

/** One "thread" that is the caller's own: where memory cannot be shared. A call blocks while it runs. */
export function sameThread(kernel: KernelExports): Threads {
  let id = 0;
  let rested = 0;
  return {
    count: 1,
    async call(_thread, name, ...args) {
      // A turn of the event loop now and then, so that long sequences of calls leave room for messages and painting; not at
      // every call, since browsers let a timer wait for 4 ms.
      if (performance.now() - rested > BETWEEN_RESTS_MS) {
        await new Promise((resolve) => setTimeout(resolve));
        rested = performance.now();
      }
      const message = answer(kernel, { id: id++, name, args });
      if ('result' in message) return message.result;
      throw Object.assign(new KernelThreadError(message.error.message), { stack: message.error.stack });
    },
    async close() {},
  };
}
