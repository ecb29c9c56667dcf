// The threads that play: seats are divided among them in order, and their games are joined in the same order, so that the result
// does not depend on the number of threads.

import { Worker } from 'node:worker_threads';
import type { Game } from 'afterstate';
import { answerOf } from '../files/worker-answer.ts';
import type { Played, PlaySettings, SeatState } from './seats.ts';
import { joinRows } from './seats.ts';
import type { SeatsAnswer, SeatsOrder, SeatsStart } from './seats-worker.ts';

const [MOVES_MADE, STOP] = [0, 1];

export class Arena {
  readonly threads: number;
  readonly #workers: readonly Worker[];
  readonly #control: Int32Array;

  constructor(game: Game, threads: number) {
    this.threads = threads;
    this.#control = new Int32Array(new SharedArrayBuffer(8));
    const workerData: SeatsStart = { game: game.spec, control: this.#control };
    this.#workers = Array.from({ length: threads }, () => {
      const worker = new Worker(new URL('./seats-worker.js', import.meta.url), { workerData, execArgv: [] });
      worker.unref();
      return worker;
    });
  }

  /**
   * Lets the seats play on with a network; undefined if the signal stopped it. `onProgress` gets the count of moves, ten times
   * per second.
   */
  async play(
    model: Uint8Array,
    seats: readonly SeatState[],
    settings: PlaySettings,
    signal: AbortSignal,
    onProgress: (moves: number) => void,
  ): Promise<Played | undefined> {
    if (signal.aborted) return undefined;
    const control = this.#control.fill(0);
    const halt = (): void => void Atomics.store(control, STOP, 1);
    signal.addEventListener('abort', halt);
    const timer = setInterval(() => onProgress(Atomics.load(control, MOVES_MADE)), 100);
    try {
      const cut = (i: number): number => Math.floor((seats.length * i) / this.threads);
      const parts = await Promise.all(
        this.#workers.map((worker, i) => ask(worker, { model, seats: seats.slice(cut(i), cut(i + 1)), settings })),
      );
      const played = parts.flatMap((part) => part ?? []);
      return played.length === parts.length ? join(played) : undefined;
    } finally {
      clearInterval(timer);
      signal.removeEventListener('abort', halt);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

function join(parts: readonly Played[]): Played {
  return {
    seats: parts.flatMap(({ seats }) => seats),
    finished: parts.flatMap(({ finished }) => finished),
    rows: joinRows(parts.map(({ rows }) => rows)),
    evaluations: parts.reduce((sum, { evaluations }) => sum + evaluations, 0),
  };
}

async function ask(worker: Worker, order: SeatsOrder): Promise<Played | undefined> {
  const answer = answerOf<SeatsAnswer>(worker, { ended: 'a thread of self-play ended' });
  worker.postMessage(order);
  return (await answer).played;
}
