// A player whose games are played by an engine. It stands where a player that plays on threads does, so everything that plays
// games in bulk works with either and gives the same: game i of a seed is the same game wherever it is played.

import type { Choice, ChooseOptions, Game, GameResults, PlayedGame, Player, PlayOptions, State } from 'afterstate';
import { InputError, parseSpec, unpackState } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import { Block, decodeBlockHeader } from '../records/format.ts';
import type { CoordinatorOptions } from './coordinator.ts';
import { coordinate, requireAll } from './coordinator.ts';
import { canonicalJson, digestOf } from './digest.ts';
import type { Done } from './engine.ts';
import type { Job } from './job.ts';
import { createJob } from './job.ts';
import type { PlayParams, PlayResult } from './kinds/play.ts';
import { MOST_GAMES, play } from './kinds/play.ts';
import type { PlayerContent } from './player-content.ts';
import { playerContent } from './player-content.ts';

/** Where games are played: a folder, an engine, and how many of its workers play at once, as far as is known. */
export interface JobHost extends Omit<CoordinatorOptions, 'signal' | 'onProgress' | 'onResult'> {
  workers(): Promise<number>;
  /** Seconds that a job is to take with so many workers. */
  secondsPerJob(workers: number): number;
}

/** Games that say how many make a job: rounds of twice as many, for at least this long, and at most that long. */
const TRIAL_ROUNDS = 6;
const TRIAL_MS = 25;
const LONGEST_TRIAL_MS = 1000;
/** A folder of results has at most so many files for one request. */
const MOST_JOBS = 10_000;
/** Jobs that each worker gets at least, so that the last ones end together. */
const JOBS_EACH = 4;

export class JobPlayer implements Player {
  readonly spec: string;
  readonly game: Game;
  readonly #host: JobHost;
  readonly #content: PlayerContent;
  /** Plays single moves, and shows how fast games go; closed when the engine begins. */
  #own: Player | undefined;
  readonly #workers = new Set<string>();
  #gamesPerSecond: number | undefined;

  private constructor(own: Player, content: PlayerContent, host: JobHost) {
    this.spec = own.spec;
    this.game = own.game;
    this.#own = own;
    this.#content = content;
    this.#host = host;
  }

  static async open(spec: string, game: Game, host: JobHost): Promise<JobPlayer> {
    const own = await openPlayer(spec, { game });
    try {
      if ((host.verify ?? 0) > 0 && parseSpec(own.spec).options.has('ms'))
        throw new InputError(`${own.spec} plays otherwise each time, because of its time limit; leave --verify out`);
      return new JobPlayer(own, await playerContent(own.spec, game, host.work.blobs), host);
    } catch (error) {
      await own.close();
      throw error;
    }
  }

  /** How many workers played the games so far. */
  get threads(): number {
    return Math.max(1, this.#workers.size);
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
    await this.#own?.close();
    this.#own = undefined;
    const { player, model } = this.#content;
    const jobs: Job[] = [];
    for (let at = 0; at < games; at += size) {
      const params = {
        game: this.game.spec,
        player,
        model,
        seed,
        first: first + at,
        games: Math.min(size, games - at),
        records,
      };
      jobs.push(createJob(play, params));
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
      this.#workers.add(worker);
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
    const seconds = (performance.now() - start) / 1000 + coordinated.reusedSeconds / this.threads;
    return { scores, moves, largest, seconds, ...(records && !onGame && { records: played }) };
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

  /** So many that a job takes about as long as it should; the folder remembers it, so that a resumed command asks for the same jobs. */
  async #gamesPerJob({ games, seed, records }: Pick<PlayOptions, 'games' | 'seed' | 'records'>): Promise<number> {
    const { work } = this.#host;
    const note = `cut-${digestOf(canonicalJson({ ...this.#content, game: this.game.spec, games, seed, records })).slice(0, 16)}`;
    const kept = (await work.note(note))?.['games'];
    if (typeof kept === 'number' && Number.isSafeInteger(kept) && kept >= 1 && kept <= MOST_GAMES) return kept;
    const workers = await this.#host.workers();
    const fair = Math.ceil(games / (JOBS_EACH * workers));
    this.#gamesPerSecond ??= await this.#trial(seed);
    const each = Math.max(
      Math.ceil(games / MOST_JOBS),
      Math.min(Math.round(this.#gamesPerSecond * this.#host.secondsPerJob(workers)), fair, MOST_GAMES),
    );
    await work.keepNote(note, { games: each });
    return each;
  }

  /** Games a second, by playing a few: the best of several rounds, since a busy machine may hold up any of them. */
  async #trial(seed: number): Promise<number> {
    const limit = AbortSignal.timeout(LONGEST_TRIAL_MS);
    let best = 0;
    let spent = 0;
    try {
      for (let round = 0; round < TRIAL_ROUNDS || spent < TRIAL_MS; round++) {
        const start = performance.now();
        await this.#single().playGames({ games: 2 ** round, seed, signal: limit });
        const took = performance.now() - start;
        best = Math.max(best, (1000 * 2 ** round) / took);
        spent += took;
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
