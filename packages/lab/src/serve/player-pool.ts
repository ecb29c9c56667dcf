// The hosts in memory: one for each model, opened once for players with any options, and one for the players without a model.
// Models are opened one after another; the one that was idle longest makes room for a new one. Questions take turns (turns.ts),
// and end when nobody waits for them any more.

import type { Choice, State } from 'afterstate';
import { Refusal } from './errors.ts';
import type { Limits } from './limits.ts';
import type { GamesQuestion, HostAnswers, HostQuestion, PlayedGames } from './player-messages.ts';
import { Turns } from './turns.ts';

/** A host that thinks: PlayerHost. */
export interface Host {
  readonly bytes: number;
  readonly isOpen: boolean;
  ask<Q extends HostQuestion>(question: Q, signal: AbortSignal): Promise<HostAnswers[Q['kind']]>;
  close(): Promise<void>;
}

/** Which host to ask. */
export interface Seat {
  /** Equal for questions that the same host can answer. */
  readonly key: string;
  /** Opens the host if it is not open; the pool owns and closes it. */
  open(): Promise<Host>;
}

interface Asking {
  readonly seat: Seat;
  readonly client: string;
  readonly signal: AbortSignal;
}

export interface Question extends Asking {
  readonly game: string;
  readonly player: string;
  readonly state: State;
  /** How long it may wait for its turn, in ms. */
  readonly patienceMs: number;
}

interface Engine {
  readonly host: Promise<Host>;
  /** Resolves once it is open. */
  opened?: Host;
  /** Questions that wait for it or are being answered. */
  users: number;
  idle?: NodeJS.Timeout;
}

