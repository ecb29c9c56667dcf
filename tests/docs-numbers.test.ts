// The numbers of the manual: the training example of the README runs as it is, and everything that `npm run check-docs` would check
// on all pages is written in the form that it reads.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mean, meanInterval } from 'afterstate/measure';
import { describe, expect, test } from 'vitest';
import { drawCurves, drawSteps } from '../packages/lab/dist/select/curves.js';
import { drawFrontier } from '../packages/lab/dist/select/frontier.js';
import type { Candidate, Selection } from '../packages/lab/dist/select/selection.js';
import { checksOf, differences, pagesWithNumbers, plain } from '../scripts/check-docs.mjs';

const read = (page: string) => readFileSync(fileURLToPath(new URL(`../${page}`, import.meta.url)), 'utf8');

test("the README's training example prints what the README shows, but for timings", () => {
  const [example] = checksOf('README.md', read('README.md'));
  expect(example!.commands.map(({ command }) => command.split(' ').slice(0, 3).join(' '))).toEqual([
    'npx afterstate train',
    'npx afterstate move',
  ]);
  expect(differences(example!)).toEqual([]);
});

test('every page marks what is checked in a readable form', () => {
  const checks = pagesWithNumbers().flatMap((page) => checksOf(page, read(page)));
  expect(checks.length).toBeGreaterThan(8);
});

test('the table and the figures of the frontier match what its run left', () => {
  interface Compared {
    readonly name: string;
    readonly lookups: number;
    readonly bytes: number;
    readonly mean: number;
    readonly ci95: readonly [number, number];
  }
  const frontier = JSON.parse(read('docs/results/data/frontier.json')) as {
    readonly networks: readonly Compared[];
    readonly byLookups: readonly string[];
    readonly byBytes: readonly string[];
  };
  const { networks, byLookups, byBytes } = frontier;
  const points = (value: number): string => Math.round(value).toLocaleString('en');
  const rows = networks.map(({ name, lookups, bytes, mean, ci95: [low, high] }) => {
    const unbeaten = [...(byLookups.includes(name) ? ['lookups'] : []), ...(byBytes.includes(name) ? ['memory'] : [])];
    const cost = `${lookups} | ${(bytes / 1e6).toFixed(1)} MB`;
    return `| \`${name}\` | ${cost} | ${points(mean)} [${points(low)}, ${points(high)}] | ${unbeaten.join(', ')} |`;
  });
  expect(rows.length).toBeGreaterThanOrEqual(12);
  expect(read('docs/results/tuples.md')).toContain(`${rows.join('\n')}\n`);
  for (const [figure, by] of [['lookups', 'lookups'] as const, ['memory', 'bytes'] as const])
    expect(read(`docs/results/figures/frontier-${figure}.svg`)).toBe(drawFrontier(frontier as never, by));
});

describe('the selections of 6-tuples match what their runs left', () => {
  const page = read('docs/results/tuples.md');
  const points = (value: number): string => Math.round(value).toLocaleString('en');
  const scored = (one: Pick<Candidate, 'mean' | 'ci95'>): string =>
    `${points(one.mean)} [${points(one.ci95![0])}, ${points(one.ci95![1])}]`;

  test('the first tuple with a million games', () => {
    const { values } = JSON.parse(read('docs/results/data/select-6-first.json')) as {
      values: Record<string, number[]>;
    };
    const found = Object.entries(values).map(([tuple, scores]) => ({
      tuple,
      trainings: scores.length,
      mean: mean(scores),
      ci95: meanInterval(scores)!,
    }));
    found.sort((a, b) => b.mean - a.mean);
    const rows = found.map((one) => `| \`${one.tuple}\` | ${one.trainings} | ${scored(one)} |`);
    expect(rows).toHaveLength(10);
    expect(page.match(/^\| `\w{6}` \| \d \| .*?\|/gm)).toEqual(rows);
  });

  test('four tuples by --short', () => {
    const selection = JSON.parse(read('docs/results/data/select-6-short.json')) as Selection;
    const rows = selection.steps.map(({ tuples, candidates, notTold }) => {
      const cells = [...candidates.slice(0, 4), candidates.at(-1)!].map((one) => `\`${one.tuple}\` ${scored(one)}`);
      return `| ${tuples} | ${cells.join(' | ')} | ${notTold} |`;
    });
    expect(rows).toHaveLength(4);
    expect(page).toContain(`${rows.join('\n')}\n`);
    expect(page).toContain(`\`${selection.network}\``);
    expect(read('docs/results/figures/select-6-steps.svg')).toBe(drawSteps(selection));
    expect(read('docs/results/figures/select-6-curves.svg')).toBe(drawCurves(selection));
  });
});

describe('a check', () => {
  const page = (value: string) => `
The average is ${value}.
<!-- check 1 s
$ afterstate eval --player random --games 20 --seed 1 --threads 1 --json
averageScore ${value}
-->`;

  test('finds a number that the command does not print', () => {
    expect(differences(checksOf('page', page('999,999.5'))[0]!)).toEqual([
      expect.stringMatching(/^averageScore: the page has 999,999\.5, the command gives 1,\d{3}\.\d$/),
    ]);
  });

  test('finds a command that fails, and one that prints something else', () => {
    const capture = (command: string, output: string) =>
      `<!-- capture 1 s -->\n\`\`\`console\n$ ${command}\n${output}\n\`\`\`\n<!-- /capture -->`;
    expect(differences(checksOf('page', capture('npx afterstate evil', ''))[0]!)).toEqual([
      expect.stringContaining('status 2'),
    ]);
    expect(differences(checksOf('page', capture('npx afterstate --version', '9.9.9'))[0]!)).toEqual([
      expect.stringContaining("the page has '9.9.9'"),
    ]);
  });

  test('requires that the page has the number, and is written correctly', () => {
    expect(() => checksOf('page', page('5').replace('The average is 5.', ''))).toThrow("'5' is checked");
    expect(() => checksOf('page', '<!-- check\n$ afterstate players\n-->')).toThrow('not written as');
  });

  test('ignores only timings', () => {
    expect(plain('  1,000   11,514   940.5k   4.5%')).toBe(plain('1,000 11,514 1.2M 4.5%'));
    expect(plain('678 moves in 0.47 s: 1427 moves/s')).toBe(plain('678 moves in 1.2 s: 99 moves/s'));
    expect(plain('1,000 11,514 1.2M')).not.toBe(plain('1,000 11,515 1.2M'));
  });
});
