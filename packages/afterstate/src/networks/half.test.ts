import { describe, expect, test } from 'vitest';
import { fromHalf, toHalf } from './half.ts';
import { sameBits } from './models.testing.ts';

describe('half precision', () => {
  test('every finite half becomes a single and the same half again', () => {
    const halves = Uint16Array.from({ length: 65536 }, (_, i) => i).filter((bits) => (bits & 0x7c00) !== 0x7c00);
    expect(sameBits(toHalf(fromHalf(halves)), halves)).toBe(true);
  });

  test('has the values of IEEE 754', () => {
    const known = [
      [0x0000, 0],
      [0x0001, 2 ** -24],
      [0x0400, 2 ** -14],
      [0x3555, 0.333251953125],
      [0x3c00, 1],
      [0xc000, -2],
      [0x7bff, 65504],
      [0x7c00, Infinity],
    ] as const;
    expect([...fromHalf(Uint16Array.from(known, ([bits]) => bits))]).toEqual(known.map(([, value]) => value));
  });

  test('rounds to the nearest, and to the even one of two equally near', () => {
    const singles = [
      1 + 2 ** -11,
      1 + 3 * 2 ** -11,
      1 + 2 ** -11 + 2 ** -20,
      2 ** -25,
      3 * 2 ** -25,
      65519,
      65520,
      2 ** -14 - 2 ** -26,
    ];
    const nearest = [1, 1 + 2 * 2 ** -10, 1 + 2 ** -10, 0, 2 ** -23, 65504, Infinity, 2 ** -14];
    expect([...fromHalf(toHalf(Float32Array.from(singles)))]).toEqual(nearest);
    const negative = Float32Array.from(singles, (value) => -value);
    expect([...fromHalf(toHalf(negative))]).toEqual(nearest.map((value) => -value));
  });

  test('keeps NaN', () => {
    expect([...fromHalf(toHalf(Float32Array.of(NaN)))]).toEqual([NaN]);
  });
});
