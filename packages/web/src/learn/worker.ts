// The learning worker: owns the network and the threads that teach it, plays blocks of games and reports each, and between
// the blocks lets the newest network make a move on a board that is watched.

import {
  blobSource,
  createNetwork,
  foldedPatterns,
  type Game,
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
import type { Block, LearnChoice, LearnReport, LearnRequest } from './messages.ts';

/** A block takes about this long: often enough for a curve that grows, rarely enough to cost nothing. */
const BLOCK_SECONDS = 0.25;
/** A move of the watched game at most this often. */
const WATCH_MS = 120;
const PAUSE_AT_END_MS = 1500;

const report = (message: LearnReport): void => self.postMessage(message);

class Learning {
  readonly choice: LearnChoice;
  readonly learner: Learner;
  #games = 0;
  #moves = 0;
  #seconds = 0;
  #largest = 0;
  #block = 50;
  #stop: AbortController | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(choice: LearnChoice, learner: Learner) {
    this.choice = choice;
    this.learner = learner;
  }

  resume(): void {
    if (this.#stop) return;
    const stop = (this.#stop = new AbortController());
    this.#running = this.#run(stop.signal).catch(tell);
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
    report({ kind: 'block', block });
  }

  async export(form: 'compact' | 'safetensors'): Promise<void> {
    const wasRunning = this.isRunning;
    // The weights are written as they lie: nothing may change them meanwhile.
    await this.pause();
    const { network } = this.learner;
    const { method, alpha, seed, threads } = this.choice;
    const header: ModelHeader = {
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
    const sink = new MemorySink();
    await (form === 'compact' ? writeCompact : writeSafetensors)(sink, header, weightChunks(this.learner));
    report({ kind: 'exported', form, blob: new Blob([sink.bytes() as Uint8Array<ArrayBuffer>]) });
    if (wasRunning) this.resume();
  }
}

/** Plays one game after the other, a move at a time, with whatever the network knows at that moment. */
async function watch({ learner }: Learning): Promise<void> {
  const { game } = learner;
  const random = Random.forGame(crypto.getRandomValues(new Uint32Array(1))[0]!, 0);
  for (;;) {
    let state = game.start(random);
    let score = startScore(state, game);
    report({ kind: 'watched', watched: { before: state, ply: undefined, state, score, over: false } });
    for (;;) {
      const [move] = await Promise.all([best(learner, game, state), wait(WATCH_MS)]);
      const afterstate = move && game.afterstate(state, move);
      if (!afterstate) break;
      const before = state;
      const spawned = game.spawn(afterstate, random);
      state = spawned.state;
      score += afterstate.gain + game.spawnScore(spawned.spawn.exponent);
      const ply = { move, spawn: spawned.spawn };
      report({ kind: 'watched', watched: { before, ply, state, score, over: game.isOver(state) } });
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

async function start(choice: LearnChoice, model: Blob | undefined): Promise<Learning> {
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
  if (model) await loadWeights(learner, await readModel(blobSource('the model', model), choice.game));
  else if (method.initial !== 0) learner.fill(method.initial);
  await learner.configure(settings);
  const bytes = networkBytes(network, settings.coherent);
  report({ kind: 'opened', threads, bytes, weights: weightCount(network) });
  return new Learning({ ...choice, threads }, learner);
}

function tell(error: unknown): void {
  report({ kind: 'problem', message: error instanceof Error ? error.message : String(error) });
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

let learning: Learning | undefined;

async function act(request: LearnRequest): Promise<void> {
  switch (request.kind) {
    case 'start':
      learning = await start(request.choice, request.model);
      learning.resume();
      void watch(learning).catch(tell);
      return;
    case 'pause':
      await learning?.pause();
      return report({ kind: 'paused' });
    case 'resume':
      return learning?.resume();
    case 'export':
      return learning?.export(request.form);
  }
}

let last: Promise<void> = Promise.resolve();
self.addEventListener('message', ({ data }: MessageEvent<LearnRequest>) => {
  last = last.then(() => act(data)).catch(tell);
});
