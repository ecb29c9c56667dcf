// Which weights are tried. A method is a generator: it yields rounds, receives the outcome of each candidate, and returns its
// final weights. It depends only on its settings and these outcomes, so a stopped tuning continues by replaying the outcomes so
// far.
//
// All candidates of a round play the same games, and every round has its own games: a lucky candidate has to prove itself again.
// Only the ratios of the weights matter to a player that compares sums, so the first weight stays as it is.
//
// A grid over all weights was rejected: with five values of four weights it has 625 candidates, most of them far from good.

import { Random } from 'afterstate';
import type { Heuristic, Weights } from 'afterstate';
import { uniform } from 'afterstate/measure';

export interface Round {
  /** What the round tries, in a few words. */
  readonly about: string;
  /** The first is the best so far. */
  readonly candidates: readonly Weights[];
  /** The games of the seed that each candidate plays. */
  readonly first: number;
  readonly games: number;
}

/** The outcome of a candidate: the mean of its scores, and the standard error of that mean. */
export interface Outcome {
  readonly average: number;
  readonly error: number;
}

/** Yields rounds; receives the outcome of each candidate, in order. */
export type Search = Generator<Round, Weights, readonly Outcome[]>;

export interface SearchSettings {
  readonly start: Weights;
  /** The most candidates to play in total; no round that would exceed it starts. */
  readonly trials: number;
  /** Games that a candidate plays in its first round. */
  readonly games: number;
  readonly seed: number;
}

export interface TuneMethod {
  readonly name: string;
  readonly summary: string;
  /** Trials of its first round, the fewest that make sense. */
  readonly leastTrials: number;
  search(settings: SearchSettings): Search;
}

/**
 * The steps of a sweep: a weight is multiplied and divided by the first; if no step helps, by its root, and so on down to the
 * last.
 */
const FIRST_FACTOR = 4;
const LAST_FACTOR = 1.2;

/**
 * Tries each weight in turn, smaller and larger, and in the first pass also without it; repeats this in ever smaller steps. A
 * dropped weight was too large at the start and one step below, so each pass tries it again, one step smaller.
 */
function* sweep({ start, trials, games }: SearchSettings): Search {
  const tuned = [...start.keys()].slice(1);
  let best = start;
  let played = 0;
  let first = 0;
  for (let pass = 1, factor = FIRST_FACTOR; factor > LAST_FACTOR; pass++) {
    const before = best;
    for (const name of tuned) {
      const weight = best.get(name)!;
      const others = weight === 0 ? [start.get(name)! / FIRST_FACTOR ** pass] : [weight * factor, weight / factor];
      if (pass === 1) others.push(0);
      const candidates = [best, ...others.map((other) => withWeight(best, name, other))];
      if (played + candidates.length > trials) return best;
      best = candidates[ahead(yield { about: name, candidates, first, games })]!;
      played += candidates.length;
      first += games;
    }
    if (best === before) factor = Math.sqrt(factor);
  }
  return best;
}

/** Random weights are within this factor of the starting ones, and some are 0. */
const RANGE = 16;
const SHARE_OF_ZEROS = 1 / 8;
/** A series of random numbers that no game uses. */
const SERIES = 2n ** 60n;

/** Many weights at random; the better half plays twice as many games, and so on until one is left (successive halving). */
function* halving({ start, trials, games, seed }: SearchSettings): Search {
  const random = Random.forGame(seed, SERIES);
  let left = [start, ...Array.from({ length: firstRung(trials) - 1 }, () => scattered(start, random))].map(
    (weights) => ({
      weights,
      /** The sum of its scores so far; candidates are ranked by this per game. */
      total: 0,
    }),
  );
  for (let first = 0, count = games; left.length > 1; first += count, count *= 2) {
    const candidates = left.map(({ weights }) => weights);
    const outcomes = yield { about: `${left.length} left`, candidates, first, games: count };
    left = left
      .map(({ weights, total }, i) => ({ weights, total: total + outcomes[i]!.average * count }))
      .sort((a, b) => b.total - a.total)
      .slice(0, Math.ceil(left.length / 2));
  }
  return left[0]!.weights;
}

/** How many candidates halving can start with: n and its halves must fit into the trials. */
function firstRung(trials: number): number {
  let n = 2;
  while (allRungs(n + 1) <= trials) n++;
  return n;
}

function allRungs(n: number): number {
  return n === 1 ? 0 : n + allRungs(Math.ceil(n / 2));
}

function scattered(start: Weights, random: Random): Weights {
  return new Map(
    [...start].map(([name, weight], i): [Heuristic, number] => {
      if (i === 0) return [name, weight];
      const isZero = uniform(random) < SHARE_OF_ZEROS;
      const factor = RANGE ** (2 * uniform(random) - 1);
      return [name, isZero ? 0 : rounded(weight * factor)];
    }),
  );
}

function withWeight(weights: Weights, name: Heuristic, weight: number): Weights {
  return new Map(weights).set(name, rounded(weight));
}

/** Three digits: games cannot distinguish more, and specs stay short. */
function rounded(weight: number): number {
  return Number(weight.toPrecision(3));
}

/**
 * The best candidate, if it is ahead of the first by more than one standard error of their difference; otherwise the first. In
 * most rounds some other candidate is ahead by luck alone, and the steps would never become small.
 */
function ahead(outcomes: readonly Outcome[]): number {
  const averages = outcomes.map(({ average }) => average);
  const best = averages.indexOf(Math.max(...averages));
  const [a, b] = [outcomes[best]!, outcomes[0]!];
  return a.average - b.average > Math.hypot(a.error, b.error) ? best : 0;
}

export const TUNE_METHODS: readonly TuneMethod[] = [
  { name: 'sweep', summary: 'one weight after another', leastTrials: 4, search: sweep },
  { name: 'halving', summary: 'many at random; the better half plays more games', leastTrials: 2, search: halving },
];
