// Work in turns: a limited number of jobs at once, while the others wait. Clients take turns, not jobs: the next job is from a
// client with the fewest jobs under way, and among those from the one whose last turn was longest ago, however many jobs others
// have sent. A job is refused if too many wait, or if it has waited as long as it can.

import { Refusal } from './errors.ts';

export interface Asking {
  /** Who asks: all jobs of one client wait in one line. */
  readonly client: string;
  /** How long it may wait for its turn, in ms. */
  readonly patienceMs: number;
  /** An abort takes a waiting job out of the line; a running job must end by itself, and keeps its turn until then. */
  readonly signal: AbortSignal;
}

export interface TurnLimits {
  readonly atOnce: number;
  /** Jobs that wait, of all clients and of one client. */
  readonly waiting: number;
  readonly waitingEach: number;
}

interface Line {
  readonly tickets: Set<() => void>;
  running: number;
}

export class Turns {
  readonly #limits: TurnLimits;
  /** In order of last turn. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Does the work when its turn comes. */
  async take<T>({ client, patienceMs, signal }: Asking, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const line = this.#lineOf(client);
    try {
      await this.#wait(line, patienceMs, signal);
    } finally {
      this.#tidy(client, line);
    }
    try {
      return await work();
    } finally {
      line.running--;
      this.#running--;
      this.#tidy(client, line);
      this.#next();
    }
  }

  #lineOf(client: string): Line {
    let line = this.#lines.get(client);
    if (!line) this.#lines.set(client, (line = { tickets: new Set(), running: 0 }));
    return line;
  }

  #tidy(client: string, { tickets, running }: Line): void {
    if (tickets.size === 0 && running === 0) this.#lines.delete(client);
  }

  /** Resolves when the job has its turn. */
  #wait(line: Line, patienceMs: number, signal: AbortSignal): Promise<void> {
    const { waiting, waitingEach, atOnce } = this.#limits;
    if (this.#running >= atOnce) {
      if (this.#waiting >= waiting) throw new Refusal(503, `${waiting} moves are already waiting; ask again soon`);
      if (line.tickets.size >= waitingEach)
        throw new Refusal(503, `${waitingEach} moves of yours are already waiting; ask again when they are answered`);
    }
    return new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        line.tickets.delete(start);
        this.#waiting--;
      };
      const start = (): void => {
        leave();
        this.#running++;
        line.running++;
        resolve();
      };
      const abort = (): void => {
        leave();
        reject(signal.reason as Error);
      };
      const giveUp = (): void => {
        leave();
        reject(new Refusal(503, `no turn came within ${patienceMs} ms, and later would be too late; ask again soon`));
      };
      const timer = Number.isFinite(patienceMs) ? setTimeout(giveUp, patienceMs) : undefined;
      signal.addEventListener('abort', abort, { once: true });
      line.tickets.add(start);
      this.#waiting++;
      this.#next();
    });
  }

  #next(): void {
    while (this.#running < this.#limits.atOnce && this.#waiting > 0) {
      let [client, line]: [string, Line] | [] = [];
      for (const [other, candidate] of this.#lines) {
        if (candidate.tickets.size === 0) continue;
        if (!line || candidate.running < line.running) [client, line] = [other, candidate];
      }
      if (client === undefined || !line) return;
      // Moves it to the end of the order.
      this.#lines.delete(client);
      this.#lines.set(client, line);
      const [start] = line.tickets;
      start!();
    }
  }
}
