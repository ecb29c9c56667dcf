// Runs of `select`: the checks before one begins, and what it shows. Where its jobs run is not part of a run: the command passes
// a function that opens an engine, so that a run can continue on any of them.

import { join } from 'node:path';
import type { Given, RunKind } from '../runs/run-command.ts';
import { counted, jsonEvents } from '../runs/run-command.ts';
import type { SelectConfig } from './config.ts';
import { planSelection, selectSettings } from './config.ts';
import { report, selectLine } from './select-line.ts';
import { select } from './selector.ts';
import type { Host } from './trainings.ts';

/** Opens an engine, by the command's own options, while `use` runs; results are kept in the folder `work`. */
export type WithHost = <T>(
  own: Given,
  place: { readonly work: string; readonly title: string; readonly signal: AbortSignal },
  use: (host: Host, signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** The folder of results in the folder of a run. */
export const JOBS = 'jobs';

export function selectRun(withHost: WithHost): RunKind<SelectConfig> {
  return {
    command: 'select',
    settingsFile: 'select.json',
    settings: selectSettings,
    parse: (values, where) => selectSettings.parse(values, where),
    plan: (config) => planSelection(config).config,

    idle: ({ by, short }) => ({
      ...(by !== '3-ply' && { playGames: '--by 3-ply' }),
      ...(!short && { keep: '--short' }),
      ...((by === 'score' || by === 'tc') && { method: '--by 3-ply, byte and lookup' }),
    }),

    nameParts: ({ game, size, tuples, by, seed }) => ({
      game,
      method: `select-${by}`,
      network: `${tuples}x${size}`,
      seed,
    }),

    async work(run, { json, signal, own }) {
      const { tuples, size, by } = run.config;
      const title = `select ${tuples} of size ${size} by ${by}`;
      const line = json ? undefined : selectLine(run.config);
      const events = line ?? {
        onStep: (step: object, effort: object): void => jsonEvents.line({ ...step, effort }),
      };
      const { selection, steps } = await withHost(own, { work: join(run.path, JOBS), title, signal }, (host, stop) =>
        select(run, host, events, stop),
      ).finally(() => line?.end());
      return {
        finished: selection !== undefined,
        done: counted(steps, 'step'),
        closing: selection ? report(selection, run.path) : '',
      };
    },
  };
}
