import type { Weights } from 'afterstate';
import { describe, expect, test } from 'vitest';
import type { Outcome, Round } from './candidates.ts';
import { TUNE_METHODS } from './candidates.ts';

const START: Weights = new Map([
  ['snake', 1],
  ['empty', 200],
  ['score', -3],
]);

interface Run {
  readonly best: Weights;
  readonly rounds: readonly Round[];
}

/** Runs a method on a known worth of weights; `error` is what it is told of the certainty. */
function run(name: string, trials: number, worth: (weights: Weights) => number, error = 0, seed = 1): Run {
  const search = TUNE_METHODS.find((method) => method.name === name)!.search({ start: START, trials, games: 10, seed });
  const rounds: Round[] = [];
  let step = search.next();
  while (!step.done) {
    rounds.push(step.value);
    step = search.next(step.value.candidates.map((weights): Outcome => ({ average: worth(weights), error })));
  }
  return { best: step.value, rounds };
}

/** How far weights are from some, in powers of two. */
const distance = (weights: Weights, empty: number, score: number): number =>
  Math.abs(Math.log2(weights.get('empty')! / empty)) + Math.abs(Math.log2(weights.get('score')! / score));

describe.each(TUNE_METHODS.map(({ name }) => name))('%s', (name) => {
  const { rounds, best } = run(name, 50, (weights) => -distance(weights, 900, -0.4));

  test('finds weights that are better than the start', () => {
    expect(distance(best, 900, -0.4)).toBeLessThan(distance(START, 900, -0.4) / 2);
  });

  test('plays no more candidates than it may, and not far fewer', () => {
    for (const trials of [4, 7, 20, 50]) {
      const played = run(name, trials, (weights) => -distance(weights, 1e9, -1e9)).rounds.reduce(
        (sum, { candidates }) => sum + candidates.length,
        0,
      );
      expect(played).toBeLessThanOrEqual(trials);
      expect(played).toBeGreaterThan(trials - 4);
    }
  });

  test('gives every round games that no round had before', () => {
    rounds.slice(1).forEach(({ first }, i) => expect(first).toBe(rounds[i]!.first + rounds[i]!.games));
    expect(rounds[0]!.first).toBe(0);
  });

  test('begins with the start, and leaves the first weight and the signs as they are', () => {
    expect(rounds[0]!.candidates[0]).toEqual(START);
    for (const weights of rounds.flatMap(({ candidates }) => candidates)) {
      expect([...weights.keys()]).toEqual([...START.keys()]);
      expect(weights.get('snake')).toBe(1);
      expect(weights.get('empty')).toBeGreaterThanOrEqual(0);
      expect(weights.get('score')).toBeLessThanOrEqual(0);
    }
  });

  test('asks the same when it is told the same', () => {
    expect(run(name, 50, (weights) => -distance(weights, 900, -0.4))).toEqual({ rounds, best });
  });
});

describe('sweep', () => {
  test('ends at the best weights, in steps that become small', () => {
    const { best } = run('sweep', 1000, (weights) => -distance(weights, 900, -0.4));
    expect(distance(best, 900, -0.4)).toBeLessThan(0.5);
  });

  test('drops a weight that does harm, and tries it again, smaller each time', () => {
    const { best, rounds } = run('sweep', 1000, (weights) => -weights.get('empty')!);
    expect(best.get('empty')).toBe(0);
    const later = rounds.slice(2).filter(({ about }) => about === 'empty');
    expect(later.length).toBeGreaterThan(0);
    expect(later.slice(0, 2).map(({ candidates }) => candidates.map((weights) => weights.get('empty')))).toEqual([
      [0, 12.5],
      [0, 3.13],
    ]);
    // Far too large at the start, and useful where it is small.
    expect(run('sweep', 1000, (weights) => -Math.abs(weights.get('empty')! - 10)).best.get('empty')).toBeCloseTo(
      10,
      -1,
    );
  });

  test('keeps what it has where another is ahead by no more than luck', () => {
    const slightly = (weights: Weights): number => weights.get('empty')! / 1e6;
    expect(run('sweep', 40, slightly, 1).best).toEqual(START);
    expect(run('sweep', 40, slightly, 0).best.get('empty')).toBeGreaterThan(200);
  });
});

describe('halving', () => {
  test('keeps the better half by all of their games so far, and doubles the games', () => {
    const { rounds, best } = run('halving', 50, (weights) => weights.get('empty')!);
    expect(rounds.map(({ candidates }) => candidates.length)).toEqual([24, 12, 6, 3, 2]);
    expect(rounds.map(({ games }) => games)).toEqual(rounds.map((_, i) => 10 * 2 ** i));
    const most = Math.max(...rounds[0]!.candidates.map((weights) => weights.get('empty')!));
    expect(best.get('empty')).toBe(most);
  });

  test('tries other weights with another seed', () => {
    const [one, two] = [1, 2].map((seed) => run('halving', 20, () => 0, 0, seed).rounds[0]!.candidates);
    expect(one![0]).toEqual(two![0]);
    expect(one!.slice(1)).not.toEqual(two!.slice(1));
  });
});
