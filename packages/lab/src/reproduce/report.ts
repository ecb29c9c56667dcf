// Puts committed results into the pages of the manual. A page is hand-written prose with marked places that this fills:
//   <!-- result: e-tables1-3 -->  …  <!-- /result -->
// A place names a document of docs/papers/data. Generating whole pages was rejected: comments on a result are best written next
// to it.

import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from 'afterstate';
import { exists, makeFolder, writeText } from '../files/disk.ts';
import { drawFigure } from '../measure/figure.ts';
import { itemKey, itemNames, PAPERS, paperOf } from './papers.ts';
import type { Recipe } from './recipe.ts';
import { RECIPES } from './recipes.ts';
import type { RecipeResult } from './result.ts';
import { resultMarkdown } from './result-markdown.ts';

/** The manual's pages, in the repository of this file. */
export function papersFolder(): string {
  return fileURLToPath(new URL('../../../../docs/papers/', import.meta.url));
}

/** Undefined if the command is installed without the manual. */
export async function dataFolderOf(): Promise<string | undefined> {
  const folder = join(papersFolder(), 'data');
  return (await exists(folder)) ? folder : undefined;
}

export interface Reported {
  readonly pages: readonly string[];
  /** Files written; with --check, files that differ. */
  readonly changed: readonly string[];
}

export async function report(folder: string, isCheck: boolean): Promise<Reported> {
  if (!(await exists(folder))) throw new InputError(`there is no '${folder}'; run it in a clone of the project`);
  const results = await committed(join(folder, 'data'));
  const changed: string[] = [];
  const put = async (file: string, text: string): Promise<void> => {
    const before = await readFile(join(folder, file), 'utf8').catch(() => '');
    if (before === text) return;
    changed.push(file);
    if (!isCheck) await writeText(join(folder, file), text);
  };
  const pages: string[] = [];
  for (const { file, letter } of PAPERS) {
    const page = await readFile(join(folder, file), 'utf8');
    const { text, names } = filled(page, file, results);
    const missing = [
      ...RECIPES.filter(({ paper }) => paper === letter).map(({ id }) => id),
      ...resultsOf(results, letter),
    ].find((name) => !names.has(name));
    if (missing !== undefined)
      throw new InputError(
        `${file} has no place for ${missing}; mark where it belongs: <!-- result: ${missing} --> <!-- /result -->`,
      );
    await put(file, text);
    pages.push(file);
  }
  if (!isCheck) await makeFolder(join(folder, 'figures'));
  for (const [name, { figures }] of results)
    for (const [i, figure] of figures.entries()) await put(join('figures', imageName(name, i)), drawFigure(figure));
  return { pages, changed };
}

/** Names of the documents that belong to a paper and to no recipe. */
function resultsOf(results: ReadonlyMap<string, RecipeResult>, letter: string): string[] {
  return [...results.keys()].filter((name) => name.startsWith(`${letter}-`));
}

export async function committed(folder: string): Promise<Map<string, RecipeResult>> {
  const results = new Map<string, RecipeResult>();
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()) {
    const text = await readFile(join(folder, file), 'utf8');
    try {
      results.set(basename(file, '.json'), JSON.parse(text) as RecipeResult);
    } catch {
      throw new InputError(`docs/papers/data/${file} is not JSON`);
    }
  }
  return results;
}

function filled(
  page: string,
  file: string,
  results: ReadonlyMap<string, RecipeResult>,
): { text: string; names: Set<string> } {
  const names = new Set<string>();
  const text = page.replaceAll(/<!-- result: ([\w-]+) -->[\s\S]*?<!-- \/result -->/g, (_, name: string) => {
    names.add(name);
    const result = results.get(name);
    const recipe = RECIPES.find(({ id }) => id === name);
    if (!result && !recipe)
      throw new InputError(`${file} has a place for ${name}, but there is no such result or recipe`);
    const shown = result ? resultMarkdown(result, (i) => `figures/${imageName(name, i)}`) : notYet(recipe!);
    return `<!-- result: ${name} -->\n\n${shown}\n<!-- /result -->`;
  });
  if (/<!-- \/?result/.test(text.replaceAll(/<!-- result: [\w-]+ -->[\s\S]*?<!-- \/result -->/g, '')))
    throw new InputError(`${file} has a result mark that is not closed`);
  return { text, names };
}

function imageName(name: string, index: number): string {
  return index === 0 ? `${name}.svg` : `${name}-${index + 1}.svg`;
}

function notYet({ id, paper, title, serves, expectation, readings, deviations }: Recipe): string {
  const items = itemNames(
    serves.map((served) => itemKey(paper, served)),
    paper,
  );
  const lines = [
    `**${title}** (${items || `the text of ${paperOf(paper).name}`}): no result is committed yet. \`npx afterstate reproduce ${id} --scale short\` makes one.`,
    ...(expectation === '' ? [] : ['', `*Expected:* ${expectation}`]),
    ...(readings.length === 0 ? [] : ['', '*Where the paper is silent:*', ...readings.map((text) => `- ${text}`)]),
    ...(deviations.length === 0 ? [] : ['', '*What differs:*', ...deviations.map((text) => `- ${text}`)]),
  ];
  return `${lines.join('\n')}\n`;
}
