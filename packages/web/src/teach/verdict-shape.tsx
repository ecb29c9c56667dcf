// How verdicts look and what they are called. Their shapes differ, not only their colours.

import type { Verdict } from './verdict.ts';

export const VERDICT_NAMES: Readonly<Record<Verdict, readonly [one: string, many: string]>> = {
  inaccuracy: ['inaccuracy', 'inaccuracies'],
  mistake: ['mistake', 'mistakes'],
  blunder: ['blunder', 'blunders'],
};

/** Drawn around 0, 0. */
export const SHAPES: Readonly<Record<Verdict, string>> = {
  inaccuracy: 'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
  mistake: 'M0-6 6 5H-6z',
  blunder: 'M0-8 8 0 0 8-8 0z',
};

export function Shape({ verdict }: { verdict: Verdict }) {
  return (
    <svg class={`shape ${verdict}`} viewBox="-9 -9 18 18" aria-hidden="true">
      <path d={SHAPES[verdict]} />
    </svg>
  );
}
