// The numbers of the manual: the training example of the README runs as it is, and everything that `npm run check-docs` would check
// on all pages is written in the form that it reads.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { drawFrontier } from '../packages/lab/dist/select/frontier.js';
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
