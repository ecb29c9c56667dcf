import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimal, plain } from './table.ts';

const number = fc.oneof(
  fc.double({ min: -1e20, max: 1e20, noNaN: true }),
  fc.double({ min: -1e4, max: 1e4, noNaN: true }),
  fc.integer(),
);
const intl = (value: number, least: number, most: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: least, maximumFractionDigits: most });

test('numbers are written as Intl writes them', () => {
  fc.assert(
    fc.property(number, fc.integer({ min: 0, max: 6 }), (value, digits) => {
      expect(decimal(value, digits)).toBe(intl(value, digits, digits));
      expect(plain(value)).toBe(intl(value, 0, 3));
    }),
    { numRuns: 3000 },
  );
  for (const value of [
    0,
    -0,
    0.5,
    1.5,
    2.5,
    -0.4,
    999,
    1000,
    -1000,
    1e6,
    100,
    1200,
    0.0004,
    5e-324,
    1e21,
    Infinity,
    -Infinity,
    NaN,
  ]) {
    expect(decimal(value)).toBe(intl(value, 0, 0));
    expect(plain(value)).toBe(intl(value, 0, 3));
  }
});
