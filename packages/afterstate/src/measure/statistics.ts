// What samples say, and with what certainty: means and differences with Student's interval, rates with Wilson's,
// medians with a bootstrap interval, and the chi-square test. docs/guide/measuring.md has the formulas and the reasons.

import type { Random } from '../rules/random.ts';
import { NORMAL_95, studentT95, upperGamma } from './special-functions.ts';

/** An interval that covers the true value in 95% of repetitions: its two ends. */
export type Interval = readonly [low: number, high: number];

export type Sample = ArrayLike<number>;

export function mean(values: Sample): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  const rough = sum / values.length;
  // The rounding error in the sum of large numbers shows up in the sum of the small remainders.
  let rest = 0;
  for (let i = 0; i < values.length; i++) rest += values[i]! - rough;
  return rough + rest / values.length;
}

/** The sample deviation (divisor n − 1), in two passes, so that a large mean does not drown it; undefined for one value. */
export function deviation(values: Sample): number | undefined {
  if (values.length < 2) return undefined;
  const centre = mean(values);
  let squares = 0;
  let rest = 0;
  for (let i = 0; i < values.length; i++) {
    const distance = values[i]! - centre;
    squares += distance * distance;
    rest += distance;
  }
  return Math.sqrt(Math.max(0, squares - (rest * rest) / values.length) / (values.length - 1));
}

/** The mean of the maxima of every `each` values in a row; undefined if there are fewer. A remainder at the end does not count. */
export function meanOfMaxima(values: Sample, each: number): number | undefined {
  const groups = Math.floor(values.length / each);
  if (groups === 0) return undefined;
  const maxima = new Float64Array(groups).fill(-Infinity);
  for (let i = 0; i < groups * each; i++) {
    const group = Math.floor(i / each);
    maxima[group] = Math.max(maxima[group]!, values[i]!);
  }
  return mean(maxima);
}

/** Student's interval of the mean; undefined for one value, which says nothing about the spread. */
export function meanInterval(values: Sample): Interval | undefined {
  const spread = deviation(values);
  return spread === undefined ? undefined : intervalOf(mean(values), spread, values.length);
}

/** The same from the mean and the sample deviation of n values, at least two. */
export function intervalOf(centre: number, spread: number, n: number): Interval {
  const half = (studentT95(n - 1) * spread) / Math.sqrt(n);
  return [centre - half, centre + half];
}

/** A copy in ascending order, as the quantiles need it. */
export function sorted(values: Sample): Float64Array {
  return Float64Array.from(values).sort();
}

/** The quantile, by linear interpolation between the order statistics: R's type 7, NumPy's default. */
export function quantile(ascending: Sample, fraction: number): number {
  const at = (ascending.length - 1) * fraction;
  const below = Math.floor(at);
  const low = ascending[below]!;
  const high = ascending[Math.min(below + 1, ascending.length - 1)]!;
  return low + (high - low) * (at - below);
}

export function median(ascending: Sample): number {
  return quantile(ascending, 0.5);
}

/** Wilson's score interval of a rate: right for small samples and for rates near 0 and 1, unlike ± a deviation. */
export function wilson(successes: number, trials: number): Interval {
  if (trials === 0) return [0, 1];
  const rate = successes / trials;
  const square = NORMAL_95 ** 2;
  const centre = rate + square / (2 * trials);
  const half = NORMAL_95 * Math.sqrt((rate * (1 - rate)) / trials + square / (4 * trials * trials));
  const scale = 1 + square / trials;
  // At the ends the formula gives exactly 0 and 1, except for rounding.
  return [successes === 0 ? 0 : (centre - half) / scale, successes === trials ? 1 : (centre + half) / scale];
}

export interface PairedDifference {
  /** The mean of ours − theirs over the pairs. */
  readonly difference: number;
  /** Undefined for one pair. */
  readonly ci95: Interval | undefined;
  /** In how many pairs ours is larger, equal, smaller. */
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

export function pairedDifference(ours: Sample, theirs: Sample): PairedDifference {
  if (ours.length !== theirs.length)
    throw new RangeError(`pairs need samples of one length, not ${ours.length} and ${theirs.length}`);
  const differences = new Float64Array(ours.length);
  let wins = 0;
  let losses = 0;
  for (let i = 0; i < ours.length; i++) {
    const difference = ours[i]! - theirs[i]!;
    differences[i] = difference;
    if (difference > 0) wins++;
    else if (difference < 0) losses++;
  }
  return {
    difference: mean(differences),
    ci95: meanInterval(differences),
    wins,
    ties: ours.length - wins - losses,
    losses,
  };
}

/**
 * The percentile bootstrap interval of the median. A resample of n values is not drawn value by value: its k-th
 * smallest value is at rank ⌊n U⌋, where U is the k-th smallest of n uniform numbers and so has a Beta
 * distribution. Drawing that one number (two for even n) gives the same distribution in constant time.
 */
export function medianInterval(ascending: Sample, random: Random, resamples = 2000): Interval {
  const n = ascending.length;
  const medians = new Float64Array(resamples);
  const k = Math.ceil(n / 2);
  for (let i = 0; i < resamples; i++) {
    const u = beta(k, n - k + 1, random);
    const lower = ascending[rank(u, n)]!;
    if (n % 2 === 1) {
      medians[i] = lower;
    } else {
      // Of the n − k numbers above u, the smallest.
      const v = 1 - (1 - u) * positive(random) ** (1 / (n - k));
      medians[i] = (lower + ascending[rank(v, n)]!) / 2;
    }
  }
  medians.sort();
  return [quantile(medians, 0.025), quantile(medians, 0.975)];
}

function rank(u: number, n: number): number {
  return Math.min(n - 1, Math.floor(u * n));
}

function beta(a: number, b: number, random: Random): number {
  const x = gamma(a, random);
  return x / (x + gamma(b, random));
}

/** Marsaglia and Tsang (2000), for shapes from 1. */
function gamma(shape: number, random: Random): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(positive(random)) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
  }
}

/** Box and Muller; the second number is thrown away. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(positive(random))) * Math.cos(2 * Math.PI * uniform(random));
}

/** Uniform in [0, 1): the upper 53 bits of an output. */
export function uniform(random: Random): number {
  const { hi, lo } = random.next();
  return (hi * 2 ** 21 + (lo >>> 11)) / 2 ** 53;
}

/** Uniform in (0, 1], so that its logarithm is finite. */
function positive(random: Random): number {
  return 1 - uniform(random);
}

export interface ChiSquare {
  readonly statistic: number;
  readonly degrees: number;
  /** The chance of a statistic at least this large if the expected probabilities are the true ones. */
  readonly p: number;
}

/** Pearson's test of counts against the probabilities they should follow. */
export function chiSquare(counts: Sample, probabilities: Sample): ChiSquare {
  if (counts.length !== probabilities.length)
    throw new RangeError(
      `chi-square needs one probability per count, not ${probabilities.length} for ${counts.length}`,
    );
  let total = 0;
  for (let i = 0; i < counts.length; i++) total += counts[i]!;
  let statistic = 0;
  for (let i = 0; i < counts.length; i++) {
    const expected = total * probabilities[i]!;
    statistic += (counts[i]! - expected) ** 2 / expected;
  }
  const degrees = counts.length - 1;
  return { statistic, degrees, p: upperGamma(degrees / 2, statistic / 2) };
}
