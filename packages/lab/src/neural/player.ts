// A player whose network runs on threads, one session each; a thread plays many games in step, and takes the next when one
// ends. The results do not depend on the threads, because the evaluation of a board does not depend on the others in its batch.

import { Worker } from 'node:worker_threads';
import type {
  Choice,
  ChooseOptions,
  FinishedGame,
  Game,
  GameResults,
  NeuralOrder,
  Player,
  PlayOptions,
  State,
} from 'afterstate';
import { ResultsCollector, watch } from 'afterstate';
import { answerOf } from '../files/worker-answer.ts';
import { CLOSED, CONTROL, CONTROL_BYTES } from './player-messages.ts';
import type { PlayerAnswer, PlayerQuestion, PlayerStart } from './player-messages.ts';

type TakeGame = (index: number, game: FinishedGame & { readonly moves: number }) => void;

export class NeuralPlayer implements Player {
  readonly spec: string;
  readonly game: Game;
  readonly threads: number;
  readonly #workers: readonly Worker[];
  readonly #control: Int32Array;
  readonly #asked = new Set<Promise<PlayerAnswer>>();
  #closed: Promise<void> | undefined;

  private constructor({ spec, game, threads }: NeuralOrder, workers: readonly Worker[], control: Int32Array) {
    this.spec = spec;
    this.game = game;
    this.threads = threads;
    this.#workers = workers;
    this.#control = control;
  }

  static async open(options: NeuralOrder): Promise<NeuralPlayer> {
    const { game, threads, bytes, name, way } = options;
    const control = new Int32Array(new SharedArrayBuffer(CONTROL_BYTES));
    const workerData: PlayerStart = { game: game.spec, bytes, name, way, control };
    const workers = Array.from({ length: threads }, () => {
      const worker = new Worker(new URL('./player-worker.js', import.meta.url), { workerData, execArgv: [] });
      worker.unref();
      return worker;
    });
    const player = new NeuralPlayer(options, workers, control);
    // Wait for all of them, even if one fails: a worker must not be ended while it opens its session.
    const started = await Promise.allSettled(
      workers.map((worker) => answerOf<PlayerAnswer>(worker, { ended: CLOSED })),
    );
    const failed = started.find((one) => one.status === 'rejected');
    if (!failed) return player;
    await player.close();
    throw failed.reason;
  }

  async newGame(seed: number, number: number): Promise<void> {
    await this.#ask(this.#workers[0]!, { kind: 'begin', seed, number });
  }

  async choose(state: State, { signal, views = false }: ChooseOptions = {}): Promise<Choice> {
    signal?.throwIfAborted();
    const giveUp = (): void => void Atomics.store(this.#control, CONTROL.GIVEN_UP, 1);
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      return (await this.#ask(this.#workers[0]!, { kind: 'choose', state, views })).choice!;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', giveUp);
      Atomics.store(this.#control, CONTROL.GIVEN_UP, 0);
    }
  }

  async playGames(options: PlayOptions): Promise<GameResults> {
    const { games, seed, first = 0, records = false, signal } = options;
    signal?.throwIfAborted();
    const control = this.#control.fill(0, CONTROL.TAKEN, CONTROL.CLOSING);
    const collector = new ResultsCollector(options);
    const question: PlayerQuestion = { kind: 'play', seed, first, games, records, threads: this.threads };
    const take: TakeGame = (index, game) => collector.take(index, game, records ? game : undefined);
    await watch(Promise.all(this.#workers.map((worker) => this.#ask(worker, question, take))), options, {
      progress: () => ({ games: control[CONTROL.GAMES_DONE]!, moves: control[CONTROL.MOVES_DONE]! }),
      stop: () => Atomics.store(control, CONTROL.STOP, 1),
    });
    signal?.throwIfAborted();
    return collector.results();
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#end());
  }

  /** Ending a worker while the runtime works would end the process too, so wait for the evaluation under way. */
  async #end(): Promise<void> {
    Atomics.store(this.#control, CONTROL.CLOSING, 1);
    await Promise.allSettled(this.#asked);
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  async #ask(worker: Worker, question: PlayerQuestion, onGame?: TakeGame): Promise<PlayerAnswer> {
    if (this.#closed) throw new Error(CLOSED);
    const answer = answerOf<PlayerAnswer>(worker, {
      ended: CLOSED,
      hears({ finished }) {
        if (finished) onGame?.(finished.index, finished.game);
        return finished !== undefined;
      },
    });
    this.#asked.add(answer);
    worker.postMessage(question);
    try {
      return await answer;
    } finally {
      this.#asked.delete(answer);
    }
  }
}
