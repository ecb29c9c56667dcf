import { expect, it } from 'vitest';
import { columnsOf, nextStop } from './grid-keys.ts';

it('rows are found from the positions of the buttons', () => {
  expect(columnsOf([0, 0, 0, 50, 50].map((offsetTop) => ({ offsetTop })))).toBe(3);
  expect(columnsOf([0, 0].map((offsetTop) => ({ offsetTop })))).toBe(2);
});

it('arrow keys move by one or by a row, Home and End to the ends, and nothing leads outside', () => {
  const from = (key: string, at: number) => nextStop(key, at, 8, 3);
  expect(from('ArrowRight', 2)).toBe(3);
  expect(from('ArrowLeft', 3)).toBe(2);
  expect(from('ArrowDown', 4)).toBe(7);
  expect(from('ArrowUp', 4)).toBe(1);
  expect([from('Home', 4), from('End', 4)]).toEqual([0, 7]);
  for (const [key, at] of [
    ['ArrowLeft', 0],
    ['ArrowUp', 2],
    ['ArrowDown', 5],
    ['ArrowRight', 7],
    ['Enter', 3],
  ] as const)
    expect(from(key, at)).toBeUndefined();
});
