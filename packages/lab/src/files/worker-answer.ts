// A question to a worker thread, and its answer.

import type { Worker } from 'node:worker_threads';

export interface Waiting<Message> {
  /** The error if the worker ends instead. */
  readonly ended: string;
  /** Takes a message that comes before the answer; false if it is the answer. */
  readonly hears?: (message: Message) => boolean;
}

/**
 * The next message of a worker; ask after calling this. An `error` in the message is thrown. A worker keeps the process alive
 * while it works, not while it waits.
 */
export async function answerOf<Message extends { readonly error?: Error }>(
  worker: Worker,
  { ended, hears = () => false }: Waiting<Message>,
): Promise<Message> {
  worker.ref();
  const listening = new AbortController();
  try {
    return await new Promise<Message>((resolve, reject) => {
      const onMessage = (message: Message): void => {
        if (hears(message)) return;
        if (message.error) reject(message.error);
        else resolve(message);
      };
      const onExit = (): void => reject(new Error(ended));
      worker.on('message', onMessage).on('error', reject).on('exit', onExit);
      listening.signal.addEventListener('abort', () => {
        worker.off('message', onMessage).off('error', reject).off('exit', onExit);
      });
    });
  } finally {
    listening.abort();
    worker.unref();
  }
}
