// Recipes as data, and the places of the papers' pages that their results fill.

import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandOf } from './commands.ts';
import { READINGS, simulate } from './he-simulator.ts';
import { isForPages, PAGE_RECIPES } from './page-recipes.ts';
import { itemNames, PAPERS } from './papers.ts';
import { papersData } from './papers-data.ts';
import { RECIPES } from './recipes.ts';
import { papersFolder, report } from './report.ts';
import { resultMarkdown } from './result-markdown.ts';
import { tableMarkdown } from './table.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-recipes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('recipes grow with their scales, and every step has a name of its own', () => {
  for (const recipe of RECIPES) {
    expect(recipe.coreSeconds.smoke).toBeLessThanOrEqual(recipe.coreSeconds.short);
    expect(recipe.coreSeconds.short).toBeLessThanOrEqual(recipe.coreSeconds.full);
    for (const scale of ['smoke', 'short', 'full'] as const) {
      const names = recipe.steps(scale).map(({ name }) => name);
      expect(new Set(names).size, `${recipe.id} at ${scale}`).toBe(names.length);
    }
  }
});

test('steps are commands that people can type, with the places of other steps in them', () => {
  const steps = RECIPES.find(({ id }) => id === 'd-table1')!.steps('short');
  expect(commandOf(steps[0]!, steps)).toBe(
    "npx afterstate train --network '4x6 large' --method td --alpha 0.0825 --games 180000 --block 1000 --seed 1 --threads 1 --out work/td",
  );
  expect(commandOf(steps[2]!, steps)).toBe(
    "npx afterstate eval --player 'ntuple:work/td?ply=2' --games 300 --seed 1000",
  );
  for (const recipe of RECIPES)
    for (const scale of ['smoke', 'short', 'full'] as const)
      for (const step of recipe.steps(scale)) expect(commandOf(step, recipe.steps(scale)) ?? '').not.toMatch(/[{}]/);
});

test('a step size that waits for saturation has the blocks that can show it', () => {
  for (const recipe of RECIPES)
    for (const scale of ['smoke', 'short', 'full'] as const)
      for (const step of recipe.steps(scale)) {
        if (step.kind !== 'train') continue;
        const { alphaFinal, alphaDrop, games, block } = step.settings;
        if (alphaFinal === undefined) continue;
        const where = `${recipe.id} at ${scale}: ${step.name}`;
        if (alphaDrop === undefined) expect(Number(games) / Number(block), where).toBeGreaterThanOrEqual(200);
        else expect(Number(alphaDrop), where).toBeLessThan(Number(games));
      }
});

test('of commands that differ in seeds alone, the first is shown', () => {
  const fit = (seed: number, hidden: number) =>
    `npx afterstate fit --network mlp?hidden=${hidden} --seed ${seed} --out work/hidden-${hidden}-${seed}`;
  const shown = resultMarkdown({
    recipe: 'e-tables9-10',
    paper: '',
    title: '',
    scale: 'short',
    items: [],
    expectation: '',
    readings: [],
    deviations: [],
    tables: [],
    figures: [],
    commands: [4, 64].flatMap((hidden) => [1, 2, 3, 4].map((seed) => fit(seed, hidden))),
  });
  expect(shown).toContain('The 8 commands of its steps; the others differ only in their seeds');
  expect(shown.split('\n').filter((line) => line.startsWith('npx'))).toEqual([fit(1, 4), fit(1, 64)]);
});

test('every recipe serves items that its paper, or the one it names, has', () => {
  const known = new Set(PAPERS.flatMap(({ letter, items }) => items.map(({ id }) => `${letter}/${id}`)));
  for (const { id, paper, serves } of RECIPES)
    for (const item of serves)
      expect(known.has(item.includes('/') ? item : `${paper}/${item}`), `${id}: ${item}`).toBe(true);
});

test('items are named in groups, those of other papers with their names', () => {
  expect(itemNames(['e/table1', 'e/table2', 'e/table3', 'e/table5'], 'e')).toBe('tables 1–3, 5');
  expect(itemNames(['b/table1', 'b/table2', 'd/figure1'], 'b')).toBe('tables I, II; figure 1 of Yeh et al. 2016');
});

