// What the server allows, in one place: sizes, times and numbers. The command uses these as they are; tests give smaller ones.

import { totalmem } from 'node:os';
import { cores } from 'afterstate/node';

export interface Limits {
  /** Bytes of a request's body. */
  readonly bodyBytes: number;
  /** From the arrival of a request to its answer; also how long a player may think about one move. */
  readonly requestMs: number;
  /** For a request, headers and body, to arrive whole. */
  readonly receiveMs: number;
  /** For an idle connection during a request. */
  readonly idleMs: number;
  /** For a connection that waits for its next request. */
  readonly keepAliveMs: number;
  /** How often connections are checked against the limits above. */
  readonly checkMs: number;
  /** For requests under way when the server is told to close. */
  readonly closingMs: number;
  readonly connections: number;
  /** Moves computed at once; each takes a core. */
  readonly moves: number;
  /** Moves that wait for their turn, of all clients and of one client. */
  readonly waiting: number;
  readonly waitingEach: number;
  /** Threads that play whole games, besides those for moves; one core is left for moves if there are several. */
  readonly gamesAtOnce: number;
  /** Requests for games at once, and how long one turn may take. */
  readonly gameFeeds: number;
  readonly gamesMs: number;
  /** Models in memory, counting the host of players without a model; and the bytes that models may take together. */
  readonly hosts: number;
  readonly modelBytes: number;
  /** A model is unloaded after this long without a question. */
  readonly playerIdleMs: number;
  /** Live feeds at once. */
  readonly feeds: number;
  /** How often a feed sends a sign of life. */
  readonly heartbeatMs: number;
  /** How often a feed looks at its run, even if the system reports no change. */
  readonly pollMs: number;
  /** Lines of metrics in one answer; more lines are thinned out. */
  readonly metricLines: number;
}

export const LIMITS: Limits = {
  bodyBytes: 64 * 1024,
  requestMs: 10_000,
  receiveMs: 15_000,
  idleMs: 30_000,
  keepAliveMs: 5_000,
  checkMs: 1_000,
  closingMs: 2_000,
  connections: 1024,
  moves: Math.min(4, cores),
  waiting: 256,
  waitingEach: 32,
  gamesAtOnce: Math.max(1, Math.min(4, cores - 1)),
  gameFeeds: 16,
  gamesMs: 600_000,
  hosts: 4,
  modelBytes: Math.min(4 * 2 ** 30, totalmem() / 3),
  playerIdleMs: 300_000,
  feeds: 32,
  heartbeatMs: 10_000,
  pollMs: 2_000,
  metricLines: 2_000,
};

/** The most that any player's spec may ask for here, by the name of the option: time, and memory (`table`). */
export const SPEC_LIMITS: Readonly<Record<string, number>> = {
  ply: 5,
  depth: 6,
  ms: 5_000,
  runs: 10_000,
  sims: 10_000,
  table: 22,
};
