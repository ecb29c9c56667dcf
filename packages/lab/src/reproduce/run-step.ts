// Does one step: games by measure/, records by records/, runs by their trainers. A step's progress stays in its place in the
// folder, so a killed step continues; the caller keeps its result.

import { readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Player } from 'afterstate';
import { DEFAULT_GAME, parseGame } from 'afterstate';
import { measureGames } from 'afterstate/measure';
import { exists, needFolder, writeText } from '../files/disk.ts';
import { RunFolder } from '../files/run-folder.ts';
import type { FolderKind } from '../files/run-folder.ts';
import { VERSION } from '../files/version.ts';
import { mergeParts, readPart } from '../measure/merge.ts';
import { generate, requireSamePlayer } from '../records/generate.ts';
import { RecordsFile } from '../records/reader.ts';
import { summarise } from '../records/summary.ts';
import { RecordsWriter } from '../records/writer.ts';
import type { RunKind } from '../runs/run-command.ts';
import { DQN_RUN } from '../dqn/run.ts';
import { FIT_RUN } from '../fit/run.ts';
import { TRAIN_RUN } from '../learn/run.ts';
import { SELFPLAY_RUN } from '../selfplay/run.ts';
import type { WithHost } from '../select/run.ts';
import { located, locatedSettings, placeOf } from './commands.ts';
import type { ComputeStep, EvalStep, RecordsStep, RunStep, Step } from './recipe.ts';
import { selectTuples } from './select-step.ts';

/** Where steps are done, and with what. */
export interface StepHost {
  /** The folder of the recipe's run. */
  readonly folder: string;
  readonly steps: readonly Step[];
  readonly signal: AbortSignal;
  /** Opens an engine for jobs, for selections. */
  readonly withJobs: WithHost;
  /** A player for games in bulk: on threads, or by an engine. */
  openPlayer(spec: string, game: ReturnType<typeof parseGame>): Promise<Player>;
  /** The progress of the step. */
  onProgress(done: number, total: number, unit: string): void;
  onNote(text: string): void;
}

/**
 * An eval of more games is kept in parts, so that a kill costs only one of them. The parts have fixed sizes, because a network's
 * evaluations may round differently if other games share the batch.
 */
const MOST_PARTS = 20;
const FEWEST_IN_PART = 32;

export function runStep(step: Step, host: StepHost): Promise<unknown> {
  switch (step.kind) {
    case 'eval':
      return evaluate(step, host);
    case 'records':
      return record(step, host);
    case 'compute':
      return compute(step, host);
    case 'select':
      return selectTuples(step.settings, join(host.folder, placeOf(step)), host);
    default:
      return run(step, host);
  }
}

/** Removes what a step no longer needs once its result is kept: checkpoints of large networks fill disks. */
export async function tidy(step: Step, folder: string): Promise<void> {
  if ('settings' in step && step.kind !== 'select')
    await rm(join(folder, placeOf(step), 'checkpoints'), { recursive: true, force: true });
}

async function compute(step: ComputeStep, { folder, steps }: StepHost): Promise<unknown> {
  const path = (name: string): string => join(folder, placeOf(steps.find((one) => one.name === name)!));
  return { ...((await step.compute(path)) as object) };
}

async function evaluate(step: EvalStep, host: StepHost): Promise<unknown> {
  const { games, seed = 1 } = step;
  const game = parseGame(step.game ?? DEFAULT_GAME);
  const spec = located(step.player, host.steps, `${host.folder}/`);
  const size = Math.max(FEWEST_IN_PART, Math.ceil(games / MOST_PARTS));
  const place = join(host.folder, placeOf(step));
  await needFolder(place);
  let player: Player | undefined;
  const parts = [];
  try {
    for (let first = 0; first < games; first += size) {
      const file = join(place, `${first}.json`);
      if (!(await exists(file))) {
        player ??= await host.openPlayer(spec, game);
        const before = first;
        const { measurement, scores } = await measureGames(player, {
          games: Math.min(size, games - first),
          seed,
          first,
          signal: host.signal,
          onProgress: (done) => host.onProgress(before + done.games, games, 'games'),
        });
        host.signal.throwIfAborted();
        await writeText(file, `${JSON.stringify({ ...measurement, scores: Array.from(scores) })}\n`);
      }
      parts.push({ ...readPart(JSON.parse(await readFile(file, 'utf8')), file), name: file });
    }
  } finally {
    await player?.close();
  }
  const { measurement, scores } = mergeParts(parts);
  // Folders differ from run to run, but the result must not.
  return { ...measurement, player: located(step.player, host.steps), scores: Array.from(scores) };
}

