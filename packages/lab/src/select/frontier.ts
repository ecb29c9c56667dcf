// The frontier: networks trained for the same number of moves, and what each gains for its lookups and its memory. A network is on the
// frontier if no other is at least as strong for less.

import { join } from 'node:path';
import { deviation, mean, meanInterval } from 'afterstate/measure';
import type { Interval } from 'afterstate/measure';
import { writeText } from '../files/disk.ts';
import { thisBuild } from '../jobs/build.ts';
import type { Job } from '../jobs/job.ts';
import { createJob } from '../jobs/job.ts';
import { learn } from '../jobs/kinds/learn.ts';
import { drawFigure } from '../measure/figure.ts';
import type { FrontierConfig, FrontierPlan, FrontierRun } from './frontier-config.ts';
import { planFrontier } from './frontier-config.ts';
import type { NetworkSize } from './criterion.ts';
import { sizeOf } from './criterion.ts';
import type { Host, Learned, Watch } from './trainings.ts';
import { learnAndPlay } from './trainings.ts';

export interface ComparedNetwork extends NetworkSize {
  readonly name: string;
  readonly network: string;
  /** By seed: the mean score of the last games of the training, and how many games the training had. */
  readonly values: readonly number[];
  readonly games: readonly number[];
  readonly mean: number;
  readonly deviation: number | null;
  readonly ci95: Interval | null;
  /** The mean of all games that its trained networks played, if they played. */
  readonly search?: {
    readonly ply: number;
    readonly games: number;
    readonly mean: number;
    readonly ci95: Interval | null;
  };
  /** The mean score after this many moves, of the first seed. */
  readonly curve: readonly { readonly moves: number; readonly mean: number }[];
}

export interface Frontier {
  readonly versions: { readonly afterstate: string; readonly kernel: string };
  readonly settings: FrontierConfig;
  /** The means are over this many games at the end of each training. */
  readonly last: number;
  /** The strongest first. */
  readonly networks: readonly ComparedNetwork[];
  /** Names of the networks that no other matches for less, cheapest first. */
  readonly byLookups: readonly string[];
  readonly byBytes: readonly string[];
}

export async function compareNetworks(run: FrontierRun, host: Host, watch: Watch): Promise<Frontier | undefined> {
  const plan = planFrontier(run.config);
  await run.keepSettings();
  const { config, networks } = plan;
  const { ply, playGames, game } = config;
  const seeds = Array.from({ length: config.seeds }, (_, i) => config.seed + i);
  // One seed after another, so that all networks can be compared early.
  const jobs = seeds.flatMap((seed) => networks.map(({ text }) => jobOf(plan, text, seed)));
  try {
    const playing = ply === undefined ? undefined : { game, ply, games: playGames };
    const done = await learnAndPlay(jobs, playing, host, watch);
    const frontier = frontierOf(
      plan,
      networks.map((_, i) => seeds.map((__, j) => done[j * networks.length + i]!)),
    );
    await writeText(join(run.path, 'frontier.json'), `${JSON.stringify(frontier, undefined, 2)}\n`);
    await writeText(join(run.path, 'frontier-lookups.svg'), drawFrontier(frontier, 'lookups'));
    await writeText(join(run.path, 'frontier-memory.svg'), drawFrontier(frontier, 'bytes'));
    return frontier;
  } catch (error) {
    if (watch.signal.aborted) return undefined;
    throw error;
  }
}

function jobOf({ config, marks, last, mostGames }: FrontierPlan, network: string, seed: number): Job {
  const { method, moves, game, ply } = config;
  return createJob(learn, {
    settings: { network, method, game, games: mostGames, moves, seed },
    marks,
    last,
    ...(ply !== undefined && { model: true }),
  } as never);
}

function frontierOf({ config, networks, game, last }: FrontierPlan, done: readonly (readonly Learned[])[]): Frontier {
  const compared = networks.map(({ name, text }, i): ComparedNetwork => {
    const trained = done[i]!;
    const values = trained.map(({ learned }) => learned.last?.mean ?? 0);
    const played = trained.flatMap((one) => one.played?.scores ?? []);
    return {
      name,
      network: text,
      ...sizeOf(game.name, text),
      values,
      games: trained.map(({ learned }) => learned.games),
      mean: mean(values),
      deviation: deviation(values) ?? null,
      ci95: meanInterval(values) ?? null,
      ...(config.ply !== undefined && {
        search: { ply: config.ply, games: played.length, mean: mean(played), ci95: meanInterval(played) ?? null },
      }),
      curve: trained[0]!.learned.marks.map((mark) => ({ moves: mark.moves, mean: mark.mean ?? 0 })),
    };
  });
  const ranked = compared.toSorted((a, b) => b.mean - a.mean);
  const { version, kernel } = thisBuild();
  return {
    versions: { afterstate: version, kernel },
    settings: config,
    last,
    networks: ranked,
    byLookups: unbeaten(ranked, 'lookups').map(({ name }) => name),
    byBytes: unbeaten(ranked, 'bytes').map(({ name }) => name),
  };
}

/** The networks that no equally cheap or cheaper one beats, cheapest first. */
export function unbeaten<N extends NetworkSize & { readonly mean: number }>(
  networks: readonly N[],
  by: keyof NetworkSize,
): N[] {
  return networks
    .filter((one) =>
      networks.every(
        (other) =>
          other === one ||
          other[by] > one[by] ||
          other.mean < one.mean ||
          (other.mean === one.mean && other[by] === one[by]),
      ),
    )
    .toSorted((a, b) => a[by] - b[by]);
}

/** A figure of what networks reach for their cost. */
export function drawFrontier({ settings, networks, byLookups, byBytes }: Frontier, by: keyof NetworkSize): string {
  const pointOf = (one: ComparedNetwork) => ({
    x: by === 'bytes' ? one.bytes / 1e6 : one.lookups,
    y: one.mean,
    interval: one.ci95 ?? undefined,
    label: one.name.replaceAll(' ', '+'),
  });
  const on = by === 'bytes' ? byBytes : byLookups;
  const unbeatenOnes = on.map((name) => networks.find((one) => one.name === name)!);
  return drawFigure({
    title: `${settings.game}: strength by ${settings.method} after ${(settings.moves / 1e6).toLocaleString('en-US')} million moves`,
    x:
      by === 'bytes'
        ? { label: 'megabytes of weights', scale: 'log' }
        : { label: 'weights looked up for a board', fromZero: true },
    y: { label: 'average score', fromZero: true },
    series: [
      { name: 'unbeaten', points: unbeatenOnes.map(pointOf) },
      { name: 'others', points: networks.filter(({ name }) => !on.includes(name)).map(pointOf), draw: 'points' },
    ],
  });
}
