// How long a search may take, and what it has looked at so far.

import { stopped } from '../thread';

/** Milliseconds from some moment on. */
// @ts-ignore: decorator
@external('env', 'now') declare function now(): f64;

/** Set where the time is up or all threads were asked to stop: what a search returns then means nothing. */
export let interrupted: bool = false;
/** Chance nodes that were looked at, and leaves that were valued, since the thread began. */
export let nodes: u64 = 0;
export let leaves: u64 = 0;
// @ts-ignore: decorator
@inline export function countLeaves(n: u32): void { leaves += n; }

// The clock is read once in a number of nodes. A node takes some microseconds; where nothing is in the cache yet, and the code
// has only just been loaded, a hundred times as long: with a time limit it is looked at more often.
const PATIENCE: u32 = 32;
const PATIENCE_TIMED: u32 = 8;
let patience: u32 = PATIENCE;
let deadline: f64 = 0;

/** Begins a search that is to end `until`; 0 for never. */
export function openClock(until: f64): void {
  interrupted = stopped();
  deadline = until;
  patience = until > 0 ? PATIENCE_TIMED : PATIENCE;
}
export function clock(): f64 { return now(); }

/** Counts a node; true if the search must be given up. */
// @ts-ignore: decorator
@inline export function tick(): bool {
  nodes++;
  if (--patience == 0) lookAtClock();
  return interrupted;
}
function lookAtClock(): void {
  patience = deadline > 0 ? PATIENCE_TIMED : PATIENCE;
  if (stopped() || (deadline > 0 && now() >= deadline)) interrupted = true;
}
