// Runs of `frontier`: the checks before one begins, and what it shows.

import { join } from 'node:path';
import type { RunKind } from '../runs/run-command.ts';
import { counted, jsonEvents } from '../runs/run-command.ts';
import { paintFor } from '../terminal/colour.ts';
import { progressLine } from '../terminal/progress.ts';
import { bytes, decimal, table } from '../terminal/table.ts';
import type { FrontierConfig } from './frontier-config.ts';
import { frontierSettings, planFrontier } from './frontier-config.ts';
import type { Frontier } from './frontier.ts';
import { compareNetworks } from './frontier.ts';
import type { WithHost } from './run.ts';
import { JOBS } from './run.ts';

export function frontierRun(withHost: WithHost): RunKind<FrontierConfig> {
  return {
    command: 'frontier',
    settingsFile: 'frontier-settings.json',
    settings: frontierSettings,
    parse: (values, where) => frontierSettings.parse(values, where),
    plan: (config) => planFrontier(config).config,
    idle: ({ ply }) => (ply === undefined ? { playGames: '--ply' } : {}),
    nameParts: ({ game, method, seed, network }) => ({
      game,
      method: `frontier-${method}`,
      network: `${network.length}`,
      seed,
    }),

    async work(run, { json, signal, own }) {
      const { network, seeds, ply } = run.config;
      const total = network.length * seeds * (ply === undefined ? 1 : 2);
      const progress = progressLine({ total, unit: 'jobs' });
      let done = 0;
      const place = { work: join(run.path, JOBS), title: `frontier of ${network.length} networks`, signal };
      const frontier = await withHost(own, place, (host, stop) =>
        compareNetworks(run, host, {
          signal: stop,
          onProgress: (now) => {
            done = now.done;
            progress.update(now.jobs === 0 ? 0 : (total * now.games) / now.size);
          },
        }),
      ).finally(() => progress.clear());
      if (json && frontier) jsonEvents.line(frontier);
      return {
        finished: frontier !== undefined,
        done: counted(done, 'job'),
        closing: frontier ? report(frontier, run.path) : '',
      };
    },
  };
}

function report({ networks, byLookups, byBytes, settings }: Frontier, path: string): string {
  const { bold, dim } = paintFor(process.stdout);
  const { ply } = settings;
  const [heading, ...rows] = table(
    [
      [
        'network',
        'lookups',
        'memory',
        'average',
        '95% interval',
        ...(ply === undefined ? [] : [`${ply}-ply`]),
        'unbeaten for its',
      ],
      ...networks.map((one) => [
        one.name,
        decimal(one.lookups),
        bytes(one.bytes),
        decimal(one.mean),
        one.ci95 ? `${decimal(one.ci95[0])} to ${decimal(one.ci95[1])}` : '',
        ...(one.search ? [decimal(one.search.mean)] : []),
        [...(byLookups.includes(one.name) ? ['lookups'] : []), ...(byBytes.includes(one.name) ? ['memory'] : [])].join(
          ', ',
        ),
      ]),
    ],
    ['left', 'right', 'right', 'right', 'right', ...(ply === undefined ? [] : (['right'] as const)), 'left'],
  );
  const title = `${settings.game}: ${settings.method}, ${decimal(settings.moves)} moves, ${counted(settings.seeds, 'seed')}`;
  return [
    bold(title),
    dim(heading!),
    ...rows,
    '',
    `frontier.json, frontier-lookups.svg and frontier-memory.svg are in ${path}`,
  ].join('\n');
}
