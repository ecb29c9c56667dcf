// Work in turns: so many jobs at once and never two with the same key; the others wait in the order they came, and where too
// many wait already, the next is refused. A job behind one of its own key does not hold up those behind it. Jobs of a key that
// has just had its turn may go first for a moment: what they need is at hand, and would else be fetched again and again.

import { Refusal } from './errors.ts';

interface Ticket {
  readonly key: string;
  /** `since` is when the key's jobs began to follow each other. */
  start(since: number): void;
}

/** How long the jobs of one key may follow each other while others wait. */
const STREAK_MS = 500;

export class Turns {
  readonly #atOnce: number;
  readonly #room: number;
  readonly #running = new Set<string>();
  #waiting: Ticket[] = [];

  constructor(atOnce: number, room: number) {
    this.#atOnce = atOnce;
    this.#room = room;
  }

  isRunning(key: string): boolean {
    return this.#running.has(key);
  }

  /**
   * Does the work when its turn comes. An abort takes a waiting job out of the line; one that runs keeps its turn to its
   * end, since nobody can stop it from here, but the caller hears of the abort at once.
   */
  take<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason as Error);
      const ticket: Ticket = {
        key,
        start: (since) => {
          this.#running.add(key);
          void work()
            .then(resolve, reject)
            .finally(() => {
              signal.removeEventListener('abort', abort);
              this.#running.delete(key);
              if (performance.now() - since < STREAK_MS) this.#start((other) => other.key === key, since);
              this.#next();
            });
        },
      };
      const abort = () => {
        this.#leave(ticket);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#waiting.push(ticket);
      this.#next();
      if (this.#waiting.length > this.#room && this.#leave(ticket)) {
        signal.removeEventListener('abort', abort);
        reject(new Refusal(503, `${this.#room} moves are waiting already; ask again soon`));
      }
    });
  }

  #leave(ticket: Ticket): boolean {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((other) => other !== ticket);
    return this.#waiting.length < before;
  }

  #next(): void {
    while (this.#start(({ key }) => !this.#running.has(key), performance.now()));
  }

  /** Starts the first in line of those that may; false where nobody can. */
  #start(may: (ticket: Ticket) => boolean, since: number): boolean {
    const ticket = this.#running.size < this.#atOnce ? this.#waiting.find(may) : undefined;
    if (!ticket) return false;
    this.#leave(ticket);
    ticket.start(since);
    return true;
  }
}
