import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOVES } from './game.ts';
import { parseGame } from './games.ts';
import { anyBoard } from './states.testing.ts';
import { canonicalBoard, SYMMETRIES, transform, transformMove } from './symmetry.ts';

const boards = anyBoard(parseGame('2048'));
const cells = [...Array(16).keys()];

test('there are eight different symmetries, the identity first', () => {
  expect(SYMMETRIES).toHaveLength(8);
  expect(new Set(SYMMETRIES.map(String)).size).toBe(8);
  expect(SYMMETRIES[0]).toEqual(cells);
});

test('one symmetry after another is a symmetry', () => {
  const all = new Set(SYMMETRIES.map(String));
  for (const a of SYMMETRIES) for (const b of SYMMETRIES) expect(all.has(String(transform(a, b)))).toBe(true);
});

test('a quarter turn brings the left column to the top, and left moves to up', () => {
  expect(transform(cells, SYMMETRIES[1]!).slice(0, 4)).toEqual([12, 8, 4, 0]);
  expect(transformMove('left', SYMMETRIES[1]!)).toBe('up');
});

test('a mirror only swaps left and right', () => {
  expect(transform(cells, SYMMETRIES[4]!).slice(0, 4)).toEqual([3, 2, 1, 0]);
  expect(MOVES.map((move) => transformMove(move, SYMMETRIES[4]!))).toEqual(['up', 'left', 'down', 'right']);
});

test('the eight forms of a board have one canonical form, which is one of them', () => {
  fc.assert(
    fc.property(boards, (board) => {
      const forms = SYMMETRIES.map((symmetry) => transform(board, symmetry));
      const canonical = forms.map((form) => String(canonicalBoard(form)));
      expect(new Set(canonical).size).toBe(1);
      expect(forms.map(String)).toContain(canonical[0]);
    }),
  );
});
