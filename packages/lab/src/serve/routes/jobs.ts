// Work on many machines: queues, work and workers of the Redis that the server was given.

import type { Endpoint } from '../endpoint.ts';
import { jsonEndpoint } from '../endpoint.ts';
import type { JobWatch } from '../job-watch.ts';
import { jobsAnswer } from '../schemas.ts';

export function jobEndpoints(jobs: JobWatch): Endpoint[] {
  return [
    jsonEndpoint(
      {
        method: 'GET',
        url: '/api/jobs',
        id: 'getJobs',
        summary: 'Queues, work and workers of the Redis that the server was started with',
        description: 'The answer is at most a second old. Without a Redis, `redis` is null and the lists are empty.',
        answer: jobsAnswer,
      },
      async () => jobs.state(),
    ),
  ];
}
