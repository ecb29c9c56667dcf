// The Runs page: the trainings of the machine that serves the app, and one of them as it goes on.

import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import { address, hrefOf } from '../shell/address.ts';
import { Chart } from '../shell/chart.tsx';
import { Icon } from '../shell/icon.tsx';
import { capital } from '../play/words.ts';
import { count, short } from '../shell/numbers.ts';
import { chartsOf, inWords, numberIn, resultOf } from './run-curves.ts';
import {
  fetching,
  metrics,
  playWithRun,
  problem,
  runModel,
  runs,
  runState,
  shownRun,
  watchRun,
  watchRuns,
} from './run-store.ts';
import type { Metrics, RunDetails, RunSummary } from './server.ts';

export function RunsPage() {
  const name = address.value.parameters.get('run');
  useEffect(() => watchRuns(), []);
  useEffect(() => (name === null ? undefined : watchRun(name)), [name]);
  return (
    <main class="runs">
      <h1>Runs</h1>
      {problem.value !== undefined && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {name === null ? <List /> : <Details name={name} />}
    </main>
  );
}

function List() {
  const all = runs.value;
  if (all === undefined) return problem.value === undefined ? <p class="quiet slow">Asking the server</p> : null;
  if (all === 'absent' || all.length === 0) return <Nothing absent={all === 'absent'} />;
  return (
    <div class="table-scroll">
      <table class="run-table">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">State</th>
            <th scope="col" class="number">
              Done
            </th>
            <th scope="col" class="number">
              Result
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((run) => (
            <Row key={run.name} run={run} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ run }: { run: RunSummary }) {
  const { name, state, game, network, method, counts, target, done } = run;
  const result = resultOf(run);
  return (
    <tr>
      <th scope="row">
        <a href={hrefOf('runs', { run: name })}>
          {game ?? '?'}, {network ?? '?'}, {method ?? '?'}
        </a>
        <small>
          {name.split('__').map((part, i) => (
            <Fragment key={i}>
              {i > 0 && (
                <>
                  __
                  <wbr />
                </>
              )}
              {part}
            </Fragment>
          ))}
        </small>
      </th>
      <td>
        <State state={state} />
      </td>
      <td class="number" data-label="Done">
        {count(done)}
        <small>
          {target !== null && `of ${count(target)} `}
          {counts}
        </small>
      </td>
      <td class="number" data-label="Result">
        {result?.[0] ?? '—'}
        {result && <small>{result[1]}</small>}
      </td>
    </tr>
  );
}

/** A filled dot for what runs, a ring for what stopped, a tick for what is finished. */
function State({ state }: { state: string }) {
  return (
    <span class={`state ${state}`}>
      <i aria-hidden="true" />
      {state}
    </span>
  );
}

function Nothing({ absent }: { absent: boolean }) {
  return (
    <div class="empty">
      <p>
        Long training is done by the <code>afterstate</code> command. Its runs, their settings and their curves are
        watched here, live, while they train.
      </p>
      {absent ? (
        <p class="quiet">
          This copy of the app comes from a host without runs. Serve it yourself with <code>npm start</code> to see
          yours; or let a network <a href={hrefOf('learn')}>learn in this tab</a>.
        </p>
      ) : (
        <>
          <p>There is none yet. This starts one:</p>
          <pre tabIndex={0}>
            <code>npx afterstate train --network 4x6 --method tc --games 100000</code>
          </pre>
        </>
      )}
    </div>
  );
}

function Details({ name }: { name: string }) {
  const run = shownRun.value;
  if (!run) return problem.value === undefined ? <p class="quiet slow">Asking the server</p> : <Back />;
  const lines = metrics.value;
  const last = lines.at(-1) ?? run.last;
  const model = runModel.value;
  const words = inWords(run, lines);
  const charts = chartsOf(run, lines);
  return (
    <>
      <Back />
      <div class="run-head">
        <h2>
          {run.game ?? '?'}, {run.network ?? '?'}, {run.method ?? '?'}
        </h2>
        <State state={runState.value} />
        {model && (
          <button
            type="button"
            disabled={fetching.value}
            onClick={() => void playWithRun(model, `${run.game}-${run.network}-${run.method}-${doneBy(run, last)}`)}
          >
            <Icon name="board" />
            {fetching.value ? 'Fetching the model' : `Play with it, ${short(model.bytes / 1e6)} MB`}
          </button>
        )}
      </div>
      <p class="in-words">{words ?? 'Nothing has been measured yet.'}</p>
      <div class="learn-grid">
        <div class="charts">
          {charts.map((chart) => (
            <Chart key={chart.title.replace(/:.*/, '')} {...chart} />
          ))}
        </div>
        <div>
          <Numbers rows={progress(run, lines, last)} />
          <h3>Settings</h3>
          <Numbers rows={settings(run)} />
        </div>
      </div>
      <p class="quiet">
        <code>{name}</code>
      </p>
    </>
  );
}

function Numbers({ rows }: { rows: readonly (readonly [title: string, value: string])[] }) {
  return (
    <dl class="numbers">
      {rows.map(([title, value]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Back() {
  return (
    <p>
      <a href={hrefOf('runs')}>All runs</a>
    </p>
  );
}

/** How much of what it counts a run has done by now: lines come while it is in view. */
function doneBy({ counts, done }: RunDetails, last: Metrics | null | undefined): number {
  return (counts === 'minutes' ? undefined : numberIn(last, counts)) ?? done;
}

function progress(
  run: RunDetails,
  lines: readonly Metrics[],
  last: Metrics | null | undefined,
): readonly (readonly [title: string, value: string])[] {
  const { counts, target } = run;
  const seconds = numberIn(last, 'seconds');
  const done = counts === 'minutes' && seconds !== undefined ? Math.floor(seconds / 60) : doneBy(run, last);
  const row = (title: string, key: string, format: (n: number) => string): [string, string][] => {
    const value = numberIn(last, key);
    return value === undefined || key === counts ? [] : [[title, format(value)]];
  };
  const scores = lines.flatMap((line) => numberIn(line, 'maxScore') ?? []);
  return [
    [capital(counts), `${count(done)}${target === null ? '' : ` of ${count(target)}`}`],
    ...row('Cycles', 'cycles', count),
    ...row('Games', 'games', count),
    ...row('Epochs', 'epochs', String),
    ...row('Moves', 'moves', short),
    ...row('Moves a second', 'movesPerSecond', short),
    ...row('Actions a second', 'actionsPerSecond', short),
    ...row('Time', 'seconds', duration),
    ...(scores.length > 0 ? [['Best score', count(Math.max(...scores))] as const] : []),
  ];
}

/** The settings that are numbers or words, as the command has them, without those that do nothing here. */
function settings({ config, method, counts }: RunDetails): [string, string][] {
  const told = new Set(['game', 'network', 'method', counts]);
  if (method !== 'multistage') ['base', 'boards'].forEach((key) => told.add(key));
  if (config['stages'] === 'none') told.add('stages');
  return Object.entries(config)
    .filter(([key, value]) => !told.has(key) && (value === true || ['number', 'string'].includes(typeof value)))
    .map(([key, value]) => [key, value === true ? 'yes' : typeof value === 'number' ? plain(value) : String(value)]);
}

/** Seeds and counts with commas, step sizes as they are. */
function plain(n: number): string {
  return Number.isInteger(n) ? count(n) : String(n);
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
