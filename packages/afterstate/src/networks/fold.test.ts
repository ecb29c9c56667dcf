import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fold, imageOf, unfold } from './fold.ts';
import { lanes, parseNetwork, selfSymmetry } from './pattern.ts';

const pattern = (text: string) => parseNetwork(text, text.endsWith('h') ? 'threes' : '2048').patterns[0]!;
const board = fc.array(fc.nat(15), { minLength: 16, maxLength: 16 });

describe('a pattern that is its own image', () => {
  test.each(['0123', '45689a', '0145', '05', '0', '12', '569a', '01234567', '01248', '0123h'])(
    '%s is looked up by pairs of an index and its image',
    (text) => {
      const { cells } = pattern(text);
      const image = imageOf(pattern(text))!;
      const [first, second] = lanes(selfSymmetry(pattern(text)));
      fc.assert(
        fc.property(board, fc.nat(3), (exponents, lane) => {
          const index = (map: (cell: number) => number): number =>
            cells.reduce((sum, cell, i) => sum + exponents[map(cell)]! * 16 ** i, 0);
          expect(image(index(first[lane]!))).toBe(index(second[lane]!));
          expect(image(index(second[lane]!))).toBe(index(first[lane]!));
        }),
      );
    },
  );

  test('leaves the bits above its cells, such as the hint, unchanged', () => {
    expect(imageOf(pattern('0123h'))!(3 * 65536 + 0x1234)).toBe(3 * 65536 + 0x4321);
  });

  test.each(['012345', '456789', '012', '0124'])('%s is not one', (text) => {
    expect(imageOf(pattern(text))).toBeUndefined();
  });
});

describe('folding', () => {
  const image = imageOf(pattern('12'))!;
  const table = fc.float32Array({
    minLength: 256,
    maxLength: 256,
    noNaN: true,
    noDefaultInfinity: true,
    min: -1e6,
    max: 1e6,
  });

  test('keeps the sum that a pair of lookups gives', () => {
    fc.assert(
      fc.property(table, (weights) => {
        const folded = weights.slice();
        fold(folded, image);
        for (let i = 0; i < 256; i++) {
          expect(folded[Math.min(i, image(i))]).toBe(Math.fround(weights[i]! + weights[image(i)]!));
          if (image(i) < i) expect(folded[i]).toBe(0);
        }
      }),
    );
  });

  test('undoes unfolding bit for bit', () => {
    fc.assert(
      fc.property(table, (weights) => {
        // Halves of numbers next to 0 are not exact.
        const folded = weights.map((weight, i) => (image(i) < i || Math.abs(weight) < 1e-30 ? 0 : weight));
        const twice = folded.slice();
        unfold(twice, image);
        for (let i = 0; i < 256; i++) expect(twice[i]).toBe(twice[image(i)]);
        fold(twice, image);
        expect(twice).toEqual(folded);
      }),
    );
  });
});
