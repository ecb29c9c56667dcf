// What people see of a selection: for each step the best four candidates and the worst, with intervals, and on a terminal a line with
// the work done and left; at the end the network as text and as small boards.

import { networkNamed, tupleClasses } from 'afterstate';
import type { TupleClass } from 'afterstate';
import { gameFlag, shellWord } from '../files/shell-word.ts';
import { paintFor } from '../terminal/colour.ts';
import { growingTable } from '../terminal/growing-table.ts';
import { bytes, decimal, duration, table } from '../terminal/table.ts';
import { drawTuples } from '../terminal/tuples.ts';
import type { SelectConfig } from './config.ts';
import { planSelection } from './config.ts';
import type { Criterion } from './criterion.ts';
import type { Candidate, SelectedStep, Selection } from './selection.ts';
import type { Effort, SelectEvents } from './selector.ts';
import { windowOf } from './trainings.ts';

const BEST = 4;

export function selectLine(config: SelectConfig): SelectEvents & { end(): void } {
  const { criterion, candidates, seeds } = planSelection(config);
  const out = growingTable(titleOf(config, criterion), process.stdout);
  out.printQuiet(`${decimal(candidates.length)} tuples to choose from, ${settingsOf(config, seeds)}`);
  const began = performance.now();
  let atBegin: number | undefined;
  return {
    onStep(step, effort) {
      out.print('');
      for (const line of stepLines(step, criterion, process.stdout)) out.print(line);
      out.printQuiet(effortOf(effort));
    },
    onProgress(step, effort) {
      atBegin ??= effort.cpuSeconds;
      const seconds = (performance.now() - began) / 1000;
      // Processor seconds per second, so far.
      const speed = (effort.cpuSeconds - atBegin) / seconds;
      const left = speed > 0 && effort.cpuSecondsLeft !== undefined ? effort.cpuSecondsLeft / speed : undefined;
      out.draw(() => [
        `step ${step}: ${decimal(effort.done)} jobs done, ${decimal(effort.left)} left`,
        processorTime(effort.cpuSeconds),
        left === undefined ? '' : `about ${duration(left)} left`,
      ]);
    },
    end: () => out.clear(),
  };
}

function titleOf({ game, size, tuples, seed }: SelectConfig, { name, method }: Criterion): string {
  const by = name === 'score' || name === 'tc' ? method : `${method}, by ${name}`;
  return `${game}: ${tuples} of the ${size}-tuples by ${by}, seed ${seed}`;
}

function settingsOf(config: SelectConfig, seeds: readonly number[]): string {
  const { games, race, short, keep } = config;
  const range = seeds.length === 1 ? `seed ${seeds[0]}` : `seeds ${seeds[0]} to ${seeds.at(-1)}`;
  const way = race ? ', raced' : short ? `; first ${decimal(Math.floor(games / 10))}, then the best ${keep}` : '';
  return `${decimal(games)} games each, the mean of the last ${decimal(windowOf(games))}, ${range}${way}`;
}

function effortOf({ done, left, cpuSeconds, cpuSecondsLeft }: Effort): string {
  const about = cpuSecondsLeft === undefined ? '' : ` (about ${processorTime(cpuSecondsLeft)})`;
  const rest = left === 0 ? '' : `, at most ${decimal(left)} left${about}`;
  return `${decimal(done)} jobs done in ${processorTime(cpuSeconds)}${rest}`;
}

function processorTime(seconds: number): string {
  return seconds < 360 ? `${seconds.toFixed(1)} CPU-seconds` : `${(seconds / 3600).toFixed(2)} CPU-hours`;
}

function stepLines(step: SelectedStep, { unit, digits }: Criterion, stream: NodeJS.WriteStream): string[] {
  const { bold, dim } = paintFor(stream);
  const { candidates } = step;
  const shown = candidates.slice(0, BEST);
  if (candidates.length > BEST) shown.push(candidates.at(-1)!);
  const [heading, first, ...rest] = table(
    [
      [`m = ${step.tuples}`, 'tuple', unit, '95% interval', 'seeds', 'games', ''],
      ...shown.map((candidate) => rowOf(candidate, candidates.length, digits)),
    ],
    ['left', 'left', 'right', 'right', 'right', 'right', 'left'],
  );
  const notTold =
    step.notTold === null
      ? 'one seed each cannot tell candidates apart'
      : step.notTold === 0
        ? 'all others are clearly worse than the best'
        : `${decimal(step.notTold)} of ${decimal(candidates.length - 1)} others cannot be told from the best`;
  const saved =
    step.saved > 0 ? `; ${decimal(step.saved)} of ${decimal(step.saved + step.trainings)} trainings saved` : '';
  return [dim(heading!), bold(first!), ...rest, `${notTold}${saved}`];
}

function rowOf(candidate: Candidate, count: number, digits: number): string[] {
  const { place, tuple, mean, ci95, seeds, games, worse } = candidate;
  const name = place === 1 ? 'best' : place === count && count > BEST ? 'worst' : ordinal(place);
  const interval = ci95 ? `${decimal(ci95[0], digits)} to ${decimal(ci95[1], digits)}` : '';
  const isClose = worse === false && place > 1;
  return [name, tuple, decimal(mean, digits), interval, decimal(seeds.length), decimal(games), isClose ? '≈' : ''];
}

function ordinal(place: number): string {
  return place === 2 ? '2nd' : place === 3 ? '3rd' : `${place}th`;
}

/** What was found, and what to do with it. */
export function report({ network, steps, settings, trainings, saved }: Selection, path: string): string {
  const paint = paintFor(process.stdout);
  const chosen = steps.map(({ chosen: text }) => classOf(text));
  const last = steps.at(-1)!;
  const name = networkNamed(chosen.map(({ cells }) => [...cells]));
  const all = trainings + saved;
  return [
    '',
    ...drawTuples(chosen, process.stdout.columns || 80, paint),
    '',
    `${paint.bold(network)}${name === undefined ? '' : `, which is ${name}`}: ${decimal(last.lookups)} lookups, ${bytes(last.bytes)}`,
    ...(saved > 0
      ? [`the race saved ${decimal(saved)} of ${decimal(all)} trainings (${Math.round((100 * saved) / all)}%)`]
      : []),
    `selection.json, curves.svg and steps.svg are in ${path}. Train it: afterstate train --network ${shellWord(network)} --method tc --games 100000${gameFlag(settings.game)}`,
  ].join('\n');
}

function classOf(text: string): TupleClass {
  return tupleClasses(text.length).find((one) => one.text === text)!;
}
