// Which marks are in view: blunders, until a person asks for lesser ones. A long game has hundreds of inaccuracies, and they would bury
// what matters.

import { computed, signal } from '@preact/signals';
import { at, go, marks } from './analysis.ts';
import type { Verdict } from '../teach/verdict.ts';

export const shownVerdicts = signal<ReadonlySet<Verdict>>(new Set<Verdict>(['blunder']));

export function toggleVerdict(verdict: Verdict): void {
  const now = new Set(shownVerdicts.peek());
  if (!now.delete(verdict)) now.add(verdict);
  shownVerdicts.value = now;
}

/** The marks in view, in the order of the game. */
export const shownMarks = computed(() => marks.value.filter(({ verdict }) => shownVerdicts.value.has(verdict!)));

/** Goes to the next mark in view; with −1, to the previous one. */
export function jump(by: 1 | -1): void {
  const all = shownMarks.peek();
  const here = at.peek();
  const target = by > 0 ? all.find(({ ply }) => ply > here) : all.findLast(({ ply }) => ply < here);
  if (target) go(target.ply);
}
