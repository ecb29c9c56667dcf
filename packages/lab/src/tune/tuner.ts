// Plays the rounds of a search, candidate by candidate, and writes a trial after each; then the best and the start play games
// that neither has seen. Trials that are already written are not played again: game i of a seed is always the same game, so a
// killed tuning ends like an undisturbed one, on any number of threads.

import { InputError } from 'afterstate';
import type { Player, Weights } from 'afterstate';
import { cores, openPlayer } from 'afterstate/node';
import { compare, deviation, mean, meanInterval } from 'afterstate/measure';
import type { Outcome, Round } from './candidates.ts';
import type { TunePlan, TuneRun } from './config.ts';
import { planTuning } from './config.ts';
import type { Trial, TuneResult } from './trials.ts';
import { Trials } from './trials.ts';

export interface TuneEvents {
  /** How many trials were found in the folder; called once, first. */
  onBegin?(kept: number): void;
  /** After each trial played, but not for those found in the folder. */
  onTrial?(trial: Trial): void;
  /** After each round, played or found: its trials, and the trial whose weights are now the best. */
  onRound?(trials: readonly Trial[], best: Trial): void;
  /** About ten times per second: games of the trial under way; `trials` counts those done, including those found. */
  onProgress?(trials: number, player: string, games: number, of: number): void;
  /** The same at the end, when the best and the starting weights play. */
  onCheck?(player: string, games: number, of: number): void;
}

export interface Tuned {
  /** Undefined if it was stopped before its end. */
  readonly result: TuneResult | undefined;
  readonly trials: number;
}

export async function tune(run: TuneRun, events: TuneEvents, signal: AbortSignal): Promise<Tuned> {
  const plan = planTuning(run.config);
  const written = new Trials(run.path);
  const tuner = new Tuner(run.path, plan, written, await written.read(), events, signal);
  await run.keepSettings();
  try {
    return { result: await tuner.run(), trials: tuner.trials };
  } catch (error) {
    if (signal.aborted) return { result: undefined, trials: tuner.trials };
    throw error;
  }
}

class Tuner {
  readonly #path: string;
  readonly #plan: TunePlan;
  readonly #written: Trials;
  readonly #kept: readonly Trial[];
  readonly #events: TuneEvents;
  readonly #signal: AbortSignal;
  readonly #threads: number;
  /** Trials that are done. */
  trials = 0;
  #round = 0;

  constructor(
    path: string,
    plan: TunePlan,
    written: Trials,
    kept: readonly Trial[],
    events: TuneEvents,
    signal: AbortSignal,
  ) {
    this.#path = path;
    this.#plan = plan;
    this.#written = written;
    this.#kept = kept;
    this.#events = events;
    this.#signal = signal;
    this.#threads = plan.config.threads ?? cores;
  }

  async run(): Promise<TuneResult> {
    this.#events.onBegin?.(this.#kept.length);
    const search = this.#plan.search();
    let step = search.next();
    while (!step.done) {
      const trials = await this.#play(step.value);
      step = search.next(trials.map(outcomeOf));
      const kept = this.#plan.specOf(step.done ? step.value : step.value.candidates[0]!);
      this.#events.onRound?.(
        trials,
        trials.find(({ player }) => player === kept)!,
      );
    }
    return (await this.#written.result()) ?? (await this.#check(step.value));
  }

  async #play(round: Round): Promise<Trial[]> {
    this.#round++;
    const trials: Trial[] = [];
    for (const weights of round.candidates) trials.push(await this.#try(round, weights));
    return trials;
  }

  async #try(round: Round, weights: Weights): Promise<Trial> {
    const kept = this.#kept[this.trials];
    const player = this.#plan.specOf(weights);
    if (kept && (kept.player !== player || kept.first !== round.first || kept.games !== round.games))
      throw new InputError(
        `trial ${kept.trial} in '${this.#path}' does not follow from its settings; start another tuning`,
      );
    const trial = kept ?? (await this.#measure(round, player));
    if (!kept) await this.#written.append(trial);
    this.trials++;
    if (!kept) this.#events.onTrial?.(trial);
    return trial;
  }

  async #measure({ about, first, games }: Round, spec: string): Promise<Trial> {
    const signal = this.#signal;
    const player = await openPlayer(spec, { game: this.#plan.game, threads: this.#threads });
    try {
      const { scores, moves, seconds } = await player.playGames({
        games,
        seed: this.#plan.config.seed,
        first,
        signal,
        onProgress: (done) => this.#events.onProgress?.(this.trials, spec, done.games, games),
      });
      const all = moves.reduce((sum, n) => sum + n, 0);
      const [low, high] = meanInterval(scores)!;
      return {
        trial: this.trials + 1,
        round: this.#round,
        about,
        player: spec,
        first,
        games,
        averageScore: mean(scores),
        averageScoreCI95: [low, high],
        deviation: deviation(scores)!,
        maxScore: scores.reduce((most, score) => Math.max(most, score), 0),
        moves: all,
        seconds,
        movesPerSecond: all / seconds,
      };
    } finally {
      await player.close();
    }
  }

  async #check(weights: Weights): Promise<TuneResult> {
    const { config, game, checkSeed, specOf, start } = this.#plan;
    const [signal, threads] = [this.#signal, this.#threads];
    const [first, best] = [specOf(start), specOf(weights)];
    const players: Player[] = [];
    try {
      for (const spec of best === first ? [first] : [first, best])
        players.push(await openPlayer(spec, { game, threads }));
      let playing = first;
      const check = await compare(players, {
        games: config.check,
        seed: checkSeed,
        signal,
        onPlayer: (player) => (playing = player.spec),
        onProgress: (done) => this.#events.onCheck?.(playing, done.games, config.check),
      });
      const { method, seed } = config;
      const result = { game: game.spec, method, seed, trials: this.trials, start: first, best, check };
      await this.#written.finish(result);
      return result;
    } finally {
      for (const player of players) await player.close();
    }
  }
}

function outcomeOf({ averageScore, deviation, games }: Trial): Outcome {
  return { average: averageScore, error: deviation / Math.sqrt(games) };
}
