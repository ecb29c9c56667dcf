// Several threads search one position: each takes a move of the root that none has taken yet, with its own table.
// Lines that meet under different moves are then searched twice, which costs a tenth at five plies; sharing one table was
// refused, because threads would have to wait for each other or might read what another is writing.

import type { Kernel } from '../kernel/kernel.ts';
import type { State } from '../rules/game.ts';

/** How far and for how long to search. */
export interface SharedSearch {
  /** The most plies; 0 if the board alone decides. */
  readonly most: number;
  /** Milliseconds per move, plies growing one by one; 0 for the plies that the kernel's settings say. */
  readonly ms: number;
}

/** Three plies take a tenth of a millisecond, as long as asking another thread. */
const LEAST_PLIES = 4;

/** Whether several threads are faster than one. */
export function pays({ most, ms }: SharedSearch): boolean {
  return ms > 0 || most === 0 || most >= LEAST_PLIES;
}

/** The value of each move; `legal` has their numbers. Undefined if the kernel was stopped before it found anything. */
export async function searchTogether(
  kernel: Kernel,
  state: State,
  stage: number,
  legal: readonly number[],
  { most, ms }: SharedSearch,
): Promise<ReadonlyMap<number, number> | undefined> {
  const began = performance.now();
  if (ms === 0) return valuesOf(kernel, state, stage, legal, 0, 0);
  // One ply takes microseconds and is always done; the rest is as in kernel/src/search/root.ts.
  let found = await valuesOf(kernel, state, stage, legal, 1, 0);
  let last = performance.now();
  for (let ply = 2; found && ply <= most && legal.length > 1; ply++) {
    const rest = began + ms - last;
    if (rest <= 0) break;
    const deeper = await valuesOf(kernel, state, stage, legal, ply, rest);
    if (!deeper) break;
    found = deeper;
    const now = performance.now();
    if (began + ms - now < 2 * (now - last)) break;
    last = now;
  }
  return found;
}

/** Searches one number of plies; undefined if some move was not searched to the end. */
async function valuesOf(
  kernel: Kernel,
  state: State,
  stage: number,
  legal: readonly number[],
  ply: number,
  rest: number,
): Promise<ReadonlyMap<number, number> | undefined> {
  const until = performance.now() + rest;
  const values = new Map<number, number>();
  let next = 0;
  const work = async (thread: number): Promise<void> => {
    while (next < legal.length) {
      const move = legal[next++]!;
      const left = rest === 0 ? 0 : Math.max(1e-3, until - performance.now());
      values.set(move, await kernel.callWith(thread, 'searchMove', state, stage, move, ply, left));
    }
  };
  const threads = Math.min(kernel.threads.count, legal.length);
  await Promise.all(Array.from({ length: threads }, (_, thread) => work(thread)));
  return [...values.values()].some(Number.isNaN) ? undefined : values;
}
