// The state of a Redis: its queues, the work under way, and the workers. `jobs list` and the app show it.

import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { thisBuild } from './build.ts';
import type { WorkerNotice, WorkNotice } from './cluster.ts';
import { listWorkers, listWorks, PREFIX, queueName } from './cluster.ts';

export interface QueueState {
  readonly name: string;
  readonly waiting: number;
  readonly active: number;
  readonly failed: number;
}

export interface ClusterState {
  readonly queues: readonly QueueState[];
  readonly work: readonly WorkNotice[];
  readonly workers: readonly WorkerNotice[];
}

export async function clusterState(redis: Redis): Promise<ClusterState> {
  const [work, workers] = await Promise.all([listWorks(redis), listWorkers(redis)]);
  const names = new Set([thisBuild(), ...work, ...workers].map((build) => queueName(build)));
  return { queues: await Promise.all([...names].sort().map((name) => queueState(redis, name))), work, workers };
}

async function queueState(redis: Redis, name: string): Promise<QueueState> {
  const queue = new Queue(name, { connection: redis, prefix: PREFIX });
  queue.on('error', () => {});
  try {
    const {
      waiting = 0,
      prioritized = 0,
      delayed = 0,
      active = 0,
      failed = 0,
    } = await queue.getJobCounts('waiting', 'prioritized', 'delayed', 'active', 'failed');
    return { name, waiting: waiting + prioritized + delayed, active, failed };
  } finally {
    await queue.close();
  }
}
