import { describe, expect, it } from 'vitest';
import { accuracyOf, accuracyOfMove, type Judged, phasesOf } from './accuracy.ts';
import { judge } from './verdict.ts';

/** A move worth `value` when the best is worth 1000. */
function move(value: number, { legal = 2, largest = 5, score = 0 } = {}): Judged {
  return { judgement: judge([1000, value, NaN, NaN], 1, score), legal, largest, score };
}

describe('the accuracy of a move', () => {
  it.each([
    [1000, 1],
    [950, 0.5],
    [900, 0.25],
    [800, 1 / 16],
  ])('worth %i of 1000 is %d', (value, accuracy) => {
    expect(accuracyOfMove(move(value).judgement, 0)).toBeCloseTo(accuracy, 9);
  });

  it('is not lowered by the last few points of a long game', () => {
    expect(accuracyOfMove(judge([40, 20, NaN, NaN], 1, 60_000), 60_000)).toBe(1);
  });
});

describe('the accuracy of a game', () => {
  it('is the average of its moves with a choice', () => {
    const found = accuracyOf([move(1000), move(950), move(0, { legal: 1 })]);
    expect(found).toEqual({ share: 0.75, moves: 2, blunders: 0 });
  });

  it('is unknown if nothing was chosen', () => {
    expect(accuracyOf([move(1000, { legal: 1 })]).share).toBeUndefined();
    expect(phasesOf([])).toEqual([]);
  });

  it('is given for each of the last largest tiles, and for everything before them together', () => {
    const phases = phasesOf([1, 2, 3, 4, 5, 6].map((largest) => move(largest < 6 ? 1000 : 900, { largest })));
    expect(phases.map(({ from, to }) => [from, to])).toEqual([
      [1, 3],
      [4, 4],
      [5, 5],
      [6, 6],
    ]);
    expect(phases.map(({ share }) => share)).toEqual([1, 1, 1, 0.25]);
    expect(phases.map(({ blunders }) => blunders)).toEqual([0, 0, 0, 1]);
    expect(phases.reduce((sum, { moves }) => sum + moves, 0)).toBe(6);
  });
});