test('pages of a paper never go back, and tables have the page of an item that they stand beside', async () => {
  for (const { name, items } of PAPERS) {
    const pages = items.map(({ page }) => page);
    expect(pages, name).toEqual(pages.toSorted((a, b) => a - b));
  }
  for (const { letter, recipes } of await papersData())
    for (const { title, page, items } of recipes.flatMap(({ result }) => result?.tables ?? [])) {
      const own = items.filter((key) => key.startsWith(`${letter}/`));
      const pages = own.map((key) => pageOf(key));
      if (own.length > 0) expect(pages, title).toContain(page);
    }
});

function pageOf(key: string): number | undefined {
  return PAPERS.find(({ letter }) => key.startsWith(letter))!.items.find(({ id }) => key.endsWith(`/${id}`))?.page;
}

test('a page can run the recipes that need nothing but the kernel, and no others', () => {
  expect(PAGE_RECIPES.map(({ id }) => id)).toEqual(RECIPES.filter(isForPages).map(({ id }) => id));
  expect(PAGE_RECIPES.length).toBeGreaterThan(5);
});

test('the app has every recipe and every committed result', async () => {
  const data = await papersData();
  const shown = data.flatMap(({ recipes }) => recipes);
  for (const { id } of RECIPES) expect(shown.filter((recipe) => recipe.id === id)).toHaveLength(1);
  const files = await readdir(join(papersFolder(), 'data'));
  expect(
    shown
      .filter(({ result }) => result)
      .map(({ id }) => `${id}.json`)
      .toSorted(),
  ).toEqual(files.toSorted());
});

test('a table has the paper in italics and intervals in brackets', () => {
  const text = tableMarkdown({
    items: [],
    title: '',
    page: 1,
    columns: [
      { key: 'mean', label: 'mean' },
      { key: 'rate', label: '2048', format: 'percent' },
    ],
    rows: [
      {
        label: 'random',
        paper: { mean: 571 },
        ours: [{ label: 'here', cells: { mean: { value: 572.3, ci95: [569, 575.4] }, rate: 0.5 } }],
      },
    ],
  });
  expect(text.split('\n').slice(2)).toEqual(['| random | *paper* | *571* | |', '| | here | 572 [569, 575] | 50.00% |']);
});

test('the simulator of readings plays the game of the kernel where it has the same rules', () => {
  // 60,000 games of the kernel: 571.5, 93.3 and 977.8.
  const { agents } = simulate(READINGS[0]!, 1500, 1);
  for (const [i, kernel] of [571.5, 93.3, 977.8].entries()) {
    const { mean, ci95 } = agents[i]!;
    const half = ci95![1] - mean;
    expect(Math.abs(mean - kernel)).toBeLessThan(2.2 * half);
  }
  // 2048 itself: random play has 1,095 points, and passes over what changes nothing.
  const real = simulate(READINGS.at(-1)!, 800, 1).agents[0]!;
  expect(Math.abs(real.mean - 1095)).toBeLessThan(2.2 * (real.ci95![1] - real.mean));
});

describe('the pages of the papers', () => {
  test('are as the committed results are', async () => {
    const { changed } = await report(papersFolder(), true);
    expect(changed).toEqual([]);
  });

  test('that differ from the results are named', async () => {
    const copy = join(folder, 'papers');
    await cp(papersFolder(), copy, { recursive: true });
    const data = join(copy, 'data', 'b-enumerate.json');
    await writeFile(data, (await readFile(data, 'utf8')).replaceAll('68', '69'));
    expect((await report(copy, true)).changed).toContain('matsuzaki-2016.md');
    const page = join(copy, 'matsuzaki-2016.md');
    await writeFile(
      page,
      (await readFile(page, 'utf8')).replace(/<!-- result: b-select -->[\s\S]*?<!-- \/result -->/, ''),
    );
    await expect(report(copy, true)).rejects.toThrow(/matsuzaki-2016.md has no place for b-select/);
  });
});
