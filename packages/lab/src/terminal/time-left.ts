// How long work will still take if its pieces get longer as it goes, like games while a network learns to play. The time of a
// piece is assumed to grow as a power of their number; the two halves of the work so far suggest the power.

export interface Moment {
  /** Pieces done, including those of earlier runs. */
  readonly done: number;
  readonly seconds: number;
}

/** Moments kept: enough to find the middle. */
const KEPT = 200;

/** Adds a moment; drops every other one when there are many. */
export function remember(moments: Moment[], moment: Moment): void {
  moments.push(moment);
  if (moments.length > KEPT) moments.splice(0, moments.length, ...moments.filter((_, i) => i % 2 === 0 || i === KEPT));
}

/** Undefined while nothing is done. */
export function secondsLeft(moments: readonly Moment[], total: number): number | undefined {
  const [first, last] = [moments[0], moments.at(-1)];
  if (!first || !last || last.done <= first.done) return undefined;
  const middle = moments.findLast(({ done }) => done - first.done <= (last.done - first.done) / 2) ?? first;
  const each = (from: Moment, to: Moment): number => (to.seconds - from.seconds) / (to.done - from.done);
  const now = each(middle, last);
  const at = (middle.done + last.done) / 2;
  let growth = 0;
  if (middle.done > first.done && each(first, middle) > 0) {
    const earlier = (first.done + middle.done) / 2;
    growth = Math.log(now / each(first, middle)) / Math.log(at / earlier);
  }
  // Games do not get shorter for good, and an early guess must not run away.
  const power = 1 + Math.min(1, Math.max(0, Number.isFinite(growth) ? growth : 0));
  return ((now * at) / power) * ((total / at) ** power - (last.done / at) ** power);
}
