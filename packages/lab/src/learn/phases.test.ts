// When a step size may fall, and what a training by stages consists of.

import { Random } from 'afterstate';
import { describe, expect, test } from 'vitest';
import { planTraining, trainSettings } from './config.ts';
import { isSaturated, phasesOf } from './phases.ts';

/** Averages of blocks of 1,000 games by a curve, with the noise that such blocks have: a deviation of 1.4% of their mean. */
function curve(blocks: number, mean: (games: number) => number, seed: number): number[] {
  const random = Random.forGame(seed, 0);
  const uniform = (): number => random.next().hi / 2 ** 32;
  return Array.from({ length: blocks }, (_, i) => {
    // The sum of twelve uniform numbers has a deviation of 1.
    const noise = Array.from({ length: 12 }, uniform).reduce((sum, u) => sum + u, -6);
    return mean((i + 1) * 1000) * (1 + 0.014 * noise);
  });
}

/** The games after which learning counts as saturated; undefined where it never does. */
function saturatedAfter(averages: readonly number[]): number | undefined {
  const blocks = averages.findIndex((_, i) => isSaturated(averages.slice(0, i + 1)));
  return blocks < 0 ? undefined : (blocks + 1) * 1000;
}

describe('learning is saturated', () => {
  // The curve of 4x6 by TD(0): 27,800 points after 670,000 games, and rising to 32,700.
  const rising = (games: number): number => 32_700 - 11_300 * Math.exp(-games / 806_000);

  test.each([1, 2, 3, 4])('not while a noisy curve still rises, and some time after it has risen: seed %i', (seed) => {
    expect(rising(670_000)).toBeCloseTo(27_779, 0);
    const after = saturatedAfter(curve(6000, rising, seed))!;
    // What doubling the games would still add is below 2%.
    expect(after).toBeGreaterThan(2_000_000);
    expect(rising(2 * after) / rising(after)).toBeLessThan(1.02);
    expect(after).toBeLessThan(5_000_000);
  });

  test.each([1, 2, 3, 4])('never on a curve that gains as much with every doubling: seed %i', (seed) => {
    const logarithmic = (games: number): number => 10_000 + 1500 * Math.log2(games / 1000);
    expect(saturatedAfter(curve(5000, logarithmic, seed))).toBeUndefined();
  });

  test.each([1, 2, 3, 4])('as soon as a flat curve is long enough to say so: seed %i', (seed) => {
    const after = saturatedAfter(curve(1000, () => 30_000, seed))!;
    expect(after).toBeGreaterThanOrEqual(199_000);
    expect(after).toBeLessThan(400_000);
  });

  test('on a curve that falls', () => {
    expect(isSaturated(curve(300, (games) => 30_000 - games / 100, 1))).toBe(true);
  });
});

describe('the phases of a training by stages', () => {
  const phases = (more: object) =>
    phasesOf(
      planTraining(
        trainSettings.parse({ network: '0123', method: 'multistage', stages: 'yeh-2', games: 1200, ...more }, '--'),
      ),
    );

  test('teach each stage and collect the boards of the next by its weights', () => {
    expect(phases({}).map(({ name, games, settings }) => [name, games, settings.fixedStage])).toEqual([
      ['stage 1', 300, 0],
      ['boards of stage 2', 2_000_000, 0],
      ['stage 2', 300, 1],
      ['boards of stage 3', 2_000_000, 1],
      ['stage 3', 300, 2],
      ['boards of stage 4', 2_000_000, 2],
      ['stage 4', 300, 3],
    ]);
  });

  test('leave out what was learned before, and give its games to the rest', () => {
    const names = phases({ learned: 3, from: 'model@0-2' }).map(({ name, games }) => [name, games]);
    expect(names).toEqual([
      ['boards of stage 2', 2_000_000],
      ['boards of stage 3', 2_000_000],
      ['boards of stage 4', 2_000_000],
      ['stage 4', 1200],
    ]);
  });

  test.each([
    [{ learned: 4, from: 'model' }, 'there are 4 stages, and none would be left to train'],
    [{ learned: 3, from: 'model@0-1' }, 'stage 2 has no weights; give the model that has them: --from MODEL@0-2'],
    [{ learned: 1 }, 'stage 0 has no weights'],
    [{ alphaDrop: 100 }, '--alpha-drop says when the step size becomes --alpha-final; give --alpha-final too'],
  ])('%o is refused', (more, message) => {
    expect(() => phases(more)).toThrow(message);
  });
});
