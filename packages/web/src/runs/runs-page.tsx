// The Runs page: the trainings on the machine that serves the app, and one of them live.

import { signal } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import { address, hrefOf } from '../shell/address.ts';
import { Chart } from '../widgets/chart.tsx';
import { Icon, IconPath } from '../widgets/icon.tsx';
import { NumberList, type NumberRow } from '../widgets/number-list.tsx';
import { count, short } from '../shell/numbers.ts';
import { PAGES } from '../shell/pages.ts';
import { capital } from '../shell/words.ts';
import { ClusterView } from './cluster-view.tsx';
import { Comparison } from './comparison.tsx';
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
import { dateWords, titleOfRun } from './run-titles.ts';
import type { Metrics, RunDetails, RunSummary } from './server.ts';
import '../style/runs.css';

export default function RunsPage() {
  const name = address.value.parameters.get('run');
  const compared = address.value.parameters.get('compare')?.split(',') ?? [];
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
      {name !== null ? (
        <Details name={name} />
      ) : compared.length > 0 ? (
        <>
          <Back />
          <Comparison names={compared} />
        </>
      ) : (
        <>
          <List />
          <ClusterView />
        </>
      )}
    </main>
  );
}

function List() {
  const all = runs.value;
  if (all === undefined) return problem.value === undefined ? <p class="quiet slow">Loading</p> : null;
  if (all === 'absent' || all.length === 0) return <Nothing absent={all === 'absent'} />;
  return (
    <div class="table-scroll">
      {all.length > 1 && <CompareBar all={all} />}
      <table class="run-table">
        <thead>
          <tr>
            {all.length > 1 && (
              <th scope="col">
                <span class="unseen">Compare</span>
              </th>
            )}
            <th scope="col">Run</th>
            <th scope="col">State</th>
            <th scope="col">Started</th>
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
            <Row key={run.name} run={run} several={all.length > 1} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The runs marked for comparison, by name. */
const marked = signal<readonly string[]>([]);

function CompareBar({ all }: { all: readonly RunSummary[] }) {
  const chosen = marked.value.filter((name) => all.some((run) => run.name === name));
  return (
    <div class="compare-bar">
      <button
        type="button"
        disabled={chosen.length < 2}
        onClick={() => (location.hash = hrefOf('runs', { compare: chosen.join() }))}
      >
        <IconPath path={PAGES.learn.icon} />
        {chosen.length < 2 ? 'Compare' : `Compare ${chosen.length} runs`}
      </button>
      {chosen.length < 2 && <span class="quiet">Mark two or more runs to see their curves in one chart.</span>}
    </div>
  );
}

function Row({ run, several }: { run: RunSummary; several: boolean }) {
  const { name, state, counts, target, done, started, updated } = run;
  const date = dateWords(started ?? updated);
  const isMarked = marked.value.includes(name);
  const result = resultOf(run);
  return (
    <tr>
      {several && (
        <td class="mark-run">
          <label>
            <input
              type="checkbox"
              aria-label={`Compare ${name}`}
              checked={isMarked}
              onChange={() =>
                (marked.value = isMarked ? marked.value.filter((other) => other !== name) : [...marked.value, name])
              }
            />
          </label>
        </td>
      )}
      <th scope="row">
        <a href={hrefOf('runs', { run: name })}>{titleOfRun(run)}</a>
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
      <td data-label="Started">
        {date?.[0] ?? '—'}
        {date && <small>{date[1]}</small>}
      </td>
      <td class="number" data-label="Done">
        {count(done)}
        <small>
          {target !== null && `of ${count(target)} `}
          {counts}
        </small>
        {target !== null && <progress max={target} value={done} aria-label={`Done of ${name}`} />}
      </td>
      <td class="number" data-label="Result">
        {result?.[0] ?? '—'}
        {result && <small>{result[1]}</small>}
      </td>
    </tr>
  );
}

/** A filled dot for a running run, a ring for a stopped one, a tick for a finished one. */
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
        The <code>afterstate</code> command trains for longer. Watch its runs here while they train, with their settings
        and curves.
      </p>
      {absent ? (
        <p class="quiet">
          This copy of the app comes from a host without runs. Start the app with <code>npm start</code> to see your
          own, or let a network <a href={hrefOf('learn')}>learn in this tab</a>.
        </p>
      ) : (
        <>
          <p>There are no runs yet. Start one with:</p>
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
  if (!run) return problem.value === undefined ? <p class="quiet slow">Loading</p> : <Back />;
  const lines = metrics.value;
  const last = lines.at(-1) ?? run.last;
  const model = runModel.value;
  const words = inWords(run, lines);
  const charts = chartsOf(run, lines);
  return (
    <>
      <Back />
      <div class="run-head">
        <h2>{titleOfRun(run)}</h2>
        <State state={runState.value} />
        {model && (
          <button
            type="button"
            disabled={fetching.value}
            onClick={() => void playWithRun(model, `${run.game}-${run.network}-${run.method}-${doneBy(run, last)}`)}
          >
            <Icon name="board" />
            {fetching.value ? 'Downloading the model' : `Play with it, ${short(model.bytes / 1e6)} MB`}
          </button>
        )}
      </div>
      {run.target !== null && (
        <progress
          class="run-progress"
          max={run.target}
          value={doneNow(run, last)}
          aria-label={`${count(doneNow(run, last))} of ${count(run.target)} ${run.counts}`}
        />
      )}
      <p class="in-words">{words ?? 'No results yet.'}</p>
      <div class="figures">
        <div class="charts">
          {charts.map((chart) => (
            <Chart key={chart.title.replace(/:.*/, '')} {...chart} />
          ))}
        </div>
        <div>
          <NumberList rows={progress(run, lines, last)} />
          <h3>Settings</h3>
          <NumberList rows={settings(run)} />
        </div>
      </div>
      <p class="quiet">
        <code>{name}</code>
      </p>
    </>
  );
}

function Back() {
  return (
    <p>
      <a class="back" href={hrefOf('runs')}>
        All runs
      </a>
    </p>
  );
}

/** How much a run has done by now, in what it counts, including lines that arrived while it is in view. */
function doneBy({ counts, done }: RunDetails, last: Metrics | null | undefined): number {
  return (counts === 'minutes' ? undefined : numberIn(last, counts)) ?? done;
}

/** The same, also for runs that count minutes. */
function doneNow(run: RunDetails, last: Metrics | null | undefined): number {
  const seconds = numberIn(last, 'seconds');
  return run.counts === 'minutes' && seconds !== undefined ? Math.floor(seconds / 60) : doneBy(run, last);
}

function progress(run: RunDetails, lines: readonly Metrics[], last: Metrics | null | undefined): readonly NumberRow[] {
  const { counts, target } = run;
  const done = doneNow(run, last);
  const [started, updated] = [dateWords(run.started), dateWords(run.updated)];
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
    ...row('Moves per second', 'movesPerSecond', short),
    ...row('Actions per second', 'actionsPerSecond', short),
    ...row('Time', 'seconds', duration),
    ...(started ? [['Started', started.join(', ')] as const] : []),
    ...(updated && runState.value !== 'running' ? [['Last written', updated.join(', ')] as const] : []),
    ...(scores.length > 0 ? [['Best score', count(Math.max(...scores))] as const] : []),
  ];
}

/** The settings that are numbers or words, named as in the command, except those that have no effect. */
function settings({ config, method, counts }: RunDetails): readonly NumberRow[] {
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
