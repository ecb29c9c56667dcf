// Work on many machines: the queues, work and workers of the server's Redis, kept fresh while the page is open. If it
// has none, nothing is drawn.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { count } from '../shell/numbers.ts';
import { type Cluster, getCluster } from './server.ts';

const cluster = signal<Cluster | undefined>(undefined);
const REFRESH_MS = 2000;

/** Keeps the state fresh until the returned function is called. */
function watchCluster(): () => void {
  let ended = false;
  let timer: ReturnType<typeof setTimeout>;
  const look = async (): Promise<void> => {
    // If the server does not answer, the list of runs says so.
    if (!document.hidden) cluster.value = await getCluster().catch(() => undefined);
    if (!ended && cluster.peek()?.redis !== null) timer = setTimeout(() => void look(), REFRESH_MS);
  };
  void look();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

export function ClusterView() {
  useEffect(() => watchCluster(), []);
  const state = cluster.value;
  if (!state?.redis) return null;
  const { redis, problem, queues, work, workers } = state;
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0);
  const active = queues.reduce((sum, queue) => sum + queue.active, 0);
  return (
    <section class="cluster">
      <h2>Machines</h2>
      <p class="quiet">
        {problem ??
          `${redis}: ${count(workers.length)} workers, ${count(active)} jobs under way, ${count(waiting)} waiting`}
      </p>
      {work.length > 0 && (
        <Table
          name="Work"
          columns={['Work', 'Done', 'By']}
          rows={work.map(({ id, title, done, jobs, host }) => [id, title, `${count(done)} of ${count(jobs)}`, host])}
        />
      )}
      {workers.length > 0 && (
        <Table
          name="Workers"
          columns={['Worker', 'Done', 'Doing']}
          rows={workers.map(({ id, done, doing }) => [
            id,
            id,
            count(done),
            doing.map(({ words, done: games, size }) => `${words}, ${Math.floor((100 * games) / size)}%`).join('; ') ||
              'waiting',
          ])}
        />
      )}
    </section>
  );
}

interface TableProps {
  name: string;
  columns: readonly [string, string, string];
  rows: readonly (readonly [key: string, string, string, string])[];
}

function Table({ name, columns, rows }: TableProps) {
  return (
    <div class="table-scroll">
      <table class="run-table" aria-label={name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, first, second, third]) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              <td>{second}</td>
              <td>{third}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
