// What the server allows, in one place: sizes, times and numbers. The command uses these as they are; tests give smaller ones.

import { cores } from 'afterstate/node';

export interface Limits {
  /** Bytes of a request's body. */
  readonly bodyBytes: number;
  /** From the moment a request has arrived to its answer; also how long a player may think about one move. */
  readonly requestMs: number;
  /** For a request, headers and body, to arrive whole. */
  readonly receiveMs: number;
  /** For a connection on which nothing moves. */
  readonly idleMs: number;
  /** For a connection that waits for its next request. */
  readonly keepAliveMs: number;
  /** How often connections are looked at for the limits above. */
  readonly checkMs: number;
  readonly connections: number;
  /** Moves that are computed at once; each takes a core. */
  readonly moves: number;
  /** Moves that wait for their turn. */
  readonly waiting: number;
  /** Players that are kept open; at least `moves`. A network of four 6-tuples takes a quarter of a GiB. */
  readonly players: number;
  /** After so long without a question a player is closed. */
  readonly playerIdleMs: number;
  /** Live feeds at once. */
  readonly feeds: number;
  /** A feed says that it lives. */
  readonly heartbeatMs: number;
  /** A feed looks at its run, even where the system reports no change. */
  readonly pollMs: number;
  /** Lines of metrics in one answer; longer ones are thinned. */
  readonly metricLines: number;
}

export const LIMITS: Limits = {
  bodyBytes: 64 * 1024,
  requestMs: 10_000,
  receiveMs: 15_000,
  idleMs: 30_000,
  keepAliveMs: 5_000,
  checkMs: 1_000,
  connections: 1024,
  moves: Math.min(4, cores),
  waiting: 256,
  players: 4,
  playerIdleMs: 300_000,
  feeds: 32,
  heartbeatMs: 10_000,
  pollMs: 2_000,
  metricLines: 2_000,
};

/** The most that a player's spec may ask for here, by the name of the option, whichever player it is: time, and memory (`table`). */
export const SPEC_LIMITS: Readonly<Record<string, number>> = {
  ply: 5,
  depth: 6,
  ms: 5_000,
  runs: 10_000,
  sims: 10_000,
  nodes: 10_000_000,
  table: 22,
  threads: 1,
};
