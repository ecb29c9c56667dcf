// What `bench` measures of neural networks: Kondo and Matsuzaki's network of five layers and 222 channels, trained in batches of
// 1,000 with Adam, evaluated in batches of 256, and playing whole games with the eight symmetries. It has its initial weights:
// speed does not depend on them.

import { MOVES, parseGame, Random } from 'afterstate';
import { cores } from 'afterstate/node';
import type { Bench, BenchEntry } from './benches.ts';

const SPEC = 'dcnn5';
const BATCH = 1000;
const TOGETHER = 256;

export const NEURAL_BENCHES: readonly BenchEntry[] = [
  training(1),
  ...(cores > 1 ? [training(2)] : []),
  inference(),
  play(1),
  ...(cores > 1 ? [play(cores)] : []),
];

/** Actions per second. */
function training(threads: number): BenchEntry {
  const name = named('fit dcnn5', threads);
  const open = async (): Promise<Bench> => {
    const { NeuralLearner } = await import('../neural/learner.ts');
    const { imitation } = await import('../neural/objective.ts');
    const network = await networkOf();
    const learner = await NeuralLearner.open({ network, objective: imitation(network), batch: BATCH, threads });
    learner.parameters.initialise(1);
    const { boards, moves } = actions(BATCH);
    const rows = { boards, moves: Int32Array.from(moves) };
    return {
      name,
      threads,
      run: (seconds, signal) =>
        perSecond(BATCH, seconds, signal, () => learner.step(rows, { kind: 'adam', rate: 0.001 })),
      ...(threads > 1 && { against: 'fit dcnn5' }),
      close: () => learner.close(),
    };
  };
  return { name, open };
}

/** Boards per second, on the calling thread. */
function inference(): BenchEntry {
  const name = 'dcnn5 boards';
  const open = async (): Promise<Bench> => {
    const { Evaluator } = await import('../neural/evaluator.ts');
    const evaluator = await Evaluator.open(await model(), SPEC);
    const { boards } = actions(TOGETHER);
    return {
      name,
      threads: 1,
      run: (seconds, signal) => perSecond(TOGETHER, seconds, signal, () => evaluator.evaluate(boards)),
      close: () => evaluator.close(),
    };
  };
  return { name, open };
}

/** Moves per second, each of eight boards. */
function play(threads: number): BenchEntry {
  const name = named('dcnn5 play', threads);
  const open = async (): Promise<Bench> => {
    const { NeuralPlayer } = await import('../neural/player.ts');
    const game = parseGame('2048');
    const way = { by: 'policy', vote: 'majority' } as const;
    const player = await NeuralPlayer.open({ spec: SPEC, game, threads, bytes: await model(), name: SPEC, way });
    return {
      name,
      threads,
      async run(seconds, signal) {
        // Play until the time is up, and drop the games in progress.
        const over = new AbortController();
        const stop = (): void => over.abort();
        const timer = setTimeout(stop, seconds * 1000);
        signal.addEventListener('abort', stop);
        const began = performance.now();
        let moves = 0;
        try {
          await player.playGames({
            games: 1e6,
            seed: 1,
            signal: over.signal,
            onProgress: (done) => (moves = done.moves),
          });
        } catch (error) {
          if (!over.signal.aborted) throw error;
        } finally {
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
        }
        signal.throwIfAborted();
        return (moves * 1000) / (performance.now() - began);
      },
      ...(threads > 1 && { against: 'dcnn5 play' }),
      close: () => player.close(),
    };
  };
  return { name, open };
}

async function perSecond(
  count: number,
  seconds: number,
  signal: AbortSignal,
  work: () => Promise<unknown>,
): Promise<number> {
  const began = performance.now();
  let done = 0;
  do {
    await work();
    signal.throwIfAborted();
    done += count;
  } while (performance.now() - began < seconds * 1000);
  return (done * 1000) / (performance.now() - began);
}

async function networkOf() {
  const { createNeuralNetwork } = await import('../neural/networks.ts');
  return createNeuralNetwork(SPEC, parseGame('2048'));
}

async function model(): Promise<Uint8Array> {
  const { exportModel } = await import('../neural/model-file.ts');
  const { parametersOf } = await import('../neural/network.ts');
  const { layOut, Parameters } = await import('../neural/parameters.ts');
  const network = await networkOf();
  const parameters = new Parameters(layOut(parametersOf(network)));
  parameters.initialise(1);
  return exportModel(network, { weights: (name) => parameters.view(name), provenance: {} });
}

/** Boards of random play and the moves made there. */
function actions(count: number): { boards: Uint8Array; moves: Uint8Array } {
  const game = parseGame('2048');
  const boards = new Uint8Array(16 * count);
  const moves = new Uint8Array(count);
  let filled = 0;
  for (let number = 0; filled < count; number++) {
    const [chance, choice] = [Random.forGame(1, number), Random.forGame(1, number, 1)];
    let state = game.start(chance);
    for (let legal = game.legalMoves(state); legal.length > 0 && filled < count; legal = game.legalMoves(state)) {
      const move = legal[choice.below(legal.length)]!;
      boards.set(state.board, 16 * filled);
      moves[filled++] = MOVES.indexOf(move);
      state = game.spawn(game.afterstate(state, move)!, chance).state;
    }
  }
  return { boards, moves };
}

function named(name: string, threads: number): string {
  return threads > 1 ? `${name}, ${threads} threads` : name;
}
