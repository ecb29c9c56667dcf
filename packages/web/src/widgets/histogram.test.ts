import { expect, test } from 'vitest';
import { binsOf } from './histogram.tsx';

test('bars span round numbers, and every value is in one', () => {
  expect(binsOf([100, 250, 990])).toEqual({ from: 100, width: 50, counts: [1, 0, 0, 1, ...Array(13).fill(0), 1] });
  for (const values of [[7], [0, 0, 0], [12, 65_536, 131_072], Array.from({ length: 500 }, (_, i) => i * i)]) {
    const { from, width, counts } = binsOf(values);
    expect(counts.length).toBeLessThanOrEqual(20);
    expect(counts.reduce((sum, n) => sum + n, 0)).toBe(values.length);
    expect(from % width).toBe(0);
    expect([counts[0]! > 0, counts.at(-1)! > 0]).toEqual([true, true]);
  }
});
