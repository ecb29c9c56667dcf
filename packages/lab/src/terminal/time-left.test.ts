import { describe, expect, test } from 'vitest';
import type { Moment } from './time-left.ts';
import { remember, secondsLeft } from './time-left.ts';

/** Work whose pieces take `each(n)` seconds, seen after every hundredth of it up to `done`. */
function seen(total: number, done: number, each: (piece: number) => number, from = 0) {
  const moments: Moment[] = [];
  let seconds = 0;
  let left = 0;
  for (let piece = from; piece < total; piece++) {
    if (piece <= done && (piece - from) % (total / 100) === 0) remember(moments, { done: piece, seconds });
    if (piece < done) seconds += each(piece);
    else left += each(piece);
  }
  return { moments, left };
}

describe('the time left', () => {
  test('is the rest at the same pace where pieces are alike', () => {
    const { moments, left } = seen(1000, 300, () => 2);
    expect(secondsLeft(moments, 1000)).toBeCloseTo(left, 6);
  });

  test.each([0.3, 0.5, 1])('counts with games that get longer, by the power %d', (power) => {
    const { moments, left } = seen(10_000, 2000, (piece) => 0.01 * (piece + 1) ** power);
    const guess = secondsLeft(moments, 10_000)!;
    expect(guess / left).toBeGreaterThan(0.85);
    expect(guess / left).toBeLessThan(1.15);
  });

  test('counts from where a resumed run stands', () => {
    const { moments, left } = seen(10_000, 7000, (piece) => 0.01 * (piece + 1) ** 0.5, 5000);
    expect(secondsLeft(moments, 10_000)! / left).toBeCloseTo(1, 1);
  });

  test('is unknown before anything is done, and 0 at the end', () => {
    expect(secondsLeft([{ done: 5, seconds: 0 }], 10)).toBeUndefined();
    expect(secondsLeft(seen(100, 99, () => 1).moments, 99)).toBeCloseTo(0);
  });
});
