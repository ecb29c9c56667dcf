import { describe, expect, test } from 'vitest';
import { Random } from '../rules/random.ts';
import { logGamma, studentT, studentT95, upperGamma } from './special-functions.ts';
import {
  chiSquare,
  deviation,
  mean,
  meanOfMaxima,
  meanInterval,
  median,
  medianInterval,
  pairedDifference,
  quantile,
  sorted,
  uniform,
  wilson,
} from './statistics.ts';

describe('means and deviations equal those certified by NIST', () => {
  const alternating = (first: number, low: number, high: number): number[] => [
    first,
    ...Array.from({ length: 1000 }, (_, i) => (i % 2 === 0 ? low : high)),
  ];
  const datasets: [name: string, values: number[], mean: number, deviation: number, digits: number][] = [
    ['NumAcc1', [10000001, 10000003, 10000002], 10000002, 1, 15],
    ['NumAcc2', alternating(1.2, 1.1, 1.3), 1.2, 0.1, 13],
    ['NumAcc3', alternating(1000000.2, 1000000.1, 1000000.3), 1000000.2, 0.1, 9],
    ['NumAcc4', alternating(10000000.2, 10000000.1, 10000000.3), 10000000.2, 0.1, 8],
  ];
  test.each(datasets)('%s', (_name, values, trueMean, trueDeviation, digits) => {
    expect(Math.abs(mean(values) / trueMean - 1)).toBeLessThan(1e-15);
    expect(Math.abs(deviation(values)! / trueDeviation - 1)).toBeLessThan(10 ** -digits * 5);
  });

  test('one value has a mean but no deviation', () => {
    expect(mean([7])).toBe(7);
    expect(deviation([7])).toBeUndefined();
    expect(meanInterval([7])).toBeUndefined();
  });
});

test('the mean of maxima takes every N values in a row, and ignores the remainder', () => {
  expect(meanOfMaxima([3, 9, 1, 2, 4, 8, 100], 3)).toBe(8.5);
  expect(meanOfMaxima([3, 9, 1], 3)).toBe(9);
  expect(meanOfMaxima([-3, -9], 2)).toBe(-3);
  expect(meanOfMaxima([3, 9], 3)).toBeUndefined();
});

describe("Student's t", () => {
  // The 0.975 column of the NIST/SEMATECH e-Handbook, table 1.3.6.7.2.
  const table: [degrees: number, t: number][] = [
    [1, 12.706],
    [2, 4.303],
    [3, 3.182],
    [4, 2.776],
    [5, 2.571],
    [6, 2.447],
    [7, 2.365],
    [8, 2.306],
    [9, 2.262],
    [10, 2.228],
    [15, 2.131],
    [20, 2.086],
    [25, 2.06],
    [30, 2.042],
    [40, 2.021],
    [50, 2.009],
    [60, 2.0],
    [80, 1.99],
    [100, 1.984],
  ];
  test.each(table)('with %i degrees of freedom has the quantile %f', (degrees, t) => {
    expect(studentT95(degrees)).toBeCloseTo(t, 3);
  });

  test('with 1 and 2 degrees of freedom has the quantiles tan(0.475 π) and 1.9 / √(2 · 0.975 · 0.025) / 2', () => {
    expect(studentT95(1)).toBeCloseTo(Math.tan(0.475 * Math.PI), 9);
    expect(studentT95(2)).toBeCloseTo(0.95 / Math.sqrt(2 * 0.975 * 0.025), 9);
  });

  test('falls without a jump from the closed form to the expansion, down to the normal quantile', () => {
    const around = [196, 197, 198, 199, 200, 201, 202].map(studentT95);
    const steps = around.slice(1).map((t, i) => around[i]! - t);
    for (let i = 1; i < steps.length; i++) expect(Math.abs(steps[i]! / steps[i - 1]! - 1)).toBeLessThan(0.011);
    expect(studentT95(1e9)).toBeCloseTo(1.959963985, 8);
  });

  test('has the published quantiles for other probabilities too', () => {
    // Abramowitz and Stegun, table 26.10.
    expect(studentT(10, 0.99)).toBeCloseTo(3.169, 3);
    expect(studentT(5, 0.999)).toBeCloseTo(6.869, 3);
    expect(studentT(120, 0.999)).toBeCloseTo(3.373, 3);
    expect(studentT(7, 0.95)).toBe(studentT95(7));
    expect(() => studentT(7, 1)).toThrow('a probability');
  });

  test('gives the interval of the mean of five numbers', () => {
    // mean 3, deviation √2.5, t(4) = 2.7764451
    const [low, high] = meanInterval([1, 2, 3, 4, 5])!;
    expect(low).toBeCloseTo(1.0367568, 6);
    expect(high).toBeCloseTo(4.9632432, 6);
  });
});

