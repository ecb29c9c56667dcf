// A player that is just a chooser, on the calling thread: what a page makes of a neural network, whose runtime has
// its own threads.

import type { Game, State } from '../rules/game.ts';
import { Random } from '../rules/random.ts';
import type { Chooser } from './neural.ts';
import { playInStep } from './neural.ts';
import type { Choice, ChooseOptions, GameResults, Player, PlayOptions } from './player.ts';
import { ResultsCollector } from './results.ts';

export class ChooserPlayer implements Player {
  readonly spec: string;
  readonly game: Game;
  readonly threads = 1;
  readonly #chooser: Chooser;
  readonly #release: () => Promise<void>;
  #own = Random.forGame(0, 0, 1);
  readonly #underWay = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  /** `release` frees what the chooser uses; it is called once. */
  constructor(spec: string, game: Game, chooser: Chooser, release: () => Promise<void>) {
    this.spec = spec;
    this.game = game;
    this.#chooser = chooser;
    this.#release = release;
  }

  async newGame(seed: number, number: number): Promise<void> {
    this.#own = Random.forGame(seed, number, 1);
  }

  async choose(state: State, { signal, views }: ChooseOptions = {}): Promise<Choice> {
    this.#requireOpen();
    signal?.throwIfAborted();
    // If a choice takes too long, the page ends its worker: this thread hears nothing until it is done.
    const asked = { own: [this.#own], ...(views && { views }) };
    const [choice] = await this.#work(this.#chooser.choose([state], asked));
    signal?.throwIfAborted();
    return choice!;
  }

  async playGames(options: PlayOptions): Promise<GameResults> {
    this.#requireOpen();
    const { games, seed, first = 0, records = false, signal, onProgress } = options;
    signal?.throwIfAborted();
    const collector = new ResultsCollector(options);
    const done = { games: 0, moves: 0 };
    let next = first;
    const play = playInStep(this.game, this.#chooser, {
      seed,
      records,
      take: () => (next < first + games ? next++ : undefined),
      isStopped: () => signal?.aborted === true || this.#closed !== undefined,
      // By steps, not by a timer: on one thread, steps follow each other without a turn of the event loop.
      onStep: (made) => {
        done.moves += made;
        onProgress?.({ ...done });
      },
      onGame: (number, game) => {
        done.games++;
        collector.take(number - first, game, records ? game : undefined);
      },
    });
    await this.#work(play);
    signal?.throwIfAborted();
    this.#requireOpen();
    return collector.results();
  }

  /** Waits for work under way: a runtime does not take kindly to losing its network in the middle. */
  close(): Promise<void> {
    return (this.#closed ??= Promise.allSettled(this.#underWay).then(this.#release));
  }

  async #work<T>(work: Promise<T>): Promise<T> {
    this.#underWay.add(work);
    try {
      return await work;
    } finally {
      this.#underWay.delete(work);
    }
  }

  #requireOpen(): void {
    if (this.#closed) throw new Error('the player was closed');
  }
}
