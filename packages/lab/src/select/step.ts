// One step of a selection: which trainings to do, and which candidate wins. There are three ways: all seeds of every candidate, as in
// the paper; a race, which stops spending seeds on candidates that have lost; and a short form, which tries all candidates with few
// games and only the best with all games. Each is a generator that yields rounds of trainings and receives their values. It depends
// on these answers alone, so a stopped selection continues by replaying the answers it has.

import { mean } from 'afterstate/measure';
import { isOut } from './race.ts';

/** A training: a candidate by its number, a seed by its number from 0, and how many games. */
export interface Trial {
  readonly candidate: number;
  readonly seed: number;
  readonly games: number;
}

/** Yields rounds; receives the value of each training, in order. */
export type Step = Generator<readonly Trial[], readonly Standing[], readonly number[]>;

/** How a candidate stands at the end of a step: the values that count, by seed. */
export interface Standing {
  readonly candidate: number;
  readonly games: number;
  readonly values: readonly number[];
  /** Values with fewer games, if candidates were compared with those first. */
  readonly earlier?: { readonly games: number; readonly values: readonly number[] };
}

export interface StepOptions {
  readonly candidates: number;
  readonly seeds: number;
  readonly games: number;
}

/** Every candidate has all seeds. */
export function* fullStep({ candidates, seeds, games }: StepOptions): Step {
  const all = numbers(candidates);
  const values = yield* round(all, numbers(seeds), games);
  return ranked(all.map((candidate) => ({ candidate, games, values: values.get(candidate)! })));
}

const LEAST_SEEDS = 2;

/** Candidates get seeds two, three, … as long as they could still win with all of them. */
export function* raceStep({ candidates, seeds, games }: StepOptions): Step {
  const values: (readonly number[])[] = numbers(candidates).map(() => []);
  let running = numbers(candidates);
  for (let done = 0; done < seeds && (running.length > 1 || done === 0);) {
    const next = done === 0 ? numbers(Math.min(LEAST_SEEDS, seeds)) : [done];
    const found = yield* round(running, next, games);
    for (const candidate of running) values[candidate] = [...values[candidate]!, ...found.get(candidate)!];
    done += next.length;
    if (done >= LEAST_SEEDS && done < seeds) {
      const out = isOut(values, running, seeds);
      running = running.filter((candidate) => !out.has(candidate));
    }
  }
  // Candidates that ran to the end come before those dropped on the way, however lucky their few seeds were.
  const standing = (candidate: number): Standing => ({ candidate, games, values: values[candidate]! });
  const left = numbers(candidates).filter((candidate) => !running.includes(candidate));
  return [...ranked(running.map(standing)), ...ranked(left.map(standing))];
}

/** All candidates with few games; then the best of them with all. */
export function* shortStep({
  candidates,
  seeds,
  games,
  firstGames,
  keep,
}: StepOptions & { readonly firstGames: number; readonly keep: number }): Step {
  const all = numbers(candidates);
  const first = yield* round(all, numbers(seeds), firstGames);
  const order = ranked(all.map((candidate) => ({ candidate, games: firstGames, values: first.get(candidate)! })));
  const best = order.slice(0, keep);
  const last = yield* round(
    best.map(({ candidate }) => candidate),
    numbers(seeds),
    games,
  );
  const finalists = best.map(({ candidate, values }) => ({
    candidate,
    games,
    values: last.get(candidate)!,
    earlier: { games: firstGames, values },
  }));
  return [...ranked(finalists), ...order.slice(keep)];
}

/** Asks for these seeds of these candidates; returns the values of each candidate, by seed. */
function* round(
  candidates: readonly number[],
  seeds: readonly number[],
  games: number,
): Generator<readonly Trial[], ReadonlyMap<number, readonly number[]>, readonly number[]> {
  const values = yield seeds.flatMap((seed) => candidates.map((candidate) => ({ candidate, seed, games })));
  return new Map(
    candidates.map((candidate, i) => [candidate, seeds.map((_, j) => values[j * candidates.length + i]!)]),
  );
}

/** The largest mean first; of equal ones, the first in the list of tuples. */
function ranked(standings: readonly Standing[]): Standing[] {
  return standings
    .map((standing) => ({ standing, average: mean(standing.values) }))
    .sort((a, b) => b.average - a.average || a.standing.candidate - b.standing.candidate)
    .map(({ standing }) => standing);
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
