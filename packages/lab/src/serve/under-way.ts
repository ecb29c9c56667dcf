// The requests under way: a closing server gives them a moment.

import type { FastifyInstance } from 'fastify';

export class UnderWay {
  #count = 0;
  #onNone: (() => void) | undefined;

  /** Counts every request, from its first byte to the end of its answer, whoever ends it. */
  constructor(server: FastifyInstance) {
    server.addHook('onRequest', async (_request, reply) => {
      if (reply.raw.destroyed) return;
      this.#count++;
      reply.raw.once('close', () => {
        if (--this.#count === 0) this.#onNone?.();
      });
    });
  }

  /** Resolves when all are answered, or after this many milliseconds. */
  async end(ms: number): Promise<void> {
    if (this.#count === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#onNone = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
