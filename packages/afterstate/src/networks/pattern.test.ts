import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GameName } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import { SYMMETRIES } from '../rules/symmetry.ts';
import { formatNetwork, lanes, NETWORKS, parseNetwork, selfSymmetry, symmetry } from './pattern.ts';

const cellsOf = (text: string, game: GameName = '2048') => parseNetwork(text, game).patterns[0]!;
const CELLS = Array.from({ length: 16 }, (_, cell) => cell);
const permutation = (map: (cell: number) => number): string => CELLS.map(map).join();

describe('a network as text', () => {
  test('is patterns in hex, the first cell first', () => {
    expect(parseNetwork('0123 fedc', '2048').patterns).toEqual([
      { text: '0123', cells: [0, 1, 2, 3], hint: false },
      { text: 'fedc', cells: [15, 14, 13, 12], hint: false },
    ]);
  });

  test('may be separated by spaces, commas or plus signs, and hold names and features', () => {
    const { patterns, features } = parseNetwork(' 5x4 + 012,large  empty ', '2048');
    expect(patterns.map(({ text }) => text)).toEqual(['0123', '4567', '0145', '1256', '569a', '012']);
    expect(features).toEqual(['large', 'empty']);
  });

  test('has a table for each hint if an h follows, but only in a game with hints', () => {
    expect(parseNetwork('0123h 45', 'threes').patterns.map(({ hint }) => hint)).toEqual([true, false]);
    expect(parseNetwork('4x5h', 'threes').patterns.map(({ text }) => text)).toEqual([
      '01234h',
      '45678h',
      '01245h',
      '45689h',
    ]);
    expect(() => parseNetwork('0123h', '2048')).toThrow("'0123h': 2048 has no hints; leave the h out");
  });

  test('is the same after being written and read again', () => {
    for (const name of Object.keys(NETWORKS)) {
      const parts = parseNetwork(`${name} merge`, '2048');
      expect(parseNetwork(formatNetwork(parts), '2048')).toEqual(parts);
    }
  });

  test.each([
    ['', /a network needs patterns/],
    ['012345678', /'012345678' is neither a pattern \(1 to 8 cells/],
    ['01g', /'01g' is neither a pattern/],
    ['constructor', /'constructor' is neither a pattern/],
    ['__proto__', /'__proto__' is neither a pattern/],
    ['toStringh', /'toStringh' is neither a pattern/],
    ['h', /'h' is neither a pattern/],
    ['0121', /the pattern '0121' names a cell twice/],
    ['012 345 012', /the pattern 012 appears twice in '012 345 012'/],
    ['4x6 012345', /the pattern 012345 appears twice/],
    ['012 large large', /the feature large appears twice/],
    ['large', /'large' has features but no pattern/],
  ])('that is wrong says what would be right: %s', (text, says) => {
    expect(() => parseNetwork(text, '2048')).toThrow(InputError);
    expect(() => parseNetwork(text, '2048')).toThrow(says);
  });
});

describe('the named networks', () => {
  test('have the patterns that their names promise', () => {
    const named = Object.keys(NETWORKS).filter((name) => /^m?\d+x\d$/.test(name));
    expect(named.length).toBeGreaterThan(10);
    for (const name of named) {
      const [count, length] = name.replace('m', '').split('x').map(Number);
      const { patterns } = parseNetwork(name, '2048');
      expect(patterns).toHaveLength(count!);
      expect(patterns.every(({ cells }) => cells.length === length)).toBe(true);
    }
  });

  test('have no pattern that is another one turned or mirrored, except 17x4, which has all placements', () => {
    for (const name of Object.keys(NETWORKS)) {
      const forms = parseNetwork(name, '2048').patterns.map(
        ({ cells }) =>
          [0, 1, 2, 3, 4, 5, 6, 7]
            .map((which) =>
              cells
                .map(symmetry(which))
                .sort((a, b) => a - b)
                .join(),
            )
            .sort()[0],
      );
      if (name === '17x4') expect(new Set(forms).size).toBe(5);
      else expect(new Set(forms).size).toBe(forms.length);
    }
  });
});

describe('the symmetries of cells', () => {
  test('are the eight of the rules', () => {
    const ours = [0, 1, 2, 3, 4, 5, 6, 7].map((which) => permutation(symmetry(which)));
    expect(new Set(ours)).toEqual(new Set(SYMMETRIES.map((one) => one.join())));
  });

  test('that map a pattern onto itself are found', () => {
    expect(selfSymmetry(cellsOf('012345'))).toBeUndefined();
    expect(selfSymmetry(cellsOf('0123'))).toBe(1);
    expect(selfSymmetry(cellsOf('048c'))).toBe(2);
    expect(selfSymmetry(cellsOf('17e8'))).toBe(3);
    expect(selfSymmetry(cellsOf('0'))).toBe(4);
    expect(selfSymmetry(cellsOf('45689a'))).toBe(2);
    expect(selfSymmetry(cellsOf('569a'))).toBe(1);
  });

  test('of any pattern return to where they started when applied twice, and make four pairs', () => {
    const pattern = fc.shuffledSubarray(CELLS, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(pattern, (cells) => {
        const self = selfSymmetry({ text: '', cells, hint: false });
        const [first, second] = lanes(self);
        expect([first.length, second.length]).toEqual([4, 4]);
        const all = [...first, ...second].map((map) => permutation(map));
        expect(new Set(all).size).toBe(8);
        if (self === undefined) return;
        const own = symmetry(self);
        expect(CELLS.every((cell) => own(own(cell)) === cell)).toBe(true);
        first.forEach((map, lane) => {
          const sorted = (image: (cell: number) => number) => cells.map(image).sort((a, b) => a - b);
          expect(sorted(second[lane]!)).toEqual(sorted(map));
        });
      }),
    );
  });
});
