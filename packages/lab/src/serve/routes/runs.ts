// Runs: the list, one in full, and one as it progresses.

import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { jsonEndpoint, otherEndpoint } from '../endpoint.ts';
import { Refusal } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { RunCatalogue } from '../run-catalogue.ts';
import type { RunFeeds } from '../run-feed.ts';
import { feedQuery, runDetails, runParams, runSummary } from '../schemas.ts';

export function runEndpoints(runs: RunCatalogue, feeds: RunFeeds, limits: Limits): Endpoint[] {
  return [
    jsonEndpoint(
      {
        method: 'GET',
        url: '/api/runs',
        id: 'listRuns',
        summary: 'The runs, newest first',
        answer: z.array(runSummary),
      },
      () => runs.list(),
    ),

    jsonEndpoint(
      {
        method: 'GET',
        url: '/api/runs/:name',
        id: 'getRun',
        summary: 'A run, with its settings and curves',
        params: runParams,
        answer: runDetails,
        errors: [404],
      },
      async ({ params: { name } }) => (await runs.describe(name, limits.metricLines)) ?? noRun(name),
    ),

    otherEndpoint(
      {
        method: 'GET',
        url: '/api/runs/:name/events',
        id: 'followRun',
        summary: 'A run as it progresses: server-sent events',
        description:
          'Events: metrics (a line of metrics; its id is the number of the line), state (running, stopped or finished, at the ' +
          'beginning and when it changes), again (the run went back to a checkpoint: discard the lines so far, all are sent ' +
          'again), gone (the run was deleted; the feed ends). To draw a curve, get the run, then follow it from its `lines` on.',
        params: runParams,
        query: feedQuery,
        answer: { type: 'text/event-stream', description: 'Events, until the client disconnects.' },
        errors: [404],
      },
      async ({ params: { name }, query, request }) => {
        const path = (await runs.find(name)) ?? noRun(name);
        const since = lastSeen(request.headers['last-event-id']) ?? query.since ?? 0;
        return (reply) => feeds.follow(name, path, since, reply);
      },
    ),
  ];
}

function lastSeen(id: string | string[] | undefined): number | undefined {
  return typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

function noRun(name: string): never {
  throw new Refusal(404, `there is no run '${name}' here; /api/runs lists them`);
}
