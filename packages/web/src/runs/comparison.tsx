// Several runs in one chart: the average score of each, over what they count. Runs that are still training are polled from time to
// time.

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { hrefOf } from '../shell/address.ts';
import { axisNumber, count } from '../shell/numbers.ts';
import { Chart } from '../widgets/chart.tsx';
import { curveColour } from '../widgets/curve-colours.ts';
import { axisOf, type Axis, joined, resultOf, scoresOf } from './run-curves.ts';
import { titlesOf } from './run-titles.ts';
import { problem } from './run-store.ts';
import { getRun, type RunDetails } from './server.ts';

const compared = signal<readonly RunDetails[]>([]);
const REFRESH_MS = 5000;

/** Keeps the runs fresh until the returned function is called. */
function watch(names: readonly string[]): () => void {
  let ended = false;
  let timer: ReturnType<typeof setTimeout>;
  const look = async (): Promise<void> => {
    try {
      const found = await Promise.all(names.map((name) => getRun(name)));
      if (ended) return;
      compared.value = found.filter((run) => run !== undefined);
      problem.value = undefined;
    } catch (error) {
      if (!ended) problem.value = (error as Error).message;
    }
    if (!ended && compared.peek().some(({ state }) => state === 'running'))
      timer = setTimeout(() => void look(), REFRESH_MS);
  };
  void look();
  return () => {
    ended = true;
    clearTimeout(timer);
    compared.value = [];
    problem.value = undefined;
  };
}

export function Comparison({ names }: { names: readonly string[] }) {
  useEffect(() => watch(names), [names.join()]);
  const all = compared.value;
  if (all.length === 0) return problem.value === undefined ? <p class="quiet slow">Loading</p> : null;
  // A curve over games says nothing beside one over cycles.
  const axes = [...new Set(all.map(axisOf))];
  const titles = titlesOf(all);
  return (
    <>
      <h2>
        {all.length} {all.length === 1 ? 'run' : 'runs'} compared
      </h2>
      <ul class="compared">
        {all.map((run, i) => (
          <li key={run.name}>
            <i style={{ '--light': curveColour(i).light, '--dark': curveColour(i).dark }} aria-hidden="true" />
            <a href={hrefOf('runs', { run: run.name })}>{titles[i]}</a>
            <span class="quiet">{resultOf(run)?.join(' ') ?? 'no results yet'}</span>
          </li>
        ))}
      </ul>
      <div class="charts">
        {axes.map((axis) => (
          <ScoreChart key={axis} axis={axis} all={all} titles={titles} />
        ))}
      </div>
    </>
  );
}

function ScoreChart({ axis, all, titles }: { axis: Axis; all: readonly RunDetails[]; titles: readonly string[] }) {
  const chosen = all.flatMap((run, i) => (axisOf(run) === axis ? [{ run, i }] : []));
  const { x, columns } = joined(chosen.map(({ run }) => scoresOf(run, run.metrics)));
  const latest = columns.map((column) => column.findLast((value) => value !== null));
  return (
    <Chart
      title={`Average score over ${axis}`}
      summary={chosen
        .map(({ i }, n) => `${titles[i]}: ${latest[n] === undefined ? 'nothing yet' : count(latest[n]!)}`)
        .join(', ')}
      x={x}
      counts={axis}
      joined
      curves={chosen.map(({ i }, n) => ({ label: `${i + 1}`, colour: curveColour(i), values: columns[n]! }))}
      format={axisNumber}
    />
  );
}