export class PlayerPool {
  readonly #limits: Limits;
  readonly #turns: Turns;
  /** Games have their own threads and queue: a move never waits for the end of a game. */
  readonly #gameTurns: Turns;
  /** In order of last use. */
  readonly #engines = new Map<string, Engine>();
  readonly #closing = new AbortController();
  /** The last opening of a model under way. */
  #opening: Promise<unknown> = Promise.resolve();
  #questions = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#turns = new Turns({ ...limits, atOnce: limits.moves });
    this.#gameTurns = new Turns({ atOnce: limits.gamesAtOnce, waiting: Infinity, waitingEach: Infinity });
  }

  /** How many hosts are open. */
  get size(): number {
    return this.#engines.size;
  }

  /**
   * Counts a question from its arrival until the returned function is called. A question that thinks for `ms` and can wait for
   * `patienceMs` is refused at once if too many wait for it to get its turn by then.
   */
  enter(ms: number, patienceMs: number): () => void {
    const { waiting, moves } = this.#limits;
    const before = this.#questions - moves;
    if (before >= waiting) throw new Refusal(503, `${waiting} moves are already waiting; ask again soon`);
    if (Number.isFinite(patienceMs) && before * ms >= patienceMs * moves)
      throw new Refusal(503, `no turn would come within ${patienceMs} ms, and later would be too late; ask again soon`);
    this.#questions++;
    return () => void this.#questions--;
  }

  /**
   * What the player thinks of the state. If the signal aborts, rejects with its reason once the thinking has ended; also rejects
   * if there is no room to wait.
   */
  choose({ seat, game, player, state, client, patienceMs, signal }: Question): Promise<Choice> {
    return this.#ask({ seat, client, signal }, this.#turns, patienceMs, (host, stopped) =>
      host.ask({ kind: 'choose', game, player, state }, stopped),
    );
  }

  /**
   * Plays games, as one turn. The caller limits how many clients ask; here games only take turns. Rejects like `choose`, and if the
   * turn takes longer than games may.
   */
  playGames(question: Asking & { readonly asked: Omit<GamesQuestion, 'kind'> }): Promise<PlayedGames> {
    const { gamesMs } = this.#limits;
    return this.#ask(question, this.#gameTurns, Infinity, async (host, stopped) => {
      const late = new AbortController();
      const timer = setTimeout(
        () => late.abort(new Refusal(504, `a game took longer than ${gamesMs / 1000} s`)),
        gamesMs,
      );
      try {
        return await host.ask({ kind: 'games', ...question.asked }, AbortSignal.any([stopped, late.signal]));
      } finally {
        clearTimeout(timer);
      }
    });
  }

  async #ask<T>(
    { seat, client, signal }: Asking,
    turns: Turns,
    patienceMs: number,
    work: (host: Host, stopped: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const stopped = AbortSignal.any([signal, this.#closing.signal]);
    const engine = this.#engine(seat);
    engine.users++;
    clearTimeout(engine.idle);
    try {
      const host = await orAbort(engine.host, stopped);
      return await turns.take({ client, patienceMs, signal: stopped }, () => work(host, stopped));
    } finally {
      engine.users--;
      await this.#rest(seat.key, engine);
    }
  }

  /** Closes every host, and rejects all that wait for one. */
  async close(): Promise<void> {
    this.#closing.abort(new Refusal(503, 'the server is closing'));
    await Promise.all([...this.#engines.keys()].map((key) => this.#drop(key)));
  }

  /** The host of a seat, which may still be opening. */
  #engine({ key, open }: Seat): Engine {
    const there = this.#engines.get(key);
    if (there) {
      // Makes it the last to be closed.
      this.#engines.delete(key);
      this.#engines.set(key, there);
      return there;
    }
    this.#closing.signal.throwIfAborted();
    if (this.#engines.size >= this.#limits.hosts && !this.#oldest())
      throw new Refusal(503, `all ${this.#limits.hosts} models that fit are being asked; ask again soon`);
    const host = this.#opening.then(async () => {
      // Close first, so that there are never more in memory than allowed.
      while (this.#engines.size > this.#limits.hosts) {
        const oldest = this.#oldest();
        if (oldest === undefined) break;
        await this.#drop(oldest);
      }
      // Everybody may have left in the meantime.
      if (engine.users === 0) throw new Refusal(503);
      return open();
    });
    const engine: Engine = { host, users: 0 };
    this.#opening = host.catch(() => {});
    this.#engines.set(key, engine);
    host.then(
      async (opened) => {
        engine.opened = opened;
        await this.#rest(key, engine);
        await this.#shrink();
      },
      () => {
        if (this.#engines.get(key) === engine) this.#engines.delete(key);
      },
    );
    return engine;
  }

  /** Of the hosts that nobody is asking now, the one idle for longest. */
  #oldest(): string | undefined {
    return [...this.#engines].find(([, { users }]) => users === 0)?.[0];
  }

  /** Closes models until the rest fit; the most recently used one stays. */
  async #shrink(): Promise<void> {
    const total = (): number => [...this.#engines.values()].reduce((sum, { opened }) => sum + (opened?.bytes ?? 0), 0);
    for (const [key, { users, opened }] of [...this.#engines].slice(0, -1)) {
      if (total() <= this.#limits.modelBytes) return;
      if (users === 0 && opened && opened.bytes > 0) await this.#drop(key);
    }
  }

  /** Starts the idle time of a host that nobody asks; a broken host makes room for another. */
  async #rest(key: string, engine: Engine): Promise<void> {
    if (this.#engines.get(key) !== engine) return;
    clearTimeout(engine.idle);
    if (engine.opened && !engine.opened.isOpen) return this.#drop(key);
    if (engine.users === 0) engine.idle = setTimeout(() => void this.#drop(key), this.#limits.playerIdleMs).unref();
  }

  async #drop(key: string): Promise<void> {
    const engine = this.#engines.get(key);
    if (!engine) return;
    this.#engines.delete(key);
    clearTimeout(engine.idle);
    await engine.host.then((host) => host.close()).catch(() => {});
  }
}

/** The promise, or a rejection as soon as the signal aborts. */
async function orAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const listening = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true, signal: listening.signal });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    listening.abort();
  }
}
