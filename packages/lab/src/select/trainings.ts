// The trainings of a selection as jobs, and their values. A value is the mean of the last games of a `learn` job; by 3-ply play it is
// the mean of a `play` job with the model that the `learn` job made. Models are large, so only a few are made at a time, and a model
// is removed once its games are played.

import { rm } from 'node:fs/promises';
import type { GameName } from 'afterstate';
import { mean } from 'afterstate/measure';
import type { Done } from '../jobs/engine.ts';
import type { Job } from '../jobs/job.ts';
import { createJob } from '../jobs/job.ts';
import { coordinate, requireAll } from '../jobs/coordinator.ts';
import type { CoordinatorOptions, Progress } from '../jobs/coordinator.ts';
import { learn } from '../jobs/kinds/learn.ts';
import type { LearnResult } from '../jobs/kinds/learn.ts';
import { play } from '../jobs/kinds/play.ts';
import type { PlayResult } from '../jobs/kinds/play-facts.ts';
import type { Criterion } from './criterion.ts';
import { alphaOf } from './criterion.ts';

/** The mean of a network is over this many games at the end, or over half the games if there are fewer than twice as many. */
const WINDOW = 10_000;

/** Models that are on disk at the same time. */
const MODELS = 16;
/** Play jobs have a different seed from the games that the network learned from. */
const PLAY_SEED = 1_000_000;

export interface Training {
  readonly network: readonly string[];
  readonly seed: number;
  readonly games: number;
}

export interface TrainingOptions {
  readonly game: { readonly name: GameName; readonly spec: string };
  readonly criterion: Pick<Criterion, 'method' | 'ply'>;
  readonly playGames: number;
}

/** Where jobs run. */
export type Host = Omit<CoordinatorOptions, 'signal' | 'onProgress' | 'onResult'>;

export interface Watch {
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Seconds that a job took, now or earlier. */
  readonly onSeconds?: ((seconds: number) => void) | undefined;
}

/** The outcome of a training: the score that counts, and its curve. */
export interface Trained {
  readonly score: number;
  readonly marks: readonly { readonly games: number; readonly mean: number }[];
}

/** How many games the last mark covers. */
export function windowOf(games: number): number {
  return Math.min(WINDOW, Math.max(1, Math.floor(games / 2)));
}

/** One mark per window, the last at the end. */
export function marksOf(games: number): number[] {
  const window = windowOf(games);
  return Array.from({ length: Math.ceil(games / window) }, (_, i) => games - i * window).reverse();
}

export function learnJob({ network, seed, games }: Training, { game, criterion }: TrainingOptions): Job {
  return createJob(learn, {
    settings: {
      network: network.join(' '),
      method: criterion.method,
      // Temporal coherence has its own rates.
      ...(criterion.method === 'td' && { alpha: alphaOf(network.length) }),
      game: game.spec,
      games,
      seed,
    },
    marks: marksOf(games),
    ...(criterion.ply !== undefined && { model: true }),
  } as never);
}

/** Does trainings, except those already done; returns the outcome of each, in order. */
export async function train(
  trainings: readonly Training[],
  options: TrainingOptions,
  host: Host,
  watch: Watch,
): Promise<Trained[]> {
  const { game, criterion, playGames } = options;
  const jobs = trainings.map((training) => learnJob(training, options));
  const playing = criterion.ply === undefined ? undefined : { game: game.spec, ply: criterion.ply, games: playGames };
  const done = await learnAndPlay(jobs, playing, host, watch);
  return done.map(({ learned, played }) => {
    const trained = trainedBy(learned);
    return played ? { ...trained, score: mean(played.scores) } : trained;
  });
}

/** How a trained network plays. */
export interface Playing {
  readonly game: string;
  readonly ply: number;
  readonly games: number;
}

export interface Learned {
  readonly learned: LearnResult;
  /** The score of its play, if it was to play. */
  readonly played: PlayResult | undefined;
}

/** Does `learn` jobs, and the plays of their models, which the jobs must ask for. */
export async function learnAndPlay(
  jobs: readonly Job[],
  playing: Playing | undefined,
  host: Host,
  watch: Watch,
): Promise<Learned[]> {
  if (!playing) {
    await finish(jobs, host, watch);
    return Promise.all(jobs.map(async (job) => ({ learned: await resultOf(job, host), played: undefined })));
  }
  const all: Learned[] = [];
  for (let at = 0; at < jobs.length; at += MODELS) {
    const some = jobs.slice(at, at + MODELS);
    const isPlayed = await Promise.all(some.map((job) => wasPlayed(job, playing, host)));
    const open = some.filter((_, i) => !isPlayed[i]);
    const there = 2 * at + 2 * (some.length - open.length);
    const partOf = (before: number): Watch => ({
      ...watch,
      onProgress: (part) => watch.onProgress?.({ ...part, jobs: 2 * jobs.length, done: before + part.done }),
    });
    await finish(open, host, partOf(there));
    const games = await Promise.all(open.map(async (job) => playJob(await resultOf(job, host), playing)));
    await finish(games, host, partOf(there + open.length));
    for (const job of some) {
      const learned = await resultOf<LearnResult>(job, host);
      all.push({ learned, played: await resultOf(playJob(learned, playing), host) });
      await rm(host.work.blobs.pathOf(learned.model!), { force: true });
    }
  }
  return all;
}

/** Whether the model of a job has played: then it is no longer needed. */
async function wasPlayed(job: Job, playing: Playing, { work }: Host): Promise<boolean> {
  const learned = await work.result(job.id);
  if (!learned) return false;
  return (await work.result(playJob(learned.result as LearnResult, playing).id)) !== undefined;
}

function playJob({ model }: LearnResult, { game, ply, games }: Playing): Job {
  return createJob(play, { game, player: `ntuple?ply=${ply}`, model, seed: PLAY_SEED, first: 0, games });
}

async function finish(jobs: readonly Job[], host: Host, { signal, onProgress, onSeconds }: Watch): Promise<void> {
  if (jobs.length === 0) return;
  const onResult = async (_job: Job, { seconds }: Done): Promise<void> => onSeconds?.(seconds);
  requireAll(await coordinate(jobs, { ...host, signal, onProgress, onResult }));
}

async function resultOf<Result>({ id }: Job, { work }: Host): Promise<Result> {
  const kept = await work.result(id);
  if (!kept)
    throw new Error(
      `the result of job ${id.slice(0, 12)} is gone from '${work.path}'; continue the run to do it again`,
    );
  return kept.result as Result;
}

function trainedBy({ marks }: LearnResult): Trained {
  const points = marks.map(({ games, mean: average }) => ({ games, mean: average ?? 0 }));
  return { score: points.at(-1)!.mean, marks: points };
}
