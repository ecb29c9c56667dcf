import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InputError } from '../rules/input-error.ts';
import { createNetwork } from './network.ts';
import { NETWORKS, parseNetwork, symmetry } from './pattern.ts';
import { isFolded } from './placement.ts';
import { canonicalTuple, isConnected, networkNamed, tupleClasses } from './tuples.ts';

const CELLS = Array.from({ length: 16 }, (_, cell) => cell);
const SIZES = CELLS.map((cell) => cell + 1);
const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];
const sorted = (cells: readonly number[]): number[] => [...cells].sort((a, b) => a - b);
const textOf = (cells: readonly number[]): string =>
  sorted(cells)
    .map((cell) => cell.toString(16))
    .join('');
const membersOf = (cells: readonly number[]): Set<string> =>
  new Set(EIGHT.map((which) => textOf(cells.map(symmetry(which)))));

/** Every set of cells as bits, found to be connected by spreading along the bits of the board. */
const MASKS = Array.from({ length: 2 ** 16 - 1 }, (_, i) => i + 1);
const bitsOf = (mask: number): number[] => CELLS.filter((cell) => mask & (1 << cell));
function spreads(mask: number): boolean {
  let reached = mask & -mask;
  for (let before = 0; before !== reached;) {
    before = reached;
    const right = (reached & 0x7777) << 1;
    const left = (reached & 0xeeee) >> 1;
    reached |= (right | left | (reached << 4) | (reached >> 4)) & mask;
  }
  return reached === mask;
}
const CONNECTED = MASKS.filter(spreads);
const ofSize = (masks: readonly number[], size: number): number[][] =>
  masks.map(bitsOf).filter((cells) => cells.length === size);

const choose = (size: number): number => CELLS.slice(0, size).reduce((product, i) => (product * (16 - i)) / (i + 1), 1);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
const placements = (size: number, connected: boolean): number[] =>
  tupleClasses(size, { connected }).map((one) => one.placements);

describe('the connected tuples of n cells', () => {
  test.each([
    [1, 3],
    [2, 4],
    [3, 8],
    [4, 17],
    [5, 33],
    [6, 68],
    [7, 119],
    [8, 195],
  ])('of %i cells make %i classes, 68 and 119 as Matsuzaki counts them', (size, count) => {
    expect(tupleClasses(size)).toHaveLength(count);
  });

  test('are all found, each in one class, as a look at all sets of cells shows', () => {
    for (const size of SIZES) {
      const all = ofSize(CONNECTED, size).map(textOf);
      const members = tupleClasses(size).flatMap(({ cells }) => [...membersOf(cells)]);
      expect(sorted(members.map((text) => Number.parseInt(text, 16)))).toEqual(
        sorted(all.map((text) => Number.parseInt(text, 16))),
      );
      expect(sum(placements(size, true))).toBe(all.length);
    }
  });

  test('of 4 to 8 cells are 113, 244, 496, 912 and 1,474 sets', () => {
    expect([4, 5, 6, 7, 8].map((size) => sum(placements(size, true)))).toEqual([113, 244, 496, 912, 1474]);
  });

  test('hold the patterns of the literature as it writes them', () => {
    const six = tupleClasses(6).map(({ text }) => text);
    for (const text of ['012345', '012456', '456789', '45689a', '01259a', '012459']) expect(six).toContain(text);
    expect(tupleClasses(4).map(({ text }) => text)).toEqual(
      expect.arrayContaining(['0123', '4567', '0145', '1256', '569a']),
    );
    expect(tupleClasses(7).map(({ text }) => text)).toEqual(expect.arrayContaining(['0123456', '456789a', '012569a']));
  });
});

test('tuples of any n cells are as many as there are ways to choose them', () => {
  for (const size of SIZES) expect(sum(placements(size, false))).toBe(choose(size));
  expect(tupleClasses(2, { connected: false })).toHaveLength(21);
});

