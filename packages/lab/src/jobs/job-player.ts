// A player whose games are played by an engine. It can replace a player that plays on threads, so everything that plays games in
// bulk works with either and gives the same results: game i of a seed is the same game wherever it is played.

import type { Choice, ChooseOptions, Game, GameResults, PlayedGame, Player, PlayOptions, State } from 'afterstate';
import { InputError, parseSpec, unpackState } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import { Block, decodeBlockHeader } from '../records/format.ts';
import type { CoordinatorOptions } from './coordinator.ts';
import { coordinate, requireAll } from './coordinator.ts';
import { canonicalJson, digestOf } from './digest.ts';
import type { Done, Engine } from './engine.ts';
import type { Job } from './job.ts';
import { jobOf } from './job.ts';
import type { PlayParams, PlayResult } from './kinds/play-facts.ts';
import { MOST_GAMES, playFacts } from './kinds/play-facts.ts';
import { OwnThreads, THIS_PROCESS } from './own-threads.ts';
import type { PlayerContent } from './player-content.ts';
import { playerContent } from './player-content.ts';

/** Where games are played: a folder, an engine, and how many of its workers play at once, if known. */
export interface JobHost extends Omit<CoordinatorOptions, 'signal' | 'onProgress' | 'onResult'> {
  workers(): Promise<number>;
  /** How many seconds a job should take with that many workers. */
  secondsPerJob(workers: number): number;
  /** How many threads of this process may play instead if the work is short; none if all of it is for the engine. */
  readonly ownThreads?: number;
}

/** Trial games decide how many games make a job: rounds that double, for at least this long, and at most that long. */
const TRIAL_ROUNDS = 6;
const TRIAL_MS = 25;
const LONGEST_TRIAL_MS = 1000;
/** The most files that one request may add to a folder of results. */
const MOST_JOBS = 10_000;
/** The fewest jobs per worker, so that the last ones end together. */
const JOBS_EACH = 4;
/** The jobs for threads of this process, which end together anyway: the results of one are written while the next is played. */
const OWN_JOBS = 2;
/**
 * Longer work goes to the engine: starting two processes costs two cores 0.3 s, a tenth of this. Work that turns out longer than
 * expected goes to the engine after twice this time.
 */
const OWN_SECONDS = 2;
/** If trial games still run after this long, games are slow: the engine can start up. */
const SLOW_TRIAL_MS = 50;

export class JobPlayer implements Player {
  readonly spec: string;
  readonly game: Game;
  readonly #host: JobHost;
  readonly #content: PlayerContent;
  /** Plays single moves, shows how fast games are, and plays short work; closed when the engine takes over. */
  #own: Player | undefined;
  #ownSeconds = 0;
  readonly #workers = new Set<string>();
  /** The speed of one worker. */
  #gamesPerSecond: number | undefined;

  private constructor(own: Player, content: PlayerContent, host: JobHost) {
    this.spec = own.spec;
    this.game = own.game;
    this.#own = own;
    this.#content = content;
    this.#host = host;
  }

  static async open(spec: string, game: Game, host: JobHost): Promise<JobPlayer> {
    const own = await openPlayer(spec, { game, threads: host.ownThreads ?? 1 });
    try {
      if ((host.verify ?? 0) > 0 && parseSpec(own.spec).options.has('ms'))
        throw new InputError(`${own.spec} plays differently each time, because of its time limit; leave --verify out`);
      return new JobPlayer(own, await playerContent(own.spec, game, host.work.blobs), host);
    } catch (error) {
      await own.close();
      throw error;
    }
  }

