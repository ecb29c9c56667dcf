import { describe, expect, it } from 'vitest';
import { judge } from './verdict.ts';

describe('a move is', () => {
  it('the best if no other is worth more, including equals', () => {
    expect(judge([500, 500, NaN, 400], 1, 0)).toMatchObject({ best: 1, loss: 0, verdict: undefined });
  });

  it.each([
    [990, undefined],
    [980, 'inaccuracy'],
    [951, 'inaccuracy'],
    [950, 'mistake'],
    [900, 'blunder'],
    [0, 'blunder'],
  ])('judged by the share it lost of what was to come: %i of 1000 is %s', (value, verdict) => {
    expect(judge([1000, value, NaN, NaN], 1, 0).verdict).toBe(verdict);
  });

  it('not blamed for the last few points of a long game', () => {
    expect(judge([40, 20, NaN, NaN], 1, 60_000)).toMatchObject({ loss: 20, share: 0.5, verdict: undefined });
    expect(judge([40, 20, NaN, NaN], 1, 100).verdict).toBe('blunder');
  });

  it('judged among the legal moves only', () => {
    expect(judge([NaN, NaN, 10, 20], 2, 0)).toMatchObject({ best: 3, loss: 10 });
  });
});
