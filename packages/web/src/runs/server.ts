// The server's side of runs: what `afterstate serve` says about trainings and their models. A static copy of the app has no
// server; that is no error, there is just nothing to show.

import type { Jobs as Cluster, ModelInfo, RunDetails, RunState, RunSummary } from '@afterstate/lab/api';

export type { Cluster, ModelInfo, RunDetails, RunState, RunSummary };

/** A line of a run's metrics, as the run wrote it: its fields depend on the method, and any may be missing. */
export type Metrics = Readonly<RunDetails['metrics'][number]>;

/** The server's answer; undefined if there is no such server. */
async function ask<T>(path: string): Promise<T | undefined> {
  const response = await fetch(`./api/${path}`, { headers: { accept: 'application/json' } }).catch(() => {
    throw new Error('the server does not answer; check that it is still running');
  });
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  if (response.ok && isJson) return (await response.json()) as T;
  if (!isJson) return undefined;
  const { error } = (await response.json()) as { error?: { message?: string } };
  throw new Error(error?.message ?? `the server answered ${response.status}`);
}

export const listRuns = () => ask<readonly RunSummary[]>('runs');
export const getRun = (name: string) => ask<RunDetails>(`runs/${encodeURIComponent(name)}`);
export const getCluster = () => ask<Cluster>('jobs');
export const listModels = () => ask<readonly ModelInfo[]>('models');

export interface Follower {
  metrics(line: Metrics): void;
  state(state: RunState): void;
  /** The lines so far are void and will be sent again. */
  again(): void;
  gone(): void;
}

/** Follows a run, starting at a given line of its metrics; the browser reconnects by itself. */
export function followRun(name: string, since: number, follower: Follower): () => void {
  const source = new EventSource(`./api/runs/${encodeURIComponent(name)}/events?since=${since}`);
  source.addEventListener('metrics', ({ data }) => follower.metrics(JSON.parse(data) as Metrics));
  source.addEventListener('state', ({ data }) => follower.state((JSON.parse(data) as { state: RunState }).state));
  source.addEventListener('again', () => follower.again());
  source.addEventListener('gone', () => {
    source.close();
    follower.gone();
  });
  return () => source.close();
}
