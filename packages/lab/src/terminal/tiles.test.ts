import { create2048, parseBoard, parseGame } from 'afterstate';
import { expect, test } from 'vitest';
import { paint } from './colour.ts';
import { beside, drawTiles } from './tiles.ts';

const small = create2048({}, { rows: 2, columns: 3 });
const state = parseBoard('2,0,8/16,64,0', small);

test('a board is drawn in as many rows and columns as it has', () => {
  expect(drawTiles(state, small, paint(false))).toEqual([
    '┌────────┬────────┬────────┐',
    '│   2    │   ·    │   8    │',
    '├────────┼────────┼────────┤',
    '│   16   │   64   │   ·    │',
    '└────────┴────────┴────────┘',
  ]);
});

test('in colours a tile has three lines, and the panel stands beside the widest of them', () => {
  // oxlint-disable-next-line no-control-regex
  const bare = (lines: readonly string[]): string[] => lines.map((line) => line.replaceAll(/\x1b\[[\d;]*m/g, ''));
  const lines = bare(beside(drawTiles(state, small, paint(true), 1), ['a', 'b', 'c', 'd', 'e'], small.columns));
  expect(lines).toHaveLength(7);
  expect(lines[1]).toBe('   2        ··       8       b');
  for (const [i, word] of ['a', 'b', 'c', 'd', 'e'].entries()) expect(lines[i]?.indexOf(word)).toBe(29);
});

test('tiles of their own kind have colours of their own, and the first that doubles has that of a 2', () => {
  const game = parseGame('threes');
  const row = (text: string): string => drawTiles(parseBoard(text, game), game, paint(true))[1]!;
  const doubled = drawTiles({ board: [1, ...Array.from({ length: 15 }, () => 0)] }, parseGame('2048'), paint(true));
  const background = (line: string, tile: number): string =>
    // oxlint-disable-next-line no-control-regex
    new RegExp(String.raw`48;5;(\d+)m +${tile} `).exec(line)![1]!;
  const line = row('1,2,3,6/0,0,0,0/0,0,0,0/0,0,0,0 next=1');
  expect([1, 2, 3].map((tile) => background(line, tile))).toEqual(['74', '204', background(doubled[1]!, 2)]);
});
