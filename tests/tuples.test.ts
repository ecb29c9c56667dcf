// afterstate tuples as a user runs it.

import { tmpdir } from 'node:os';
import { parseNetwork } from 'afterstate';
import { describe, expect, test } from 'vitest';
import { runCommand } from './command.testing.ts';

const run = (...args: string[]) => runCommand(tmpdir(), 'tuples', ...args);

interface Document {
  readonly size: number;
  readonly connected: boolean;
  readonly count: number;
  readonly placements: number;
  readonly tuples: readonly { network: string; cells: number[]; placements: number; lookups: number }[];
}

describe('afterstate tuples', () => {
  test('draws every class, numbered and in 80 columns, and ends with their count', async () => {
    const { status, stdout, stderr } = await run('--size', '6');
    expect([status, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.at(-1)).toBe('68 connected tuples of 6 cells up to symmetry, 496 placements in all.');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(lines.slice(0, 3)).toEqual([
      ' 1 012345 ×8    2 012346 ×8    3 012347 ×4    4 012348 ×8    5 012356 ×4',
      expect.stringMatching(/^ {3}■ ■ ■ ■ {8}■ ■ ■ ■/),
      expect.stringMatching(/^ {3}■ ■ · · {8}■ · ■ ·/),
    ]);
    expect(stdout.match(/■/g)).toHaveLength(6 * 68);
    expect(stdout).toMatch(/ 68 4569ab ×4\n/);
  });

  test.each([
    ['4', 17, 113],
    ['5', 33, 244],
    ['6', 68, 496],
    ['7', 119, 912],
    ['8', 195, 1474],
  ])('--json gives one document: %s cells, %i classes, %i placements', async (size, count, placements) => {
    const { status, stdout } = await run('--size', size, '--json');
    expect(status).toBe(0);
    const document = JSON.parse(stdout) as Document;
    expect(document).toMatchObject({ size: Number(size), connected: true, count, placements });
    expect(document.tuples).toHaveLength(count);
    expect(document.tuples.reduce((sum, one) => sum + one.placements, 0)).toBe(placements);
    for (const { network, cells } of document.tuples)
      expect(parseNetwork(network, '2048').patterns[0]!.cells).toEqual(cells);
  });

  test('--any has all ways to choose the cells', async () => {
    const { stdout } = await run('--size', '8', '--any', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ connected: false, placements: 12_870 });
    expect((await run('--size', '2', '--any')).stdout).toContain('21 tuples of 2 cells up to symmetry, 120 placements');
  });

  test('says if a network would not take them', async () => {
    const { stdout } = await run('--size', '16');
    expect(stdout).toMatch(
      /1 connected tuple of 16 cells up to symmetry, 1 placement in all\. A network takes tuples of at most 8 cells\.\n$/,
    );
  });

  test.each([
    [[], /--size is missing; give the number of cells, such as --size 6/],
    [['--size', '0'], /--size must be a whole number from 1 to 16, not '0'/],
    [['--size', '17'], /--size must be a whole number from 1 to 16, not '17'/],
    [['--size', 'six'], /--size must be a whole number from 1 to 16, not 'six'/],
    [['--size', '6', '--all'], /unknown option '--all'/],
  ])('wrong arguments are one line, status 2: %j', async (args, says) => {
    const { status, stdout, stderr } = await run(...args);
    expect(stderr).toMatch(says);
    expect(stderr).toMatch(/^afterstate: [^\n]+\n$/);
    expect([status, stdout]).toEqual([2, '']);
  });
});
