// An n-tuple network that answers many players' questions at once: one copy of its weights, and one thread per question under
// way. Players of one network differ only in their search, whose settings the kernel reads before it thinks.

import { DOWNGRADE, MAX_RESULTS, PLAYER, PLAYER_NETWORK } from '../kernel/layout.ts';
import type { Platform } from '../kernel/platform.ts';
import type { Game, State } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import { readOptions, type Values, writeOptions } from '../rules/options.ts';
import { formatSpec, parseSpec } from '../rules/spec.ts';
import { choiceOf, stoppable } from './kernel-choice.ts';
import type { LoadedNetwork } from './ntuple.ts';
import { loadNetwork, NTUPLE_OPTIONS, requireSearchable, stageOf } from './ntuple.ts';
import type { Choice, ChooseOptions, GameResults, PlayOptions } from './player.ts';
import { ResultsCollector } from './results.ts';
import type { SearchOptions } from './search.ts';
import { isSearch, searchOf, setSearch, tableBytes, usualPlies } from './search.ts';

export interface SharedNetworkOptions {
  readonly game: Game;
  /** A file or folder; the strongest network that ships by default. */
  readonly model?: string | undefined;
  /** How many questions are answered at once. */
  readonly threads: number;
  /** The largest transposition table that a spec may ask for, as a power of two. */
  readonly mostTable: number;
}

/** What a spec asks of the network. */
interface Asked {
  readonly values: Values<typeof NTUPLE_OPTIONS>;
  readonly search: SearchOptions;
  /** The largest exponent that it should know. */
  readonly downgrade: number;
}

export class SharedNetwork {
  readonly game: Game;
  readonly #loaded: LoadedNetwork;
  readonly #mostTable: number;
  readonly #idle: number[];
  readonly #waiting: ((thread: number) => void)[] = [];
  /** Only one question at a time writes the settings, until its thread has read them. */
  #settings: Promise<unknown> = Promise.resolve();

  private constructor(loaded: LoadedNetwork, { game, threads, mostTable }: SharedNetworkOptions) {
    this.game = game;
    this.#loaded = loaded;
    this.#mostTable = mostTable;
    this.#idle = Array.from({ length: threads }, (_, thread) => thread);
    loaded.placed.kernel.setInt(PLAYER, PLAYER_NETWORK);
  }

  static async open(platform: Platform, options: SharedNetworkOptions): Promise<SharedNetwork> {
    const { game, model, threads, mostTable } = options;
    const extra = tableBytes(mostTable, threads);
    return new SharedNetwork(await loadNetwork({ platform, game, threads }, model, false, extra), options);
  }

  /** The bytes of its memories. */
  get bytes(): number {
    return this.#loaded.placed.kernel.memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
  }

  /** What the player of a spec, `ntuple?ply=3`, would choose with this network; a model in the spec is ignored. */
  async choose(spec: string, state: State, { signal }: ChooseOptions = {}): Promise<Choice> {
    const { placed } = this.#loaded;
    const { kernel } = placed;
    return this.#onThread(this.#read(spec), signal, async (thread) => {
      const number = await kernel.callWith(thread, 'chooseOpened', state, stageOf(placed, state));
      return choiceOf(kernel, thread, state, number);
    });
  }

  /**
   * Whole games by the player of a spec, on one thread: the same games as that player's `playGames`, and the spec in its canonical
   * form.
   */
  async playGames(
    spec: string,
    { signal, seed, first = 0, games }: Omit<PlayOptions, 'records' | 'onGame' | 'onProgress'>,
  ): Promise<GameResults & { readonly spec: string }> {
    const asked = this.#read(spec);
    const { kernel } = this.#loaded.placed;
    const results = await this.#onThread(asked, signal, async (thread) => {
      const collector = new ResultsCollector({ games, seed });
      for (let done = 0; done < games; done += MAX_RESULTS) {
        const count = Math.min(MAX_RESULTS, games - done);
        const finished = await kernel.threads.call(thread, 'playOpened', BigInt(seed), BigInt(first + done), count);
        for (let i = 0; i < finished; i++) collector.take(done + i, kernel.result(thread, i));
        // It was stopped.
        if (finished < count) break;
      }
      return collector.results();
    });
    return { ...results, spec: this.#canonical(spec, asked) };
  }

  close(): Promise<void> {
    return this.#loaded.placed.close();
  }

  #read(spec: string): Asked {
    const { placed, name, trained } = this.#loaded;
    const values = readOptions(parseSpec(spec), NTUPLE_OPTIONS, this.game);
    const search = searchOf(values, spec);
    if (isSearch(search)) requireSearchable(placed.network, name);
    if (search.table > this.#mostTable)
      throw new InputError(`'${spec}' has a table of 2^${search.table}, and the most here is ${this.#mostTable}`);
    if (values.endgame !== 'off')
      throw new InputError(
        `'${spec}' asks for solved endgames, which a network that several players share cannot consult; leave endgame out`,
      );
    return { values, search, downgrade: values.downgrade ?? trained };
  }

  #canonical(spec: string, { values, search }: Asked): string {
    const defaults = { ply: usualPlies(search.ms), downgrade: this.#loaded.trained };
    return formatSpec('ntuple', writeOptions(NTUPLE_OPTIONS, values, defaults, this.game), parseSpec(spec).model);
  }

  /** Work on a thread that has read its settings; aborting the signal ends it. */
  async #onThread<T>(
    { search, downgrade }: Asked,
    signal: AbortSignal | undefined,
    work: (thread: number) => Promise<T>,
  ): Promise<T> {
    const { kernel } = this.#loaded.placed;
    const thread = await this.#take();
    try {
      return await stoppable(kernel, [thread], signal, async () => {
        await this.#set(thread, search, downgrade);
        return work(thread);
      });
    } finally {
      this.#give(thread);
    }
  }

  /** Makes the thread read its settings. Tables differ in size, and each thread's has its own place. */
  async #set(thread: number, search: SearchOptions, downgrade: number): Promise<void> {
    const { kernel, extra } = this.#loaded.placed;
    const own = tableBytes(this.#mostTable, 1) - tableBytes(search.table, 1);
    const set = this.#settings.then(async () => {
      kernel.setInt(DOWNGRADE, downgrade);
      setSearch(kernel, search, extra + thread * own);
      await kernel.threads.call(thread, 'openHere');
    });
    this.#settings = set.catch(() => {});
    await set;
  }

  #take(): number | Promise<number> {
    return this.#idle.pop() ?? new Promise((resolve) => this.#waiting.push(resolve));
  }

  #give(thread: number): void {
    const next = this.#waiting.shift();
    if (next) next(thread);
    else this.#idle.push(thread);
  }
}
