// The papers' tables with one command: every table and figure has a recipe, recipes run to their end, and the pages show their results.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand, startCommand, until } from './command.testing.ts';
import type { RecipeResult } from './reproduce.testing.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-reproduce-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Every numbered table and figure, written from the papers: [paper, tables, figures]. */
const NUMBERED: readonly (readonly [letter: string, name: string, tables: number, figures: number])[] = [
  ['a', 'Kondo & Matsuzaki 2019', 8, 4],
  ['b', 'Matsuzaki 2016', 4, 15],
  ['c', 'Allik et al. 2018', 1, 4],
  ['d', 'Yeh et al. 2016', 6, 24],
  ['e', 'He, Lu & Ou 2015', 10, 0],
];

interface Listed {
  readonly id: string;
  readonly paper: string;
  readonly items: readonly string[];
  readonly seconds: Readonly<Record<string, number>>;
}

const parsed = <T>(text: string): T => JSON.parse(text) as T;

describe('the list', () => {
  test('has a recipe for every numbered table and figure of the five papers', async () => {
    const { status, stdout } = await runCommand(folder, 'reproduce', '--list', '--json');
    expect(status).toBe(0);
    const listed = parsed<Listed[]>(stdout);
    const served = new Set(listed.flatMap(({ items }) => items));
    const wanted = NUMBERED.flatMap(([letter, , tables, figures]) => [
      ...Array.from({ length: tables }, (_, i) => `${letter}/table${i + 1}`),
      ...Array.from({ length: figures }, (_, i) => `${letter}/figure${i + 1}`),
    ]);
    expect(wanted.filter((item) => !served.has(item))).toEqual([]);
    // Nor does it have any that the papers lack.
    expect([...served].filter((item) => !wanted.includes(item))).toEqual([]);
    for (const { id, paper } of listed)
      expect(paper).toBe(NUMBERED.find(([letter]) => id.startsWith(`${letter}-`))![1]);
  });

  test('tells people what each recipe is, and its state', async () => {
    const { stdout } = await runCommand(folder, 'reproduce');
    expect(stdout).toContain('Yeh et al. 2016');
    expect(stdout).toMatch(/d-table1 +table 1; figures 1–3 +\d+ s +\d+ (s|min|h|days) /);
    expect(stdout).toMatch(/not run|in the manual/);
  });
});

test('every error is one line, and nothing is written', async () => {
  const wrong: [args: string[], says: RegExp][] = [
    [['d-table9'], /no recipe 'd-table9'; choose from .*d-table1/],
    [['d-table1', '--scale', 'huge'], /smoke, short, full/],
    [['d-table1', '--all'], /a recipe, --all or --resume, and only one of them/],
    [['--resume', 'nowhere'], /'nowhere' is not a run folder/],
    [['--resume', 'nowhere', '--scale', 'short'], /at its own scale/],
  ];
  for (const [args, says] of wrong) {
    const { status, stdout, stderr } = await runCommand(folder, 'reproduce', ...args);
    expect([args, status]).toEqual([args, 2]);
    expect(stdout).toBe('');
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(says);
  }
});

test('all recipes run at smoke and leave tables with intervals, figures, commands and where they were made', async () => {
  const out = join(folder, 'all');
  const { status, stdout, stderr } = await runCommand(
    folder,
    'reproduce',
    '--all',
    '--scale',
    'smoke',
    '--out',
    out,
    // A player on two threads takes longer to open than its few games do.
    '--threads',
    '1',
    '--json',
  );
  expect([status, stderr]).toEqual([0, '']);
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => parsed<{ recipe: string; folder: string }>(line));
  const { stdout: list } = await runCommand(folder, 'reproduce', '--list', '--json');
  expect(lines.map(({ recipe }) => recipe)).toEqual(parsed<Listed[]>(list).map(({ id }) => id));
  for (const { recipe, folder: path } of lines) {
    const result = parsed<RecipeResult>(await readFile(join(path, 'table.json'), 'utf8'));
    expect(result.tables.length, recipe).toBeGreaterThan(0);
    for (const { title, rows, columns } of result.tables) {
      expect(rows.length, `${recipe}: ${title}`).toBeGreaterThan(0);
      const keys = new Set(columns.map(({ key }) => key));
      for (const cells of rows.flatMap((row) => [row.paper ?? {}, ...row.ours.map((line) => line.cells)]))
        for (const [key, cell] of Object.entries(cells)) {
          expect(keys.has(key), `${recipe}: ${title}: ${key}`).toBe(true);
          const value = typeof cell === 'object' ? cell?.value : cell;
          expect(
            typeof value === 'string' || Number.isFinite(value),
            `${recipe}: ${title}: ${key} is ${JSON.stringify(cell)}`,
          ).toBe(true);
        }
    }
    // The result has what the paper's table has, with its page.
    const shown = new Set(result.tables.flatMap(({ items }) => items));
    const tables = result.items.filter((item) => item.includes('/table'));
    expect(
      tables.filter((item) => !shown.has(item)),
      recipe,
    ).toEqual([]);
    expect(result.machine?.cpu, recipe).toBeTruthy();
    expect(JSON.stringify(result), recipe).not.toContain(folder);
    const figure = await readFile(join(path, 'figure.svg'), 'utf8');
    expect(figure, recipe).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
    expect(figure, recipe).not.toMatch(/NaN|undefined/);
    expect(await readFile(join(path, 'table.md'), 'utf8')).toContain(`reproduce ${recipe} --scale smoke`);
  }
  // Measurements have intervals.
  const search = parsed<RecipeResult>(await readFile(join(out, 'e-tables4-8__smoke', 'table.json'), 'utf8'));
  expect(search.tables[0]!.rows[0]!.ours[0]!.cells['mean']).toMatchObject({
    value: expect.any(Number),
    ci95: [expect.any(Number), expect.any(Number)],
  });
}, 900_000);

test('a folder has one writer, and a finished run is not done again', async () => {
  const out = join(folder, 'owned');
  const first = startCommand(folder, 'reproduce', 'd-table2', '--scale', 'smoke', '--out', out);
  await until(
    () =>
      readFile(join(out, 'reproduce.json')).then(
        () => true,
        () => false,
      ),
    first.ended,
  );
  // It would be over before the second has started.
  first.child.kill('SIGSTOP');
  const second = await runCommand(folder, 'reproduce', '--resume', out);
  first.child.kill('SIGCONT');
  expect([second.status, second.stderr]).toEqual([1, expect.stringMatching(/is in use by process \d+/)]);
  expect((await first.ended).status).toBe(0);
  const before = await readFile(join(out, 'table.json'), 'utf8');
  const again = await runCommand(folder, 'reproduce', '--resume', out);
  expect(again.stdout).toMatch(/1\/4 train stages: done before/);
  const { tables } = parsed<RecipeResult>(await readFile(join(out, 'table.json'), 'utf8'));
  expect(tables).toEqual(parsed<RecipeResult>(before).tables);
  const anew = await runCommand(folder, 'reproduce', 'd-table2', '--scale', 'smoke', '--out', out);
  expect([anew.status, anew.stderr]).toEqual([
    2,
    expect.stringMatching(/not empty; to continue a run: afterstate reproduce --resume/),
  ]);
});

test('the pages of the papers match the committed results', async () => {
  const { status, stdout, stderr } = await runCommand(folder, 'reproduce', 'report', '--check');
  expect([status, stdout, stderr]).toEqual([0, 'every page matches the results\n', '']);
});