  /** How many workers played the games so far; each thread of this process counts as one. */
  get threads(): number {
    return Math.max(1, this.#workers.size);
  }

  #count(worker: string): void {
    const threads = worker === THIS_PROCESS ? (this.#host.ownThreads ?? 1) : 0;
    if (threads === 0) this.#workers.add(worker);
    for (let thread = 0; thread < threads; thread++) this.#workers.add(`${worker}, thread ${thread}`);
  }

  async newGame(seed: number, number: number): Promise<void> {
    await this.#single().newGame(seed, number);
  }

  choose(state: State, options?: ChooseOptions): Promise<Choice> {
    return this.#single().choose(state, options);
  }

  #single(): Player {
    if (!this.#own) throw new Error('its games are played elsewhere by now');
    return this.#own;
  }

  async playGames({
    games,
    seed,
    first = 0,
    records = false,
    onGame,
    signal,
    onProgress,
  }: PlayOptions): Promise<GameResults> {
    const start = performance.now();
    const size = await this.#gamesPerJob({ games, seed, records });
    const own = await this.#ownEngine(games);
    const { player, model } = this.#content;
    const jobs: Job[] = [];
    for (let at = 0; at < games; at += size) {
      const params = {
        game: this.game.spec,
        player,
        ...(model !== undefined && { model }),
        seed,
        first: first + at,
        games: Math.min(size, games - at),
        records,
      };
      jobs.push(jobOf(playFacts, params));
    }
    const scores = new Float64Array(games);
    const moves = new Uint32Array(games);
    const largest = new Uint8Array(games);
    const played: PlayedGame[] = [];
    const taken = new Set<string>();
    let movesDone = 0;
    let gamesDone = 0;
    const take = async ({ id, params }: Job, { result, worker }: Done): Promise<void> => {
      const at = (params as PlayParams).first - first;
      const done = result as PlayResult;
      taken.add(id);
      this.#count(worker);
      scores.set(done.scores, at);
      moves.set(done.moves, at);
      largest.set(done.largest, at);
      gamesDone += done.scores.length;
      movesDone += done.moves.reduce((sum, count) => sum + count, 0);
      if (done.records === undefined) return;
      const own = await this.#games(done.records);
      own.forEach((game, i) => {
        if (onGame) onGame(at + i, { ...game, score: done.scores[i]!, largest: done.largest[i]! });
        else played[at + i] = game;
      });
    };
    const coordinated = await coordinate(jobs, {
      ...this.#host,
      engine: own ?? this.#host.engine,
      signal,
      onResult: take,
      onProgress: (done) =>
        onProgress?.({
          games: done.games,
          moves: gamesDone > 0 ? Math.round((movesDone / gamesDone) * done.games) : 0,
        }),
    });
    requireAll(coordinated);
    for (const job of jobs) if (!taken.has(job.id)) await take(job, (await this.#host.work.result(job.id))!);
    this.#ownSeconds += (performance.now() - start) / 1000;
    const seconds = (performance.now() - start) / 1000 + coordinated.reusedSeconds / this.threads;
    return { scores, moves, largest, seconds, ...(records && !onGame && { records: played }) };
  }

  /** Whether these games, with those already played, are short work for threads of this process. */
  #isShort(games: number, gamesPerSecond = this.#gamesPerSecond): boolean {
    const { ownThreads } = this.#host;
    if (ownThreads === undefined || gamesPerSecond === undefined) return false;
    return this.#ownSeconds + games / (gamesPerSecond * ownThreads) < OWN_SECONDS;
  }

  /** Uses threads of this process for short work, and ends them for other work. */
  async #ownEngine(games: number): Promise<Engine | undefined> {
    const { engine, work } = this.#host;
    if (this.#own && this.#isShort(games)) {
      const seconds = 2 * OWN_SECONDS - this.#ownSeconds;
      return new OwnThreads({ player: this.#own, engine, blobs: work.blobs, seconds });
    }
    await this.#own?.close();
    this.#own = undefined;
    return undefined;
  }

  /** The games of a block of records. */
  async #games(digest: string): Promise<PlayedGame[]> {
    const bytes = await this.#host.work.blobs.read(digest);
    const header = decodeBlockHeader(bytes);
    const block = header && Block.decode(header, bytes, this.game);
    if (!block)
      throw new Error(`the records in '${this.#host.work.blobs.pathOf(digest)}' are damaged; remove that file`);
    return block.games.map(({ start }, i) => ({ start: unpackState(this.game, start), plies: block.plies(i) }));
  }

  /**
   * As many as make a job take about as long as it should; the folder remembers the number, so that a resumed command asks for the same
   * jobs.
   */
  async #gamesPerJob({ games, seed, records }: Pick<PlayOptions, 'games' | 'seed' | 'records'>): Promise<number> {
    const { work } = this.#host;
    const note = `cut-${digestOf(canonicalJson({ ...this.#content, game: this.game.spec, games, seed, records })).slice(0, 16)}`;
    const kept = (await work.note(note))?.['games'];
    if (typeof kept === 'number' && Number.isSafeInteger(kept) && kept >= 1 && kept <= MOST_GAMES) return kept;
    const workers = await this.#host.workers();
    this.#gamesPerSecond ??= await this.#trial(seed, games);
    const isShort = this.#isShort(games);
    const fair = Math.ceil(games / (isShort ? Math.max(OWN_JOBS, workers) : JOBS_EACH * workers));
    const wanted = isShort ? fair : Math.round(this.#gamesPerSecond * this.#host.secondsPerJob(workers));
    const each = Math.max(Math.ceil(games / MOST_JOBS), Math.min(wanted, fair, MOST_GAMES));
    await work.keepNote(note, { games: each });
    return each;
  }

  /**
   * Games per second of one thread, from playing a few: the best of several rounds, since a busy machine may delay any of them.
   * Stops as soon as `games` are known to be short work.
   */
  async #trial(seed: number, games: number): Promise<number> {
    const limit = AbortSignal.timeout(LONGEST_TRIAL_MS);
    const own = this.#single();
    let best = 0;
    let spent = 0;
    try {
      for (let round = 0; (round < TRIAL_ROUNDS || spent < TRIAL_MS) && !this.#isShort(games, best); round++) {
        if (spent > SLOW_TRIAL_MS) this.#host.engine.prepare?.();
        const start = performance.now();
        await own.playGames({ games: 2 ** round, seed, signal: limit });
        const took = performance.now() - start;
        best = Math.max(best, (1000 * 2 ** round) / (took * Math.min(2 ** round, own.threads)));
        // Threads start in the first round.
        if (round > 0) spent += took;
      }
    } catch (error) {
      if (!limit.aborted) throw error;
    }
    return best;
  }

  async close(): Promise<void> {
    await this.#own?.close();
  }
}
