// The server's side of runs: what `afterstate serve` tells about trainings and their models. A static copy of the app has no
// server; then there is nothing to tell, and that is no error.

/** A line of a run's metrics, as the run wrote it: what is in it is the method's, and no line need have all of it. */
export type Metrics = Readonly<Record<string, unknown>>;

export type RunState = 'running' | 'stopped' | 'finished';

export interface RunSummary {
  readonly name: string;
  readonly state: RunState;
  readonly game: string | null;
  readonly network: string | null;
  readonly method: string | null;
  /** What the run counts: games, actions, cycles or minutes; how much was asked for, and how much is done. */
  readonly counts: string;
  readonly target: number | null;
  readonly done: number;
  readonly last: Metrics | null;
  readonly started: string | null;
  readonly updated: string;
}

export interface RunDetails extends RunSummary {
  readonly config: Readonly<Record<string, unknown>>;
  readonly lines: number;
  readonly metrics: readonly Metrics[];
}

export interface ModelInfo {
  readonly name: string;
  readonly kind: 'shipped' | 'run' | 'checkpoint';
  readonly game: '2048' | 'threes';
  /** The names of the players that play by it, the one that makes the most of it first. */
  readonly players: readonly string[];
  readonly bytes: number;
  readonly url: string;
}

/** What the server answers; undefined where there is no such server. */
async function ask<T>(path: string): Promise<T | undefined> {
  const response = await fetch(`./api/${path}`, { headers: { accept: 'application/json' } }).catch(() => {
    throw new Error('the server does not answer; is it still running?');
  });
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  if (response.ok && isJson) return (await response.json()) as T;
  if (!isJson) return undefined;
  const { error } = (await response.json()) as { error?: { message?: string } };
  throw new Error(error?.message ?? `the server answered ${response.status}`);
}

export const listRuns = () => ask<readonly RunSummary[]>('runs');
export const getRun = (name: string) => ask<RunDetails>(`runs/${encodeURIComponent(name)}`);
export const listModels = () => ask<readonly ModelInfo[]>('models');

export interface Follower {
  metrics(line: Metrics): void;
  state(state: RunState): void;
  /** What was told so far is void and comes once more. */
  again(): void;
  gone(): void;
}

/** Follows a run from a line of its metrics on; the browser connects again by itself when the connection is lost. */
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
