// A player whose network runs on threads, one session each; a thread plays many games in step, and takes the next when one
// ends. The results do not depend on the threads, since a board's evaluation does not depend on those beside it.

import { Worker } from 'node:worker_threads';
import type {
  Choice,
  FinishedGame,
  Game,
  GameResults,
  NeuralOrder,
  PlayedGame,
  Player,
  PlayOptions,
  State,
} from 'afterstate';
import type { PlayerAnswer, PlayerQuestion, PlayerStart } from './player-worker.ts';

/** Games that have been handed out, moves and games that are done, and whether to stop: of the series under way. */
const [TAKEN, MOVES_DONE, GAMES_DONE, STOP] = [0, 1, 2, 3];

export class NeuralPlayer implements Player {
  readonly spec: string;
  readonly game: Game;
  readonly threads: number;
  readonly #workers: readonly Worker[];
  readonly #control: Int32Array;

  private constructor({ spec, game, threads }: NeuralOrder, workers: readonly Worker[], control: Int32Array) {
    this.spec = spec;
    this.game = game;
    this.threads = threads;
    this.#workers = workers;
    this.#control = control;
  }

  static async open(options: NeuralOrder): Promise<NeuralPlayer> {
    const { game, threads, bytes, name, way } = options;
    const control = new Int32Array(new SharedArrayBuffer(16));
    const workerData: PlayerStart = { game: game.spec, bytes, name, way, control };
    const workers = Array.from({ length: threads }, () => {
      const worker = new Worker(new URL('./player-worker.js', import.meta.url), { workerData, execArgv: [] });
      worker.unref();
      return worker;
    });
    const player = new NeuralPlayer(options, workers, control);
    try {
      await Promise.all(workers.map((worker) => answerOf(worker)));
    } catch (error) {
      await player.close();
      throw error;
    }
    return player;
  }

  async newGame(): Promise<void> {
    // It has no randomness of its own.
  }

  async choose(state: State): Promise<Choice> {
    return (await ask(this.#workers[0]!, { kind: 'choose', state })).choice!;
  }

  async playGames(options: PlayOptions): Promise<GameResults> {
    const { games, seed, first = 0, records = false, onGame, signal, onProgress } = options;
    signal?.throwIfAborted();
    const control = this.#control.fill(0);
    const scores = new Float64Array(games);
    const moves = new Uint32Array(games);
    const largest = new Uint8Array(games);
    const played: PlayedGame[] = [];
    const take = (index: number, game: FinishedGame & { moves: number }): void => {
      scores[index] = game.score;
      moves[index] = game.moves;
      largest[index] = game.largest;
      if (!records) return;
      if (onGame) onGame(index, game);
      else played[index] = { start: game.start, plies: game.plies };
    };
    const start = performance.now();
    const halt = (): void => void Atomics.store(control, STOP, 1);
    signal?.addEventListener('abort', halt);
    const progress = (): void => onProgress?.({ games: control[GAMES_DONE]!, moves: control[MOVES_DONE]! });
    const timer = onProgress && setInterval(progress, 100);
    try {
      const question: PlayerQuestion = { kind: 'play', seed, first, games, records, threads: this.threads };
      await Promise.all(this.#workers.map((worker) => ask(worker, question, take)));
    } finally {
      clearInterval(timer);
      signal?.removeEventListener('abort', halt);
      progress();
    }
    signal?.throwIfAborted();
    const seconds = (performance.now() - start) / 1000;
    return { scores, moves, largest, seconds, ...(records && !onGame && { records: played }) };
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}

export const CONTROL = { TAKEN, MOVES_DONE, GAMES_DONE, STOP } as const;

function ask(
  worker: Worker,
  question: PlayerQuestion,
  onGame?: (index: number, game: FinishedGame & { moves: number }) => void,
): Promise<PlayerAnswer> {
  const answer = answerOf(worker, onGame);
  worker.postMessage(question);
  return answer;
}

/** The next message that ends a question; games that come before it go to `onGame`. */
async function answerOf(
  worker: Worker,
  onGame?: (index: number, game: FinishedGame & { moves: number }) => void,
): Promise<PlayerAnswer> {
  // A player that works keeps the process alive, one that waits does not.
  worker.ref();
  try {
    return await new Promise<PlayerAnswer>((resolve, reject) => {
      const onMessage = (answer: PlayerAnswer): void => {
        if (answer.finished) {
          onGame?.(answer.finished.index, answer.finished.game);
          return;
        }
        done();
        if (answer.error) reject(answer.error);
        else resolve(answer);
      };
      const onError = (error: Error): void => {
        done();
        reject(error);
      };
      const onExit = (): void => {
        done();
        reject(new Error('the player was closed'));
      };
      const done = (): void => {
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    });
  } finally {
    worker.unref();
  }
}
