// What the seeds so far say about candidates. Their deviations are pooled, relative to the means: two or five seeds say little about one
// candidate's own deviation, but all candidates together say a lot, and a candidate with twice the score has about twice the spread.
// Probabilities are divided by the number of comparisons (Bonferroni).

import { deviation, mean, studentT } from 'afterstate/measure';

/** The largest chance that the race of one step drops the candidate that all seeds would choose. */
const RACE_RISK = 0.01;
/** The largest chance that any candidate of a step counts as worse than the best although it is not. */
const TELL_RISK = 0.05;

export interface Spread {
  /** Pooled deviation of a seed's value, as a share of its candidate's mean. */
  readonly relative: number;
  readonly degrees: number;
}

/** Undefined if no candidate has two seeds. */
export function pooledSpread(samples: readonly (readonly number[])[]): Spread | undefined {
  let squares = 0;
  let degrees = 0;
  for (const values of samples) {
    const own = deviation(values);
    const centre = mean(values);
    if (own === undefined || !(centre > 0)) continue;
    squares += (values.length - 1) * (own / centre) ** 2;
    degrees += values.length - 1;
  }
  return degrees === 0 ? undefined : { relative: Math.sqrt(squares / degrees), degrees };
}

/**
 * The candidates that most likely will not have the largest mean once all have `seeds` values. The k values so far are part of the
 * final mean, so two final means differ by the present difference, give or take √((n − k) / (n k)) deviations of each: much less than
 * for two samples of k that should represent all possible seeds.
 */
export function isOut(
  values: readonly (readonly number[])[],
  running: readonly number[],
  seeds: number,
): ReadonlySet<number> {
  const spread = pooledSpread(running.map((candidate) => values[candidate]!));
  const means = new Map(running.map((candidate) => [candidate, mean(values[candidate]!)]));
  const best = Math.max(...means.values());
  const done = values[running[0]!]!.length;
  if (!spread) return new Set();
  // Each candidate except the winner is judged after each seed except the first and the last.
  const comparisons = (values.length - 1) * Math.max(1, seeds - 2);
  const reach = studentT(spread.degrees, 1 - RACE_RISK / comparisons);
  const left = (seeds - done) / (seeds * done);
  return new Set(
    running.filter((candidate) => {
      const own = means.get(candidate)!;
      return best - own > reach * spread.relative * Math.sqrt(left * (best ** 2 + own ** 2));
    }),
  );
}

/**
 * For each sample, whether it is distinguishable from the first, which has the largest mean; undefined if there is only one seed
 * each.
 */
export function toldFrom(samples: readonly (readonly number[])[]): readonly boolean[] | undefined {
  const spread = pooledSpread(samples);
  const [first, ...others] = samples;
  if (!spread || !first) return undefined;
  const reach = studentT(spread.degrees, 1 - TELL_RISK / Math.max(1, others.length));
  const best = mean(first);
  return samples.map((values) => {
    const own = mean(values);
    const error = spread.relative * Math.sqrt(best ** 2 / first.length + own ** 2 / values.length);
    return values !== first && best - own > reach * error;
  });
}
