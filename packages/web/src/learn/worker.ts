// The learning worker: owns the network and the threads that train it, plays blocks of games and reports each, and between
// blocks lets the current network make a move on the board that a person watches.

import {
  blobSource,
  createNetwork,
  foldedPatterns,
  type Game,
  InputError,
  type Learner,
  learnSettings,
  loadWeights,
  MemorySink,
  METHODS,
  type ModelHeader,
  MOVES,
  networkBytes,
  parseGame,
  Random,
  readModel,
  startScore,
  type State,
  weightChunks,
  weightCount,
  writeCompact,
  writeSafetensors,
} from 'afterstate';
import { cores, openLearner } from 'afterstate/browser';
import { answerJobs } from '../engine/answer-jobs.ts';
import type { JobMessage, WorkerMessage } from '../engine/worker-link.ts';
import { isFull, messageOf } from '../shell/errors.ts';
import { type Block, extended, type Point } from './curve.ts';
import type { KeptTraining } from './kept-training.ts';
import type { ExportForm, LearnAnswers, LearnChoice, LearnJob, LearnReport, Opened, StartJob } from './messages.ts';

/** How long a block takes, roughly: short enough for the curve to grow smoothly, long enough to cost nothing. */
const BLOCK_SECONDS = 0.25;
/** The least time between moves of the watched game. */
const WATCH_MS = 120;
const PAUSE_AT_END_MS = 1500;
/** The time between saves; a large network is saved less often, so that saves take this share of the time, but at least every two minutes. */
const SAVE_MS = 3000;
const LONGEST_SAVE_MS = 120_000;
const LARGE_BYTES = 32 * 2 ** 20;
const SAVE_SHARE = 0.05;
/** The wait after a failed save. */
const SAVE_AGAIN_MS = 30_000;
/** No board's value is this large; a weight that is has run away. */
const LARGEST_WEIGHT = 1e8;
/** How many weights are checked after a block. */
const LOOKED_AT = 1 << 15;

const tell = (report: LearnReport): void => self.postMessage({ report } satisfies WorkerMessage<never, LearnReport>);

/** In a separate file, which is loaded with the first save. */
const keptTrainings = () => import('./kept-training.ts');