async function record(step: RecordsStep, host: StepHost): Promise<unknown> {
  const { games, actions, seed = 1 } = step;
  const game = parseGame(step.game ?? DEFAULT_GAME);
  const path = join(host.folder, placeOf(step));
  await needFolder(dirname(path));
  const player = await host.openPlayer(located(step.player, host.steps, `${host.folder}/`), game);
  const goal = games === undefined ? { actions: actions! } : { games };
  try {
    const begun = await stat(path).then(
      ({ size }) => size > 0,
      () => false,
    );
    const header = {
      game: game.spec,
      rules: game.rulesVersion,
      players: [player.spec],
      seed,
      made: `afterstate ${VERSION}`,
    };
    const writer = begun ? await RecordsWriter.resume(path) : await RecordsWriter.create(path, header, game, goal);
    try {
      if (begun) await requireSamePlayer(player, writer);
      const total = games ?? actions!;
      await generate(player, writer, {
        seed,
        signal: host.signal,
        onProgress: (done) =>
          host.onProgress(
            games === undefined ? done.actions : done.games,
            total,
            games === undefined ? 'actions' : 'games',
          ),
      });
    } finally {
      await writer.close();
    }
  } finally {
    await player.close();
  }
  const file = await RecordsFile.open(path);
  try {
    return { ...(await summarise(file)), file: placeOf(step), players: [located(step.player, host.steps)] };
  } finally {
    await file.close();
  }
}

const KINDS = { train: TRAIN_RUN, dqn: DQN_RUN, fit: FIT_RUN, selfplay: SELFPLAY_RUN } as unknown as Readonly<
  Record<RunStep['kind'], RunKind<Record<string, unknown>>>
>;

async function run(step: RunStep, host: StepHost): Promise<unknown> {
  const kind = KINDS[step.kind];
  const place = join(host.folder, placeOf(step));
  const folder = await openRun(kind, place, step, host);
  try {
    const { finished, seconds } = await work(step.kind, folder, host);
    host.signal.throwIfAborted();
    if (!finished) throw new Error(`the step ${step.name} ended before its end`);
    const metrics = (await readFile(join(place, 'metrics.jsonl'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    return { metrics, seconds: seconds(metrics) };
  } finally {
    await folder.close();
  }
}

async function openRun(
  kind: RunKind<Record<string, unknown>>,
  place: string,
  step: RunStep,
  { folder, steps, onNote }: StepHost,
): Promise<RunFolder<Record<string, unknown>>> {
  const watch = { onNote };
  if (await exists(join(place, 'config.json')))
    return RunFolder.open(kind as FolderKind<Record<string, unknown>>, place, watch);
  const given = locatedSettings(step.settings, steps, `${folder}/`);
  const parsed = kind.parse(given, step.name);
  const config = kind.prepare ? await kind.prepare(parsed, given) : kind.plan(parsed);
  return RunFolder.create(kind as FolderKind<Record<string, unknown>>, place, config, watch);
}

interface Worked {
  readonly finished: boolean;
  seconds(metrics: readonly object[]): number;
}

/** Trainers, and with them ONNX Runtime, are loaded when they are needed. */
async function work(
  kind: RunStep['kind'],
  folder: RunFolder<Record<string, unknown>>,
  host: StepHost,
): Promise<Worked> {
  const { signal, onNote } = host;
  const seconds = (metrics: readonly object[]): number =>
    (metrics.at(-1) as { seconds?: number } | undefined)?.seconds ?? 0;
  const onGames = (done: number, total: number): void => host.onProgress(done, total, 'games');
  const run = folder as never;
  if (kind === 'train') {
    const { train } = await import('../learn/trainer.ts');
    return { ...(await train(run, { onProgress: onGames }, signal)), seconds };
  }
  if (kind === 'dqn') {
    const { trainDqn } = await import('../dqn/trainer.ts');
    return { ...(await trainDqn(run, { onProgress: onGames, onNote }, signal)), seconds };
  }
  if (kind === 'fit') {
    const { fit } = await import('../fit/fit.ts');
    const onStep = (done: number, total: number): void => host.onProgress(done, total, 'actions');
    return { ...(await fit(run, { onStep, onNote }, signal)), seconds };
  }
  const { selfPlay } = await import('../selfplay/trainer.ts');
  const cycles = Number(folder.config['cycles'] ?? 0);
  let done = 0;
  const onCycle = (): void => host.onProgress(++done, cycles || done, 'cycles');
  return { ...(await selfPlay(run, { onCycle, onNote }, signal)), seconds };
}
