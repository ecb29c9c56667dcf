// The Papers page in a browser: the committed results cell by cell, players with one click, and recipes that run in the tab.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellText, type Table } from '../../packages/lab/dist/reproduce/in-page.js';
import { papersData } from '../../packages/lab/dist/reproduce/papers-data.js';
import { runCommand } from '../command.testing.ts';
import { overlaps } from './boxes.testing.ts';
import { PHONE, SOON, type Visit, visits } from './visit.testing.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-papers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
// After the lines above: what is set up last is closed first.
const app = visits();

/** The cells of tables as a person reads them, line by line, without timings. */
function linesOf(tables: readonly Table[], isTimed = true): string[][] {
  return tables.flatMap(({ columns, rows }) =>
    rows.flatMap(({ paper, ours }) =>
      [...(paper ? [paper] : []), ...ours.map(({ cells }) => cells)].map((cells) =>
        columns.map((column) =>
          column.isTiming && !isTimed ? '' : cellText(cells[column.key], column).replaceAll('`', ''),
        ),
      ),
    ),
  );
}

/** The same for the tables in view. */
function shownLines(visit: Visit, within: string): Promise<string[][]> {
  return visit.page.evaluate(
    (selector) =>
      [...document.querySelectorAll(`${selector} .paper-table tbody tr`)].map((line) =>
        [...line.querySelectorAll('td')].map((cell) =>
          [...cell.childNodes]
            .map((part) => part.textContent ?? '')
            .filter((text) => text !== '')
            .join(' '),
        ),
      ),
    within,
  );
}

const openAll = (visit: Visit): Promise<void> =>
  visit.page.evaluate(() => {
    for (const part of document.querySelectorAll('details')) part.open = true;
  });

describe('the papers', () => {
  it('are shown with every committed table and figure', async () => {
    const visit = await app.visit({ hash: '#/papers' });
    for (const { name, title, recipes } of await papersData()) {
      await visit.page.getByRole('link', { name, exact: true }).click();
      await visit.page.getByRole('heading', { name, level: 2, exact: true }).waitFor();
      await visit.page.getByText(title, { exact: true }).waitFor();
      expect(await visit.page.locator('.recipe-title h3').allTextContents()).toEqual(
        recipes.map((recipe) => recipe.title),
      );
      const results = recipes.flatMap(({ result }) => result ?? []);
      await openAll(visit);
      expect(await shownLines(visit, '.recipe'), name).toEqual(linesOf(results.flatMap(({ tables }) => tables)));
      expect(await visit.page.locator('.paper-figure svg').count(), name).toBe(
        results.reduce((sum, { figures }) => sum + figures.length, 0),
      );
      // No Markdown is left over, and nothing missing is printed.
      const text = await visit.page.locator('main').textContent();
      expect(/.{0,20}(?:\]\((?:https?:|[./#]|\w+[./])|undefined|NaN|`).{0,20}/.exec(text!)?.[0], name).toBeUndefined();
    }
  });

  it('open by keyboard and, with everything open on the smallest phone, have nothing serious or outside its box', async () => {
    const visit = await app.visit({ ...PHONE, viewport: { width: 320, height: 568 }, colorScheme: 'dark' });
    await visit.go('#/papers?paper=yeh-2016');
    const summary = visit.page.locator('.recipe > summary').last();
    await summary.focus();
    await visit.press('Enter');
    await expect.poll(() => visit.page.locator('.recipe').last().getAttribute('open')).not.toBeNull();
    await openAll(visit);
    expect(await visit.seriousFindings()).toEqual([]);
    expect(await overlaps(visit.page)).toEqual([]);
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  it('have players that play with one click', async () => {
    const visit = await app.visit({ hash: '#/papers?paper=he-2015' });
    await visit.button('Expectimax 3, snake').click();
    await visit.page.locator('main.play').waitFor();
    await visit.page.getByText('More', { exact: true }).last().click();
    expect(await visit.page.getByLabel('As text').inputValue()).toBe('expectimax?eval=snake&depth=3');
    await visit.button('Step').click();
    await expect.poll(() => visit.number('Moves'), SOON).toBe(1);
    await visit.go('#/papers?paper=yeh-2016');
    await visit.button('Tuples, three plies, Threes').click();
    await expect
      .poll(() => visit.page.getByRole('button', { name: 'Threes' }).getAttribute('aria-pressed'))
      .toBe('true');
  });
});

describe('a recipe in the tab', () => {
  it('learns, plays and ends with the numbers of the command', async () => {
    const visit = await app.visit({ hash: '#/papers?paper=kondo-matsuzaki-2019' });
    const out = join(folder, 'table1');
    const command = runCommand(folder, 'reproduce', 'a-table1', '--scale', 'smoke', '--out', out);
    const recipe = visit.page.locator('.recipe').filter({ hasText: 'N-tuple players of as many weights' });
    await recipe.locator('summary').first().click();
    await recipe.getByRole('button', { name: 'Run here' }).click();
    await recipe.getByText(/^Done in/).waitFor();
    expect([(await command).status, (await command).stderr]).toEqual([0, '']);
    const { tables } = JSON.parse(await readFile(join(out, 'table.json'), 'utf8')) as { tables: Table[] };
    const timed = tables[0]!.columns.map(({ isTiming = false }) => isTiming);
    const shown = (await shownLines(visit, '.run-here')).map((line) => line.map((text, i) => (timed[i] ? '' : text)));
    expect(shown).toEqual(linesOf(tables, false));
    expect(shown.length).toBeGreaterThan(2);
  });

  it('reports its progress, leaves the page free, and can be stopped', async () => {
    const visit = await app.visit({ hash: '#/papers?paper=he-2015' });
    const recipe = visit.page.locator('.recipe').filter({ hasText: 'Expectimax, minimax and alpha-beta' });
    await recipe.locator('summary').first().click();
    await recipe.getByRole('button', { name: 'Run here' }).click();
    await recipe.getByText(/^Step \d+ of 24, playing: \d+ of 8 games$/).waitFor(SOON);
    // One at a time, and it continues while a person looks at another page.
    await visit.page.getByText('Another recipe is running').first().waitFor();
    await visit.go('#/help');
    await visit.go('#/papers?paper=he-2015');
    await recipe.locator('summary').first().click();
    await recipe.getByRole('button', { name: 'Stop' }).click();
    await recipe.getByRole('button', { name: 'Run here' }).waitFor();
    expect(await recipe.getByText(/^Done in/).count()).toBe(0);
  });
});