class Learning {
  readonly id: string;
  readonly choice: LearnChoice;
  readonly learner: Learner;
  readonly opened: Opened;
  #points: readonly Point[] = [];
  #saveAt = performance.now() + SAVE_MS;
  #games = 0;
  #moves = 0;
  #seconds = 0;
  #largest = 0;
  #block = 50;
  #stop: AbortController | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(id: string, choice: LearnChoice, learner: Learner, opened: Opened, kept?: KeptTraining) {
    this.id = id;
    this.choice = choice;
    this.learner = learner;
    this.opened = opened;
    if (!kept) return;
    this.#points = kept.points;
    this.#games = kept.games;
    this.#moves = kept.moves;
    this.#seconds = kept.seconds;
    this.#largest = kept.largest;
  }

  resume(): void {
    if (this.#stop) return;
    const stop = (this.#stop = new AbortController());
    this.#running = this.#run(stop.signal).catch(failed);
  }

  async pause(): Promise<void> {
    this.#stop?.abort();
    this.#stop = undefined;
    await this.#running;
  }

  get isRunning(): boolean {
    return this.#stop !== undefined;
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const began = performance.now();
      const learned = await this.learner.learn({
        games: this.#block,
        seed: this.choice.seed,
        first: this.#games,
        signal,
      });
      const seconds = (performance.now() - began) / 1000;
      if (learned.scores.length === 0) continue;
      this.#count(learned, seconds);
      if (this.#hasDiverged()) {
        this.#stop = undefined;
        return tell({ kind: 'diverged' });
      }
      if (performance.now() >= this.#saveAt) await this.save();
      this.#block = Math.round(Math.min(4 * this.#block, Math.max(8, (this.#block * BLOCK_SECONDS) / seconds)));
    }
  }

  #count({ scores, moves, largest }: Awaited<ReturnType<Learner['learn']>>, seconds: number): void {
    const sum = (numbers: Iterable<number>): number => {
      let total = 0;
      for (const n of numbers) total += n;
      return total;
    };
    const counts = Array.from({ length: this.learner.game.maxExponent + 1 }, () => 0);
    for (const exponent of largest) counts[exponent]!++;
    const block: Block = {
      games: scores.length,
      moves: sum(moves),
      seconds,
      averageScore: sum(scores) / scores.length,
      maxScore: scores.reduce((most, score) => Math.max(most, score), 0),
      largest: counts,
    };
    this.#games += block.games;
    this.#moves += block.moves;
    this.#seconds += seconds;
    this.#largest = Math.max(
      this.#largest,
      counts.findLastIndex((n) => n > 0),
    );
    this.#points = extended(this.#points, block);
    tell({ kind: 'block', block });
  }

  /** Checks some weights of each table, others after each block. */
  #hasDiverged(): boolean {
    const segments = this.learner.segments();
    const step = Math.max(1, Math.ceil(segments.reduce((sum, { weights }) => sum + weights.length, 0) / LOOKED_AT));
    return segments.some(({ weights }) => {
      for (let i = this.#games % step; i < weights.length; i += step)
        if (!(Math.abs(weights[i]!) < LARGEST_WEIGHT)) return true;
      return false;
    });
  }

  /** Keeps the training as it is now; nothing may learn meanwhile. */
  async save(): Promise<void> {
    const began = performance.now();
    try {
      const { keepTraining } = await keptTrainings();
      const { id, choice } = this;
      const told = { games: this.#games, moves: this.#moves, seconds: this.#seconds, largest: this.#largest };
      const { at, bytes } = await keepTraining({ id, choice, ...told, points: this.#points }, (sink) =>
        writeSafetensors(sink, this.#header(), weightChunks(this.learner), { coherent: this.learner.coherent }),
      );
      const fair = Math.min(LONGEST_SAVE_MS, (performance.now() - began) / SAVE_SHARE);
      const wait = bytes < LARGE_BYTES ? SAVE_MS : Math.max(SAVE_MS, fair);
      this.#saveAt = performance.now() + wait;
      tell({ kind: 'kept', at, bytes, everySeconds: wait / 1000 });
    } catch (error) {
      this.#saveAt = performance.now() + SAVE_AGAIN_MS;
      tell({ kind: 'unkept', full: isFull(error) });
    }
  }

  async export(form: ExportForm): Promise<Blob> {
    const wasRunning = this.isRunning;
    // The weights are written in place: nothing may change them meanwhile.
    await this.pause();
    try {
      const sink = new MemorySink();
      await (form === 'compact' ? writeCompact : writeSafetensors)(sink, this.#header(), weightChunks(this.learner));
      return new Blob([sink.bytes() as Uint8Array<ArrayBuffer>]);
    } finally {
      if (wasRunning) this.resume();
    }
  }

  #header(): ModelHeader {
    const { network } = this.learner;
    const { method, alpha, seed, threads } = this.choice;
    return {
      description: network.description,
      folded: foldedPatterns(network),
      provenance: {
        method,
        alpha,
        games: this.#games,
        moves: this.#moves,
        seconds: Math.round(this.#seconds),
        seed,
        threads,
        where: 'a page',
      },
      ...(this.#largest > 0 && { trainedLargest: this.#largest }),
      date: new Date().toISOString(),
    };
  }
}

/** Plays one game after another, move by move, with the network as it is at that moment. */
async function watch({ learner }: Learning): Promise<void> {
  const { game } = learner;
  const random = Random.forGame(crypto.getRandomValues(new Uint32Array(1))[0]!, 0);
  for (;;) {
    let state = game.start(random);
    let score = startScore(state, game);
    tell({ kind: 'watched', watched: { before: state, ply: undefined, state, score, over: false } });
    for (;;) {
      const [move] = await Promise.all([best(learner, game, state), wait(WATCH_MS)]);
      const afterstate = move && game.afterstate(state, move);
      if (!afterstate) break;
      const before = state;
      const spawned = game.spawn(afterstate, random);
      state = spawned.state;
      score += afterstate.gain + game.spawnScore(spawned.spawn.exponent);
      const ply = { move, spawn: spawned.spawn };
      tell({ kind: 'watched', watched: { before, ply, state, score, over: game.isOver(state) } });
    }
    await wait(PAUSE_AT_END_MS);
  }
}

async function best(learner: Learner, game: Game, state: State) {
  const values = await Promise.all(
    MOVES.map(async (move) => {
      const afterstate = game.afterstate(state, move);
      return afterstate ? afterstate.gain + (await learner.value(afterstate)) : -Infinity;
    }),
  );
  const top = Math.max(...values);
  return top === -Infinity ? undefined : MOVES[values.indexOf(top)];
}

async function open({ id, choice, from }: StartJob): Promise<Learning> {
  const game = parseGame(choice.game);
  const method = METHODS.find(({ name }) => name === choice.method) ?? METHODS[0]!;
  const network = createNetwork({
    game: choice.game,
    network: choice.network,
    stages: 'none',
    values: method.values,
  });
  const settings = learnSettings(method, { alpha: choice.alpha });
  const threads = Math.min(choice.threads, cores());
  const learner = await openLearner({ game, network, threads, coherent: settings.coherent });
  let kept: KeptTraining | undefined;
  if (from === 'kept') {
    const { keptTraining, keptWeights } = await keptTrainings();
    kept = await keptTraining(id);
    if (!kept) throw new InputError('this training is no longer kept');
    const model = await readModel(blobSource('the training', await keptWeights(kept)), choice.game);
    await loadWeights(learner, model, { coherence: true });
  } else if (from) await loadWeights(learner, await readModel(blobSource('the model', from), choice.game));
  else if (method.initial !== 0) learner.fill(method.initial);
  await learner.configure(settings);
  const bytes = networkBytes(network, settings.coherent);
  const opened = { threads, bytes, weights: weightCount(network) };
  return new Learning(id, { ...choice, threads }, learner, opened, kept);
}

function failed(error: unknown): void {
  tell({ kind: 'problem', message: messageOf(error) });
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

let learning: Learning | undefined;

async function answer(job: LearnJob): Promise<LearnAnswers[keyof LearnAnswers]> {
  if (job.kind === 'start') {
    learning = await open(job);
    if (!job.paused) learning.resume();
    void watch(learning).catch(failed);
    return learning.opened;
  }
  if (!learning) throw new Error('nothing is being learned');
  switch (job.kind) {
    case 'pause':
      await learning.pause();
      await learning.save();
      return null;
    case 'resume':
      learning.resume();
      return null;
    case 'export':
      return learning.export(job.form);
  }
}

const take = answerJobs(answer);
self.addEventListener('message', ({ data }: MessageEvent<JobMessage<LearnJob>>) => take(data));
