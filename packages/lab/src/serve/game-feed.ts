// Sends games of a series as they end: a line of JSON for every few games, in order. A turn is as many games as take about 50 ms,
// or one: clients that play at the same time alternate, and one that leaves frees its threads at once.

import { setTimeout as delay } from 'node:timers/promises';
import { Pace } from 'afterstate';
import type { FastifyReply } from 'fastify';
import type { AskedPlayer } from './asked-player.ts';
import { lastError, Refusal } from './errors.ts';
import type { Limits } from './limits.ts';
import type { PlayerPool } from './player-pool.ts';
import type { PlayedGames } from './player-messages.ts';
import type { GamesLine } from './schemas.ts';

/** By then, problems with a player are usually known and are answered as an error; later ones become the last line. */
const FIRST_MS = 500;
/** How long a closing server waits for slow clients. */
const CLOSING_MS = 500;

export interface GamesOrder {
  readonly asked: AskedPlayer;
  readonly client: string;
  readonly seed: number;
  readonly first: number;
  readonly games: number;
}

export class GameFeeds {
  readonly #pool: PlayerPool;
  readonly #limits: Limits;
  readonly #open = new Set<GameFeed>();

  constructor(pool: PlayerPool, limits: Limits) {
    this.#pool = pool;
    this.#limits = limits;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Begins to play; rejects if that fails soon. Until then it heeds the signal. */
  async begin(order: GamesOrder, signal: AbortSignal): Promise<GameFeed> {
    const { gameFeeds } = this.#limits;
    if (this.#open.size >= gameFeeds)
      throw new Refusal(
        503,
        `${gameFeeds} clients are already having games played, the most that this server allows; ask again soon`,
      );
    const feed = new GameFeed(order, this.#pool, this.#limits);
    this.#open.add(feed);
    void feed.over.finally(() => this.#open.delete(feed));
    const leave = (): void => feed.end(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    try {
      await Promise.race([feed.firstLine, delay(FIRST_MS)]);
      signal.throwIfAborted();
      return feed;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  /** Ends all feeds; resolves when their clients know, or could have known. */
  async close(): Promise<void> {
    for (const feed of this.#open) feed.end(new Refusal(503, 'the server is closing'));
    const all = [...this.#open].map(({ sent }) => sent);
    await Promise.race([Promise.all(all), delay(CLOSING_MS, undefined, { ref: false })]);
  }
}

export class GameFeed {
  /** Resolves with the first line, and rejects if there is none. */
  readonly firstLine: Promise<void>;
  /** Resolves when no game is being played; never rejects. */
  readonly over: Promise<void>;
  /** Resolves when the client has everything or is gone. */
  readonly sent: Promise<void>;
  readonly #order: GamesOrder;
  readonly #pool: PlayerPool;
  readonly #limits: Limits;
  readonly #ended = new AbortController();
  readonly #pace = new Pace();
  /** Turns that ended before an earlier one, by the number of their first game. */
  readonly #early = new Map<number, PlayedGames>();
  #next: number;
  #toSend: number;
  #lines = '';
  #failure: unknown;
  #reply: FastifyReply | undefined;
  #gotLine!: () => void;
  #wasSent!: () => void;

  constructor(order: GamesOrder, pool: PlayerPool, limits: Limits) {
    this.#order = order;
    this.#pool = pool;
    this.#limits = limits;
    this.#next = this.#toSend = order.first;
    this.sent = new Promise((resolve) => (this.#wasSent = resolve));
    const played = this.#play();
    this.firstLine = Promise.race([new Promise<void>((resolve) => (this.#gotLine = resolve)), played]);
    this.over = played
      .catch((error: unknown) => void (this.#failure = error))
      .then(() => {
        if (!this.#reply) this.#wasSent();
      });
  }

  end(reason: Error): void {
    this.#ended.abort(reason);
  }

  /** Takes over the reply: sends the lines so far, and those to come. */
  send(reply: FastifyReply): void {
    const response = reply.hijack().raw;
    const leave = (): void => this.end(new Refusal(400, 'the client went away'));
    response.on('close', leave).on('error', leave);
    if (response.destroyed) leave();
    response.once('finish', this.#wasSent).once('close', this.#wasSent);
    response.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
    });
    this.#reply = reply;
    const heart = setInterval(() => response.write('\n'), this.#limits.heartbeatMs);
    this.#write('');
    void this.over.finally(() => {
      clearInterval(heart);
      if (this.#failure !== undefined) this.#write(`${JSON.stringify(lastError(this.#failure, 'playing games'))}\n`);
      response.end();
    });
  }

  /** Plays as many turns at once as there are threads; the first failure ends all. */
  async #play(): Promise<void> {
    const lanes = Math.min(this.#limits.gamesAtOnce, this.#order.games);
    const playing = Array.from({ length: lanes }, () => this.#lane());
    try {
      await Promise.all(playing);
    } catch (error) {
      this.end(error as Error);
      await Promise.allSettled(playing);
      throw this.#order.asked.explained(error);
    }
  }

  async #lane(): Promise<void> {
    const { asked, client, seed, first, games } = this.#order;
    const { seat, player, game } = asked;
    const { signal } = this.#ended;
    for (;;) {
      signal.throwIfAborted();
      const from = this.#next;
      const count = Math.min(this.#pace.games, first + games - from);
      if (count <= 0) return;
      this.#next += count;
      const question = { game: game.spec, player, seed, first: from, games: count };
      const played = await this.#pool.playGames({ seat, client, signal, asked: question });
      this.#pace.adapt(count, 1000 * played.seconds);
      this.#early.set(from, played);
      this.#sendReady();
    }
  }

  #sendReady(): void {
    const { asked } = this.#order;
    for (let played = this.#early.get(this.#toSend); played; played = this.#early.get(this.#toSend)) {
      this.#early.delete(this.#toSend);
      const { player, scores, largest, moves, seconds } = played;
      const line: GamesLine = {
        player: asked.shown(player),
        first: this.#toSend,
        scores: [...scores],
        largest: largest.map((exponent) => asked.game.tile(exponent)),
        moves,
        seconds,
      };
      this.#toSend += scores.length;
      this.#write(`${JSON.stringify(line)}\n`);
      this.#gotLine();
    }
  }

  /** Never holds more than the lines of one request. */
  #write(text: string): void {
    this.#lines += text;
    if (!this.#reply || this.#lines === '') return;
    this.#reply.raw.write(this.#lines);
    this.#lines = '';
  }
}
