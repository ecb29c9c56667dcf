// Titles that tell runs apart: what they train, and if that is the same, what differs.

import type { RunSummary } from './server.ts';

type Titled = Pick<RunSummary, 'name' | 'game' | 'network' | 'method' | 'seed' | 'started'>;

export function titleOfRun({ game, network, method }: Pick<Titled, 'game' | 'network' | 'method'>): string {
  return `${game ?? '?'}, ${network ?? '?'}, ${method ?? '?'}`;
}

/** Titles of runs listed side by side; the seed, and then the name, if others have the same title. */
export function titlesOf(runs: readonly Titled[]): readonly string[] {
  const plain = runs.map(titleOfRun);
  const seeded = runs.map((run, i) => (run.seed === null ? plain[i]! : `${plain[i]}, seed ${run.seed}`));
  const twice = (all: readonly string[], i: number): boolean => all.some((other, j) => j !== i && other === all[i]);
  return runs.map((run, i) =>
    !twice(plain, i) ? plain[i]! : !twice(seeded, i) ? seeded[i]! : `${plain[i]} (${run.name})`,
  );
}

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** A day and a time of day, in this device's time zone; undefined if the text is no date. */
export function dateWords(text: string | null): readonly [day: string, time: string] | undefined {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) ? undefined : [DAY.format(date), TIME.format(date)];
}
