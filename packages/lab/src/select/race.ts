// What the seeds so far say about candidates. Their deviations are pooled, relative to the means: two or five seeds say little about one
// candidate's own deviation, but all candidates together say it well, and a candidate with twice the score spreads about twice
// as much. Probabilities are divided by the number of comparisons (Bonferroni).

import { deviation, mean, studentT } from 'afterstate/measure';

/** The chance, at most, that a race of one step leaves behind the candidate that all seeds would choose. */
const RACE_RISK = 0.01;
/** The chance, at most, that one or more candidates of a step count as worse than the best though they are not. */
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
 * The candidates that, as far as can be foreseen, will not have the largest mean once all have `seeds` values. Of the k values so far
 * each is part of the final mean, so two final means differ by the difference now, give or take
 * √((n − k) / (n k)) deviations of each: much less than two samples of k that mean to say something about all possible seeds.
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
  // Each candidate but the winner is judged after each seed but the first and the last.
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

/** For each sample, whether it can be told from the first, which has the largest mean; undefined if one seed each says nothing. */
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