describe('a class of tuples', () => {
  test('has its cells in order, and is listed in the order of texts', () => {
    for (const size of SIZES) {
      const texts = tupleClasses(size).map(({ cells, text }) => {
        expect(textOf(cells)).toBe(text);
        return text;
      });
      expect([...texts].sort()).toEqual(texts);
    }
  });

  test('is looked up as often as the kernel looks up its pattern', () => {
    for (const size of [1, 2, 3, 4, 5, 6, 7, 8])
      for (const { text, lookups } of tupleClasses(size, { connected: false })) {
        const network = createNetwork({ game: '2048', network: text, stages: 'none', values: 'afterstate' });
        expect(lookups).toBe(isFolded(network, network.patterns[0]!) ? 4 : 8);
      }
  });

  test('has fewer placements exactly if a symmetry maps it onto itself', () => {
    const of = (text: string) => tupleClasses(text.length).find((one) => one.text === text);
    expect(of('012345')).toMatchObject({ placements: 8, lookups: 8 });
    expect(of('45689a')).toMatchObject({ placements: 4, lookups: 4 });
    expect(of('569a')).toMatchObject({ placements: 1, lookups: 4 });
    expect(of('0123456789abcdef')).toMatchObject({ placements: 1 });
  });

  test.each([0, 17, 1.5, Number.NaN])('has 1 to 16 cells, not %s', (size) => {
    expect(() => tupleClasses(size)).toThrow(InputError);
    expect(() => tupleClasses(size)).toThrow('a tuple has 1 to 16 cells');
  });
});

const tuple = fc.shuffledSubarray(CELLS, { minLength: 1 });

describe('the canonical form of any tuple', () => {
  test('is the same for all of its images, whatever the order of the cells', () => {
    fc.assert(
      fc.property(tuple, fc.nat(7), (cells, which) => {
        expect(canonicalTuple(cells.map(symmetry(which)))).toBe(canonicalTuple(cells));
        expect(canonicalTuple(sorted(cells))).toBe(canonicalTuple(cells));
      }),
    );
  });

  test('is one of its images, lies down, and no other lying image comes before it', () => {
    fc.assert(
      fc.property(tuple, (cells) => {
        const lying = [...membersOf(cells)].filter((text) => {
          const own = [...text].map((digit) => Number.parseInt(digit, 16));
          const [columns, rows] = [own.map((cell) => cell & 3), own.map((cell) => cell >> 2)];
          return Math.max(...columns) - Math.min(...columns) >= Math.max(...rows) - Math.min(...rows);
        });
        expect(canonicalTuple(cells)).toBe(lying.sort()[0]);
      }),
    );
  });

  test('is in the list of its size, among the connected if and only if its cells are connected', () => {
    const lists = new Map(
      SIZES.map((size) => [size, [true, false].map((connected) => tupleClasses(size, { connected }))]),
    );
    fc.assert(
      fc.property(tuple, (cells) => {
        const [connected, any] = lists.get(cells.length)!.map((list) => list.map(({ text }) => text));
        expect(any).toContain(canonicalTuple(cells));
        expect(connected!.includes(canonicalTuple(cells))).toBe(isConnected(cells));
        expect(isConnected(cells)).toBe(spreads(sum(cells.map((cell) => 1 << cell))));
      }),
    );
  });
});

describe('the name of a network', () => {
  const cellsOf = (network: string) => parseNetwork(network, '2048').patterns.map(({ cells }) => cells);

  test('is found by its patterns in any order and any placement', () => {
    for (const name of Object.keys(NETWORKS)) {
      const turned = cellsOf(name).map((cells, i) => cells.map(symmetry(i % 8)));
      // 42-33 is another name of 5x6.
      expect(networkNamed(turned.reverse())).toBe(name === '42-33' ? '5x6' : name);
    }
  });

  test('is that of no network with more patterns, or fewer', () => {
    expect(networkNamed(cellsOf('4x6 0123'))).toBeUndefined();
    expect(networkNamed(cellsOf('012345 456789 45689a'))).toBeUndefined();
    expect(networkNamed([])).toBeUndefined();
  });
});
