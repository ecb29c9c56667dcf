// Runs a recipe in a folder: step by step, with the result of each in its own small file, then makes the tables and figures. If
// killed at any moment, it continues with the step that was under way, and ends with the same tables.

import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from 'afterstate';
import { z } from 'zod';
import { exists, needFolder, writeText } from '../files/disk.ts';
import type { Watch } from '../files/lock.ts';
import { manifest } from '../files/manifest.ts';
import type { FolderKind } from '../files/run-folder.ts';
import { RunFolder } from '../files/run-folder.ts';
import { drawFigure } from '../measure/figure.ts';
import { commandOf, placeOf } from './commands.ts';
import { itemKey, paperOf } from './papers.ts';
import type { Recipe, Scale, Step } from './recipe.ts';
import { SCALES } from './recipe.ts';
import { findRecipe } from './recipes.ts';
import type { RecipeResult } from './result.ts';
import { resultMarkdown } from './result-markdown.ts';
import { resultsOf } from './results.ts';
import type { StepResult } from './results.ts';
import type { StepHost } from './run-step.ts';
import { runStep, tidy } from './run-step.ts';

const settingsSchema = z.strictObject({ recipe: z.string(), scale: z.enum(SCALES) });
export type RecipeSettings = z.infer<typeof settingsSchema>;

const FOLDER: FolderKind<RecipeSettings> = {
  command: 'reproduce',
  settingsFile: 'reproduce.json',
  parse(values, where) {
    const parsed = settingsSchema.safeParse(values);
    if (!parsed.success) throw new InputError(`${where} is not of a recipe: ${parsed.error.issues[0]?.message}`);
    findRecipe(parsed.data.recipe);
    return parsed.data;
  },
};

export type RecipeFolder = RunFolder<RecipeSettings>;

export function createRecipeFolder(path: string, settings: RecipeSettings, watch: Watch): Promise<RecipeFolder> {
  return RunFolder.create(FOLDER, path, settings, watch);
}

export function openRecipeFolder(path: string, watch: Watch): Promise<RecipeFolder> {
  return RunFolder.open(FOLDER, path, watch);
}

/** The content of a step's file. */
interface StepFile extends StepResult {
  /** The step as requested: another version of a recipe must not mix its results with these. */
  readonly step: string;
}

export interface RunEvents {
  /** A step begins, or was already done. */
  onStep(step: Step, index: number, count: number, isDone: boolean): void;
  onProgress(done: number, total: number, unit: string): void;
  onNote(text: string): void;
}

/** The remaining steps of a run. */
export async function stepsLeft(folder: string, recipe: Recipe, scale: Scale): Promise<Step[]> {
  const left: Step[] = [];
  for (const step of recipe.steps(scale)) if (!(await exists(stepPath(folder, step)))) left.push(step);
  return left;
}

export async function runRecipe(
  folder: RecipeFolder,
  host: Pick<StepHost, 'openPlayer' | 'signal' | 'withJobs'>,
  events: RunEvents,
): Promise<RecipeResult> {
  const { recipe: id, scale } = folder.config;
  const recipe = findRecipe(id);
  const steps = recipe.steps(scale);
  const { path } = folder;
  await needFolder(join(path, 'steps'));
  await sweep(path, steps);
  for (const [i, step] of steps.entries()) {
    const isDone = await exists(stepPath(path, step));
    if (isDone) await stepFile(path, step);
    events.onStep(step, i, steps.length, isDone);
    if (isDone) continue;
    host.signal.throwIfAborted();
    const began = performance.now();
    const result = await runStep(step, {
      ...host,
      folder: path,
      steps,
      onProgress: events.onProgress,
      onNote: events.onNote,
    });
    const seconds = (performance.now() - began) / 1000;
    const kept: StepFile = {
      kind: step.kind,
      step: JSON.stringify(step),
      seconds: Math.max(secondsIn(result), round(seconds)),
      result,
    };
    await writeText(stepPath(path, step), `${JSON.stringify(kept)}\n`);
    await tidy(step, path);
  }
  const files = new Map<string, StepFile>();
  for (const step of steps) files.set(step.name, await stepFile(path, step));
  const { tables, figures: all } = recipe.outcome(resultsOf(files), scale);
  const figures = all.filter(({ series }) => series.some(({ points }) => points.length > 0));
  const { argv: _argv, started: _started, ...machine } = manifest();
  const result: RecipeResult = {
    recipe: id,
    paper: paperOf(recipe.paper).name,
    title: recipe.title,
    scale,
    items: recipe.serves.map((served) => itemKey(recipe.paper, served)),
    expectation: recipe.expectation,
    readings: recipe.readings,
    deviations: recipe.deviations,
    tables,
    figures,
    commands: steps.flatMap((step) => commandOf(step, steps) ?? []),
    machine,
    seconds: round([...files.values()].reduce((sum, { seconds }) => sum + seconds, 0)),
    finished: new Date().toISOString(),
  };
  for (const [i, figure] of figures.entries()) await writeText(join(path, figureName(i)), drawFigure(figure));
  await writeText(join(path, 'table.md'), `# ${recipe.title}\n\n${resultMarkdown(result, figureName)}`);
  await writeText(join(path, 'table.json'), `${JSON.stringify(result, undefined, 1)}\n`);
  return result;
}

/** `figure.svg`, `figure-2.svg`, … */
export function figureName(index: number): string {
  return index === 0 ? 'figure.svg' : `figure-${index + 1}.svg`;
}

function stepPath(folder: string, { name }: Step): string {
  return join(folder, 'steps', `${name}.json`);
}

async function stepFile(folder: string, step: Step): Promise<StepFile> {
  const path = stepPath(folder, step);
  let file: StepFile;
  try {
    file = JSON.parse(await readFile(path, 'utf8')) as StepFile;
  } catch {
    throw new InputError(`'${path}' is damaged; remove it to do its step again`);
  }
  if (file.step !== JSON.stringify(step))
    throw new InputError(`'${path}' was made by another version of the recipe; start again in another folder`);
  return file;
}

/** Removes files that killed processes did not finish; runs sweep their own folders, but games in parts have no run for that. */
async function sweep(folder: string, steps: readonly Step[]): Promise<void> {
  const parts = steps.filter(({ kind }) => kind === 'eval').map(placeOf);
  for (const place of ['.', 'steps', 'work', ...parts]) {
    for (const name of await readdir(join(folder, place)).catch(() => []))
      if (/\.tmp-\d+$/.test(name)) await rm(join(folder, place, name), { force: true });
  }
}

/** The time that a run reports, without pauses: more than this process saw, if an earlier one was killed. */
function secondsIn(result: unknown): number {
  const { seconds = 0, metrics } = result as { seconds?: number; metrics?: unknown };
  return metrics === undefined ? 0 : round(seconds);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