describe("Wilson's interval", () => {
  // Newcombe (1998), Two-sided confidence intervals for the single proportion, table I, method 3.
  const published: [successes: number, trials: number, low: number, high: number][] = [
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ];
  test.each(published)('of %i in %i is that of Newcombe', (successes, trials, low, high) => {
    const interval = wilson(successes, trials);
    expect(interval[0]).toBeCloseTo(low, 4);
    expect(interval[1]).toBeCloseTo(high, 4);
  });

  test("of 10 in 20 is that of R's prop.test without correction", () => {
    const [low, high] = wilson(10, 20);
    expect(low).toBeCloseTo(0.299298, 6);
    expect(high).toBeCloseTo(0.700702, 6);
  });

  test('stays within 0 and 1, reaches them at the ends, and mirrors', () => {
    expect(wilson(0, 7)[0]).toBe(0);
    expect(wilson(7, 7)[1]).toBe(1);
    expect(wilson(7, 7)[0]).toBeCloseTo(1 - wilson(0, 7)[1], 12);
  });
});

describe('quantiles', () => {
  test("interpolate as R's default does", () => {
    const values = sorted([10, 1, 7, 3]);
    expect([...values]).toEqual([1, 3, 7, 10]);
    expect(quantile(values, 0.25)).toBe(2.5);
    expect(median(values)).toBe(5);
    expect(quantile(values, 0.75)).toBe(7.75);
    expect(median(sorted([5, 1, 9]))).toBe(5);
  });
});

describe('the bootstrap interval of the median', () => {
  const plainly = (values: Float64Array, random: Random, resamples: number): [number, number] => {
    const medians = Float64Array.from({ length: resamples }, () =>
      median(sorted(Float64Array.from(values, () => values[Math.floor(uniform(random) * values.length)]!))),
    ).sort();
    return [quantile(medians, 0.025), quantile(medians, 0.975)];
  };

  test.each([40, 41])('of %i values is that of resampling value by value', (n) => {
    const random = Random.forGame(5, 0);
    const values = sorted(Array.from({ length: n }, () => uniform(random)));
    const [low, high] = medianInterval(values, Random.forGame(1, 0), 20_000);
    const [plainLow, plainHigh] = plainly(values, Random.forGame(2, 0), 20_000);
    expect(Math.abs(low - plainLow)).toBeLessThan(0.02);
    expect(Math.abs(high - plainHigh)).toBeLessThan(0.02);
  });

  test('covers the true median about 95 times in 100', () => {
    const random = Random.forGame(11, 0);
    let covered = 0;
    for (let i = 0; i < 1000; i++) {
      const [low, high] = medianInterval(sorted(Array.from({ length: 101 }, () => uniform(random))), random, 400);
      if (low <= 0.5 && 0.5 <= high) covered++;
    }
    expect(covered).toBeGreaterThan(925);
    expect(covered).toBeLessThan(970);
  });

  test('is the same for the same seed, and one value is its own interval', () => {
    const values = sorted([4, 8, 15, 16, 23, 42]);
    expect(medianInterval(values, Random.forGame(3, 0))).toEqual(medianInterval(values, Random.forGame(3, 0)));
    expect(medianInterval(sorted([7]), Random.forGame(3, 0))).toEqual([7, 7]);
  });
});

describe('paired differences', () => {
  test("give the interval of Student's sleep data (extra hours, drug 2 − drug 1)", () => {
    // R: t.test(extra ~ group, data = sleep, paired = TRUE): mean 1.58, interval 0.7001142 … 2.4598858.
    const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
    const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
    const result = pairedDifference(second, first);
    expect(result.difference).toBeCloseTo(1.58, 12);
    expect(result.ci95![0]).toBeCloseTo(0.7001142, 6);
    expect(result.ci95![1]).toBeCloseTo(2.4598858, 6);
    expect([result.wins, result.ties, result.losses]).toEqual([9, 1, 0]);
  });

  test('refuse samples of different lengths', () => {
    expect(() => pairedDifference([1, 2], [1])).toThrow('one length');
  });
});

describe('the chi-square test', () => {
  // The 5% and 1% columns of the NIST/SEMATECH e-Handbook, table 1.3.6.7.4.
  const table: [degrees: number, statistic: number, p: number][] = [
    [1, 3.841, 0.05],
    [1, 6.635, 0.01],
    [2, 5.991, 0.05],
    [5, 11.07, 0.05],
    [10, 18.307, 0.05],
    [10, 23.209, 0.01],
    [30, 43.773, 0.05],
    [100, 124.342, 0.05],
  ];
  test.each(table)('with %i degrees of freedom and the statistic %f has p = %f', (degrees, statistic, p) => {
    expect(upperGamma(degrees / 2, statistic / 2)).toBeCloseTo(p, 4);
  });

  test('with 2 degrees of freedom is an exponential', () => {
    for (const x of [0, 0.1, 1, 2.9, 3.1, 20]) expect(upperGamma(1, x)).toBeCloseTo(Math.exp(-x), 12);
  });

  test("finds Mendel's peas in keeping with 9 : 3 : 3 : 1", () => {
    const result = chiSquare([315, 108, 101, 32], [9 / 16, 3 / 16, 3 / 16, 1 / 16]);
    expect(result.statistic).toBeCloseTo(0.470024, 6);
    expect(result.degrees).toBe(3);
    expect(result.p).toBeCloseTo(0.9254, 4);
  });

  test('uses a gamma function that gives factorials and √π', () => {
    expect(logGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 12);
    expect(logGamma(11)).toBeCloseTo(Math.log(3628800), 12);
  });
});
