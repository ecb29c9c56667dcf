// The Runs page: the trainings of the machine that serves the app, and one of them as it goes on.

import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import { TILE_COLOURS } from '../board/colours.ts';
import { parseGame } from 'afterstate';
import { address, hrefOf } from '../shell/address.ts';
import { Chart, type Curve } from '../shell/chart.tsx';
import { Icon } from '../shell/icon.tsx';
import { axisNumber, count, percent, short } from '../shell/numbers.ts';
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
import type { RunDetails, RunSummary } from './server.ts';

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
              Games
            </th>
            <th scope="col" class="number">
              Average score
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
  const { name, state, game, network, method, games, gamesDone, last } = run;
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
      <td class="number" data-label="Games">
        {count(gamesDone)}
        {games !== null && <small>of {count(games)}</small>}
      </td>
      <td class="number" data-label="Average score">
        {typeof last?.averageScore === 'number' ? count(last.averageScore) : '—'}
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
            onClick={() => void playWithRun(model, `${run.game}-${run.network}-${run.method}-${last?.games ?? 0}`)}
          >
            <Icon name="board" />
            {fetching.value ? 'Fetching the model' : `Play with it, ${short(model.bytes / 1e6)} MB`}
          </button>
        )}
      </div>
      <div class="learn-grid">
        <Curves run={run} />
        <div>
          <Numbers
            rows={[
              ['Games', `${count(last?.games ?? 0)}${run.games === null ? '' : ` of ${count(run.games)}`}`],
              ['Moves', short(last?.moves ?? 0)],
              ['Moves a second', short(last?.movesPerSecond ?? 0)],
              ['Time', duration(last?.seconds ?? 0)],
              ['Best score', count(lines.reduce((most, { maxScore }) => Math.max(most, maxScore), 0))],
            ]}
          />
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

/** The settings that are numbers or words, as the command has them, without those that do nothing here. */
function settings({ config, method }: RunDetails): [string, string][] {
  const told = new Set(['game', 'network', 'method', 'games']);
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

const MOST_TILES = 5;

function Curves({ run }: { run: RunDetails }) {
  const lines = metrics.value;
  const x = lines.map(({ games }) => games);
  const average: Curve = {
    label: 'average score',
    colour: { light: '#a8481f', dark: '#e8935f' },
    values: lines.map(({ averageScore }) => averageScore),
  };
  const name = run.game?.startsWith('threes') ? 'threes' : '2048';
  const rules = parseGame(name);
  const tiles = [...new Set(lines.flatMap(({ reach }) => Object.keys(reach)))].map(Number).sort((a, b) => a - b);
  const told = tiles.slice(-MOST_TILES);
  const rates = told.map((tile): Curve => {
    const exponent = rules.exponent(tile) ?? 1;
    const { light, dark } = TILE_COLOURS[name];
    return {
      label: String(tile),
      colour: { light: light.tiles[exponent - 1]!.ground, dark: dark.tiles[exponent - 1]!.ground },
      values: lines.map(({ reach }) => reach[tile] ?? 0),
    };
  });
  const last = lines.at(-1);
  const now = typeof last?.averageScore === 'number' ? `now ${count(last.averageScore)}` : 'no games yet';
  return (
    <div class="charts">
      <Chart
        title={`Average score: ${now}`}
        summary={`Average score over games, ${now}`}
        x={x}
        curves={[average]}
        format={axisNumber}
      />
      {told.length > 0 && (
        <Chart
          title="Games that reach a tile"
          summary={told.map((tile) => `${tile} in ${percent(last?.reach[tile] ?? 0)} of games`).join(', ')}
          x={x}
          curves={rates}
          top={1}
          format={percent}
        />
      )}
    </div>
  );
}
