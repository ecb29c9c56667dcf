// The recipes as a list: what each is for, how long it takes on this machine, and how far it has got here.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPlayer, cores } from 'afterstate/node';
import { parseGame } from 'afterstate';
import { exists } from '../files/disk.ts';
import { itemKey, paperOf } from './papers.ts';
import type { Recipe, Scale } from './recipe.ts';
import { SCALES } from './recipe.ts';
import { RECIPES } from './recipes.ts';
import { stepsLeft } from './run-recipe.ts';

/** Random games per second and core on the machine of the estimates. */
const REFERENCE_GAMES = 200_000;

export interface Listed {
  readonly id: string;
  readonly paper: string;
  readonly title: string;
  /** `e/table1`. */
  readonly items: readonly string[];
  /** Expected seconds here. */
  readonly seconds: Readonly<Record<Scale, number>>;
  /** For each scale with a folder: steps done, and all steps. */
  readonly runs: Readonly<Partial<Record<Scale, { readonly done: number; readonly steps: number }>>>;
  /** The scale of the result that the manual shows. */
  readonly committed: string | null;
}

/** The default folder of a recipe. */
export function defaultFolder(id: string, scale: Scale, root = join('runs', 'reproduce')): string {
  return join(root, `${id}__${scale}`);
}

export async function listRecipes(dataFolder: string | undefined): Promise<Listed[]> {
  const factor = await machineFactor();
  return Promise.all(RECIPES.map((recipe) => listed(recipe, factor, dataFolder)));
}

async function listed(recipe: Recipe, factor: number, dataFolder: string | undefined): Promise<Listed> {
  const { id, paper, title, serves, coreSeconds } = recipe;
  const runs: Partial<Record<Scale, { done: number; steps: number }>> = {};
  for (const scale of SCALES) {
    const folder = defaultFolder(id, scale);
    if (!(await exists(join(folder, 'reproduce.json')))) continue;
    const steps = recipe.steps(scale).length;
    runs[scale] = { done: steps - (await stepsLeft(folder, recipe, scale)).length, steps };
  }
  const seconds = Object.fromEntries(
    SCALES.map((scale) => [scale, Math.max(1, Math.round(coreSeconds[scale] * factor))]),
  );
  return {
    id,
    paper: paperOf(paper).name,
    title,
    items: serves.map((served) => itemKey(paper, served)),
    seconds: seconds as Record<Scale, number>,
    runs,
    committed: dataFolder === undefined ? null : await committedScale(dataFolder, id),
  };
}

async function committedScale(folder: string, id: string): Promise<string | null> {
  if (!(await exists(join(folder, `${id}.json`)))) return null;
  return (JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')) as { scale: string }).scale;
}

/** Seconds here per core-second there, from a tenth of a second of random games; trainings use one core, games all cores. */
async function machineFactor(): Promise<number> {
  const player = await openPlayer('random', { game: parseGame('2048'), threads: 1 });
  try {
    // Take the best of a few: other work on the machine only makes them longer.
    let fastest = 0;
    for (let i = 0; i < 5; i++) {
      const { seconds } = await player.playGames({ games: 1000, seed: 1, first: 0 });
      fastest = Math.max(fastest, 1000 / seconds);
    }
    return REFERENCE_GAMES / fastest / Math.min(2, Math.max(1, cores));
  } finally {
    await player.close();
  }
}
