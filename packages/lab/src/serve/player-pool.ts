// The players that are open: a few, since each holds its network in memory, and the one that was asked longest ago makes room
// for another. A player answers one question at a time; questions take turns (turns.ts). A player that thinks longer than any
// request may last is closed, which ends its thread.

import type { Choice, Player, State } from 'afterstate';
import { Refusal } from './errors.ts';
import type { Limits } from './limits.ts';
import { Turns } from './turns.ts';

/** Which player is asked. */
export interface Seat {
  /** The same for questions that the same open player can answer. */
  readonly key: string;
  /** Called where it is not open; the pool owns and closes what it gives. */
  open(): Promise<Player>;
}

interface OpenPlayer {
  readonly player: Player;
  idle?: NodeJS.Timeout;
}

export class PlayerPool {
  readonly #limits: Limits;
  readonly #turns: Turns;
  /** In the order of their last use. */
  readonly #players = new Map<string, OpenPlayer>();
  readonly #opening = new Set<Promise<Player>>();
  readonly #closing = new AbortController();

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#turns = new Turns(Math.min(limits.moves, limits.players), limits.waiting);
  }

  /** How many players are open. */
  get size(): number {
    return this.#players.size;
  }

  /** What the player thinks of the state. Rejects when the signal aborts, with its reason, or when there is no room to wait. */
  choose(seat: Seat, state: State, signal: AbortSignal): Promise<Choice> {
    const stopped = AbortSignal.any([signal, this.#closing.signal]);
    return this.#turns.take(seat.key, stopped, async () => {
      const open = await this.#openPlayer(seat);
      const { key } = seat;
      try {
        // Opening may have taken longer than the one who asked was ready to wait; the player is there for the next.
        stopped.throwIfAborted();
        return await this.#think(key, open.player, state);
      } finally {
        if (this.#players.get(key) === open) this.#rest(key, open);
      }
    });
  }

  /** Closes every player; whoever waits for one is told. */
  async close(): Promise<void> {
    this.#closing.abort(new Refusal(503, 'the server is closing'));
    await Promise.allSettled(this.#opening);
    await Promise.all([...this.#players.keys()].map((key) => this.#drop(key)));
  }

  async #think(key: string, player: Player, state: State): Promise<Choice> {
    const limit = setTimeout(() => void this.#drop(key), this.#limits.requestMs);
    try {
      return await player.choose(state);
    } catch (error) {
      // Its thread may be broken; another one is soon opened.
      await this.#drop(key);
      throw error;
    } finally {
      clearTimeout(limit);
    }
  }

  async #openPlayer({ key, open }: Seat): Promise<OpenPlayer> {
    const there = this.#players.get(key);
    if (there) {
      clearTimeout(there.idle);
      return there;
    }
    // First, so that there are never more in memory than there may be.
    while (this.#players.size + this.#opening.size >= this.#limits.players) {
      const oldest = [...this.#players.keys()].find((other) => !this.#turns.isRunning(other));
      if (oldest === undefined) break;
      await this.#drop(oldest);
    }
    this.#closing.signal.throwIfAborted();
    const opening = open();
    this.#opening.add(opening);
    try {
      const opened: OpenPlayer = { player: await opening };
      this.#players.set(key, opened);
      return opened;
    } finally {
      this.#opening.delete(opening);
    }
  }

  /** Puts the player last in the order of closing, and lets time work against it. */
  #rest(key: string, open: OpenPlayer): void {
    this.#players.delete(key);
    this.#players.set(key, open);
    open.idle = setTimeout(() => void this.#drop(key), this.#limits.playerIdleMs).unref();
  }

  async #drop(key: string): Promise<void> {
    const open = this.#players.get(key);
    if (!open) return;
    this.#players.delete(key);
    clearTimeout(open.idle);
    await open.player.close().catch(() => {});
  }
}
