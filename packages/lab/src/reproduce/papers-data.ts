// The papers as the app shows them, assembled when the app is built: descriptions of recipes, and the committed results.

import { join } from 'node:path';
import { isForPages, PAGE_SCALE } from './page-recipes.ts';
import type { PaperLetter } from './papers.ts';
import { itemKey, PAPERS } from './papers.ts';
import type { Recipe } from './recipe.ts';
import { RECIPES } from './recipes.ts';
import { committed, papersFolder } from './report.ts';
import type { PaperData, RecipeData, RecipeResult } from './result.ts';

export async function papersData(folder = join(papersFolder(), 'data')): Promise<PaperData[]> {
  const results = await committed(folder);
  return PAPERS.map(({ letter, file, name, title, about, tries, items }) => ({
    key: file.replace(/\.md$/, ''),
    letter,
    name,
    title,
    about,
    tries,
    tables: items.filter(({ id }) => id.startsWith('table')).length,
    figures: items.filter(({ id }) => id.startsWith('figure')).length,
    recipes: [
      ...RECIPES.filter(({ paper }) => paper === letter).map((recipe) => recipeData(recipe, results.get(recipe.id))),
      ...earlier(results, letter),
    ],
  }));
}

function recipeData(recipe: Recipe, result: RecipeResult | undefined): RecipeData {
  const { id, paper, title, serves, expectation, readings, deviations, coreSeconds } = recipe;
  const words = result ?? { title, expectation, readings, deviations };
  return {
    id,
    title: words.title,
    items: serves.map((served) => itemKey(paper, served)),
    expectation: words.expectation,
    readings: words.readings,
    deviations: words.deviations,
    ...(isForPages(recipe) && { pageSeconds: coreSeconds[PAGE_SCALE] }),
    ...(result && { result: shown(result) }),
  };
}

function earlier(results: ReadonlyMap<string, RecipeResult>, letter: PaperLetter): RecipeData[] {
  return [...results]
    .filter(([name, { scale }]) => scale === 'earlier' && name.startsWith(`${letter}-`))
    .map(([id, result]) => {
      const { title, items, expectation, readings, deviations } = result;
      return { id, title, items, expectation, readings, deviations, result: shown(result) };
    });
}

function shown({
  scale,
  tables,
  figures,
  commands,
  machine,
  seconds,
  finished,
}: RecipeResult): RecipeData['result'] & {} {
  return {
    scale,
    tables,
    figures,
    commands,
    ...(machine && { machine }),
    ...(seconds !== undefined && { seconds }),
    ...(finished !== undefined && { finished }),
  };
}
