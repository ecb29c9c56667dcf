// A player whose choosing happens in the kernel. What differs from one to the next is only how it sets the kernel up.

import type { Kernel } from '../kernel/kernel.ts';
import { MAX_RESULTS, RECORDING } from '../kernel/layout.ts';
import type { Game, State } from '../rules/game.ts';
import { MOVES } from '../rules/game.ts';
import type { Choice, GameResults, MoveValue, PlayedGame, Player, PlayOptions } from './player.ts';
import type { SharedSearch } from './shared-search.ts';
import { pays, searchTogether } from './shared-search.ts';

export class KernelPlayer implements Player {
  readonly spec: string;
  readonly game: Game;
  readonly threads: number;
  protected readonly kernel: Kernel;
  readonly #shared: SharedSearch | undefined;

  /** With `shared`, several threads look at the moves of one position together, where that pays. */
  constructor(spec: string, kernel: Kernel, shared?: SharedSearch) {
    this.spec = spec;
    this.kernel = kernel;
    this.#shared = shared && kernel.threads.count > 1 && pays(shared) ? shared : undefined;
    this.game = kernel.game;
    this.threads = kernel.threads.count;
  }

  async newGame(seed: number, number: number): Promise<void> {
    await this.kernel.threads.call(0, 'newGame', BigInt(seed), BigInt(number));
  }

  async choose(state: State): Promise<Choice> {
    if (this.#shared) return this.#chooseTogether(state, this.#shared);
    const best = await this.kernel.callWith(0, 'chooseHere', state, this.stageOf(state));
    const values = this.kernel.values(0);
    const moves: MoveValue[] = [];
    MOVES.forEach((move, m) => {
      const afterstate = this.game.afterstate(state, move);
      if (afterstate) moves.push({ move, value: values[m] ?? 0, gain: afterstate.gain });
    });
    return { best: MOVES[best], moves };
  }

  async #chooseTogether(state: State, shared: SharedSearch): Promise<Choice> {
    const legal = MOVES.flatMap((move, number) => {
      const afterstate = this.game.afterstate(state, move);
      return afterstate ? [{ move, number, gain: afterstate.gain }] : [];
    });
    const numbers = legal.map(({ number }) => number);
    const values = await searchTogether(this.kernel, state, this.stageOf(state), numbers, shared);
    const moves = legal.map(({ move, number, gain }) => ({ move, value: values?.get(number) ?? 0, gain }));
    const top = Math.max(...moves.map(({ value }) => value));
    return { best: moves.find(({ value }) => value === top)?.move, moves };
  }

  /** The stage that a network is in; boards do not tell how they came about. */
  protected stageOf(_state: State): number {
    return 0;
  }

  playGames(options: PlayOptions): Promise<GameResults> {
    return this.play(options);
  }

  /** Games from the deal, or from a state on. */
  protected async play(
    { games, seed, first = 0, records = false, onGame, signal, onProgress }: PlayOptions,
    origin?: State,
  ): Promise<GameResults> {
    const { kernel } = this;
    const scores = new Float64Array(games);
    const moves = new Uint32Array(games);
    const largest = new Uint8Array(games);
    const played: PlayedGame[] = [];
    signal?.throwIfAborted();
    kernel.setInt(RECORDING, records ? 1 : 0);
    kernel.stop(false);
    kernel.clearProgress();

    let next = 0;
    let chunk = 1;
    const start = performance.now();
    const work = async (thread: number): Promise<void> => {
      while (next < games && !signal?.aborted) {
        const from = next;
        const count = records ? 1 : Math.min(chunk, games - from);
        next += count;
        const began = performance.now();
        const which = [BigInt(seed), BigInt(first + from), count] as const;
        const finished = origin
          ? await kernel.callWith(thread, 'playGamesFrom', origin, this.stageOf(origin), ...which)
          : await kernel.threads.call(thread, 'playGames', ...which);
        for (let i = 0; i < finished; i++) {
          const result = kernel.result(thread, i);
          scores[from + i] = result.score;
          moves[from + i] = result.moves;
          largest[from + i] = result.largest;
          if (!records) continue;
          const game = { start: kernel.state(thread), plies: kernel.plies(thread, result.moves) };
          if (onGame) onGame(from + i, { ...game, score: result.score, largest: result.largest });
          else played[from + i] = game;
        }
        // Calls that last some 50 ms each: short enough to share the work evenly, long enough to cost nothing.
        const took = performance.now() - began;
        if (took < 25) chunk = Math.min(MAX_RESULTS, count * 2);
        else if (took > 100) chunk = Math.max(1, count >> 1);
      }
    };
    const halt = () => kernel.stop(true);
    signal?.addEventListener('abort', halt);
    const timer = onProgress && setInterval(() => onProgress(kernel.progress()), 100);
    try {
      await Promise.all(Array.from({ length: this.threads }, (_, thread) => work(thread)));
    } finally {
      clearInterval(timer);
      signal?.removeEventListener('abort', halt);
      kernel.stop(false);
    }
    signal?.throwIfAborted();
    const seconds = (performance.now() - start) / 1000;
    return { scores, moves, largest, seconds, ...(records && !onGame && { records: played }) };
  }

  close(): Promise<void> {
    return this.kernel.close();
  }
}
