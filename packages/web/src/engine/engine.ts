// The page's side of an engine worker. It starts with the first question, and starts anew after `interrupt`, which is how
// thinking that takes too long is ended: a worker that is busy hears nothing.

import { localModels, onLocalModel, onRuntime, runtime } from './local-models.ts';
import type { AnswerMessage, Answers, Job, PageMessage } from './messages.ts';

/** What was asked for is impossible: the person is told the message as it is. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** The engine was interrupted before it answered. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

interface Waiting {
  resolve(answer: Answers[keyof Answers]): void;
  reject(error: Error): void;
}

export class Engine {
  #worker: Worker | undefined;
  #waiting = new Map<number, Waiting>();
  #next = 0;
  #busySince = 0;

  constructor() {
    onLocalModel((name, blob) => this.#worker?.postMessage({ model: { name, blob } } satisfies PageMessage));
    onRuntime((blob) => this.#worker?.postMessage({ runtime: blob } satisfies PageMessage));
  }

  /** For how long it has been at work, in ms; 0 where it is not. */
  get busyFor(): number {
    return this.#waiting.size > 0 ? performance.now() - this.#busySince : 0;
  }

  ask<J extends Job>(job: J): Promise<Answers[J['kind']]> {
    const worker = (this.#worker ??= this.#start());
    const id = this.#next++;
    if (this.#waiting.size === 0) this.#busySince = performance.now();
    const answered = new Promise<Answers[keyof Answers]>((resolve, reject) =>
      this.#waiting.set(id, { resolve, reject }),
    );
    worker.postMessage({ id, job } satisfies PageMessage);
    return answered as Promise<Answers[J['kind']]>;
  }

  /** Ends whatever is under way; those who wait are told so. */
  interrupt(): void {
    if (this.#waiting.size > 0) this.#end(new InterruptedError('interrupted'));
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<AnswerMessage>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      this.#busySince = performance.now();
      if ('answer' in data) waiting?.resolve(data.answer);
      else waiting?.reject(new (data.error.input ? RefusedError : Error)(data.error.message));
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      this.#end(new Error(event.message || 'the engine could not be loaded'));
    });
    worker.postMessage({ base: document.baseURI } satisfies PageMessage);
    for (const [name, blob] of localModels()) worker.postMessage({ model: { name, blob } } satisfies PageMessage);
    const runs = runtime();
    if (runs) worker.postMessage({ runtime: runs } satisfies PageMessage);
    return worker;
  }

  #end(error: Error): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
