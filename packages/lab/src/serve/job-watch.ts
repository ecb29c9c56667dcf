// What the server knows about work on many machines: the state of a Redis, read at most once a second however many pages look. An
// absent Redis is not an error of the server: the answer says so, and the next request tries again.

import type { Redis } from 'ioredis';
import type { RedisAddress } from '../jobs/redis-address.ts';
import type { Jobs } from './schemas.ts';

const FRESH_MS = 1000;
const NOTHING = { queues: [], work: [], workers: [] };

export class JobWatch {
  readonly #address: RedisAddress | undefined;
  #redis: Redis | undefined;
  #asked = -Infinity;
  #answer: Promise<Jobs> | undefined;

  constructor(address: RedisAddress | undefined) {
    this.#address = address;
  }

  state(): Promise<Jobs> {
    if (!this.#answer || performance.now() - this.#asked > FRESH_MS) {
      this.#asked = performance.now();
      this.#answer = this.#ask();
    }
    return this.#answer;
  }

  close(): void {
    this.#redis?.disconnect();
  }

  async #ask(): Promise<Jobs> {
    if (!this.#address) return { redis: null, problem: null, ...NOTHING };
    const { shown } = this.#address;
    try {
      // Loaded only when somebody asks.
      const { connect } = await import('../jobs/redis-connection.ts');
      const { clusterState } = await import('../jobs/cluster-state.ts');
      this.#redis ??= await connect(this.#address);
      if (this.#redis.status !== 'ready') throw new Error(`Redis at ${shown} is away`);
      const { queues, work, workers } = await clusterState(this.#redis);
      return {
        redis: shown,
        problem: null,
        queues: [...queues],
        work: [...work],
        workers: workers.map((worker) => ({ ...worker, doing: [...worker.doing] })),
      };
    } catch (error) {
      return { redis: shown, problem: (error as Error).message, ...NOTHING };
    }
  }
}
