// A player whose choosing happens in the kernel. Such players differ only in how they set the kernel up.

import type { Kernel } from '../kernel/kernel.ts';
import { RECORDING } from '../kernel/layout.ts';
import { Pace, playSeries } from '../kernel/series.ts';
import type { Game, State } from '../rules/game.ts';
import { MOVES } from '../rules/game.ts';
import { choiceOf, stoppable } from './kernel-choice.ts';
import { best, legalMoves } from './legal-moves.ts';
import type { Choice, ChooseOptions, GameResults, Player, PlayOptions } from './player.ts';
import { ResultsCollector } from './results.ts';
import type { SharedSearch } from './shared-search.ts';
import { pays, searchTogether } from './shared-search.ts';

export class KernelPlayer implements Player {
  readonly spec: string;
  readonly game: Game;
  readonly threads: number;
  protected readonly kernel: Kernel;
  readonly #shared: SharedSearch | undefined;
  /** For games from the deal, kept from series to series. */
  readonly #pace = new Pace();

  /** With `shared`, several threads look at the moves of one position together, if that pays. */
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

  choose(state: State, { signal }: ChooseOptions = {}): Promise<Choice> {
    const { kernel } = this;
    const threads = Array.from({ length: kernel.threads.count }, (_, thread) => thread);
    return stoppable(kernel, threads, signal, () =>
      this.#shared ? this.#search(state, this.#shared) : this.#ask(state),
    );
  }

  async #ask(state: State): Promise<Choice> {
    const number = await this.kernel.callWith(0, 'chooseHere', state, this.stageOf(state));
    return choiceOf(this.kernel, 0, state, number);
  }

  async #search(state: State, shared: SharedSearch): Promise<Choice> {
    const legal = legalMoves(this.game, state);
    const numbers = legal.map(({ m }) => m);
    const values = await searchTogether(this.kernel, state, this.stageOf(state), numbers, shared);
    const moves = legal.map(({ m, move, gain }) => ({ move, value: values?.get(m) ?? 0, gain }));
    const chosen = best(moves, ({ value }) => value)?.move;
    const number = chosen && (await this.kernel.callWith(0, 'endgameMove', state, MOVES.indexOf(chosen)));
    return { best: number === undefined ? undefined : MOVES[number], moves };
  }

  /** The stage that a network is in; boards do not show how they came about. */
  protected stageOf(_state: State): number {
    return 0;
  }

  playGames(options: PlayOptions): Promise<GameResults> {
    return this.play(options);
  }

  /** Games from the deal, or from a state on. */
  protected async play(options: PlayOptions, origin?: State): Promise<GameResults> {
    const { kernel } = this;
    const { seed, first = 0, records = false, signal } = options;
    signal?.throwIfAborted();
    kernel.setInt(RECORDING, records ? 1 : 0);
    const collector = new ResultsCollector(options);
    await playSeries(
      kernel,
      {
        ...options,
        pace: origin ? new Pace() : this.#pace,
        // A thread's block holds the plies of one game.
        ...(records && { most: 1 }),
      },
      (thread, from, count) => {
        const which = [BigInt(seed), BigInt(first + from), count] as const;
        return origin
          ? kernel.callWith(thread, 'playGamesFrom', origin, this.stageOf(origin), ...which)
          : kernel.threads.call(thread, 'playGames', ...which);
      },
      (index, result, thread) => {
        const played = records ? { start: kernel.state(thread), plies: kernel.plies(thread, result.moves) } : undefined;
        collector.take(index, result, played);
      },
    );
    signal?.throwIfAborted();
    return collector.results();
  }

  close(): Promise<void> {
    return this.kernel.close();
  }
}
