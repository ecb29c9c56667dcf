// The server's side of a thread that holds players (player-worker.ts).

import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { InputError } from 'afterstate';
import { Refusal } from './errors.ts';
import type { FromHost, HostAnswers, HostError, HostQuestion, HostStart, ToHost } from './player-messages.ts';

/** How long a thread may take to give up a question before it is terminated: it may be opening a player on a busy machine. */
const PATIENCE_MS = 5000;
/** How long it may take to close. */
const CLOSING_MS = 1000;

interface Waiting {
  resolve(answer: HostAnswers[keyof HostAnswers]): void;
  reject(error: Error): void;
}

export class PlayerHost {
  /** The size of its network in bytes; 0 if it has none. */
  readonly bytes: number;
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  readonly #gentle: boolean;
  #next = 0;
  #failure: Error | undefined;

  private constructor(worker: Worker, bytes: number, gentle: boolean) {
    this.#worker = worker;
    this.#gentle = gentle;
    this.bytes = bytes;
    worker.on('message', (message: FromHost) => this.#hear(message));
    worker.on('error', (error) => this.#fail(error));
    this.#ended = new Promise((resolve) => {
      worker.once('exit', () => {
        this.#fail(new Refusal(503, 'its thread was ended and another is starting; ask again'));
        resolve();
      });
    });
  }

  /**
   * Resolves when everything is loaded. An InputError says what is wrong with a model. `gentle`: its threads must not be ended
   * while they work, because the runtime of neural networks would end the process too.
   */
  static async open(start: HostStart, gentle = false): Promise<PlayerHost> {
    const worker = new Worker(new URL('./player-worker.js', import.meta.url), { workerData: start, execArgv: [] });
    worker.unref();
    const listening = new AbortController();
    try {
      const bytes = await new Promise<number>((resolve, reject) => {
        const hear = (message: FromHost): void => {
          if ('ready' in message) resolve(message.ready.bytes);
          else if ('failed' in message) reject(asError(message.failed));
        };
        const end = (): void => reject(new Error('the thread of the players ended'));
        worker.on('message', hear).on('error', reject).on('exit', end);
        listening.signal.addEventListener('abort', () =>
          worker.off('message', hear).off('error', reject).off('exit', end),
        );
      });
      return new PlayerHost(worker, bytes, gentle);
    } catch (error) {
      await worker.terminate();
      throw error;
    } finally {
      listening.abort();
    }
  }

  /** Whether it can be asked; a broken thread cannot. */
  get isOpen(): boolean {
    return this.#failure === undefined;
  }

  /** After the signal aborts, resolves or rejects as soon as the thinking has ended. */
  async ask<Q extends HostQuestion>(question: Q, signal: AbortSignal): Promise<HostAnswers[Q['kind']]> {
    if (this.#failure) throw this.#failure;
    signal.throwIfAborted();
    const id = this.#next++;
    const answered = new Promise<HostAnswers[keyof HostAnswers]>((resolve, reject) =>
      this.#waiting.set(id, { resolve, reject }),
    );
    this.#tell({ id, question });
    let late: NodeJS.Timeout | undefined;
    const giveUp = (): void => {
      this.#tell({ giveUp: id });
      if (!this.#gentle) late = setTimeout(() => void this.#worker.terminate(), PATIENCE_MS);
    };
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      return (await answered) as HostAnswers[Q['kind']];
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(late);
      signal.removeEventListener('abort', giveUp);
    }
  }

  async close(): Promise<void> {
    if (this.isOpen) {
      const closed = new Promise<void>((resolve) => {
        this.#worker.on('message', (message: FromHost) => 'closed' in message && resolve());
      });
      this.#tell({ close: true });
      const late = this.#gentle ? [] : [delay(CLOSING_MS, undefined, { ref: false })];
      await Promise.race([closed, this.#ended, ...late]);
    }
    await this.#worker.terminate();
  }

  #tell(message: ToHost): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromHost): void {
    if (!('id' in message)) return;
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if ('answer' in message) waiting?.resolve(message.answer);
    else waiting?.reject(asError(message.error));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#failure);
    this.#waiting.clear();
  }
}

function asError({ message, stack, input }: HostError): Error {
  if (input) return new InputError(message);
  return Object.assign(new Error(message), stack === undefined ? {} : { stack });
}
