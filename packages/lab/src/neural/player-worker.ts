// A thread of a neural player.

import { parentPort, workerData } from 'node:worker_threads';
import type { Choice, FinishedGame, NeuralWay, State } from 'afterstate';
import { neuralChooser, parseGame, playInStep } from 'afterstate';
import { openExpander } from 'afterstate/node';
import { Evaluator } from './evaluator.ts';
import { CONTROL } from './player.ts';

export interface PlayerStart {
  /** The game's spec. */
  readonly game: string;
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly way: NeuralWay;
  /** Shared by the threads; what stands where is player.ts's. */
  readonly control: Int32Array;
}

export type PlayerQuestion =
  | { readonly kind: 'choose'; readonly state: State }
  | {
      readonly kind: 'play';
      readonly seed: number;
      readonly first: number;
      readonly games: number;
      readonly records: boolean;
      readonly threads: number;
    };

export interface PlayerAnswer {
  readonly choice?: Choice;
  /** A game that has ended, while the question goes on. */
  readonly finished?: { readonly index: number; readonly game: FinishedGame & { readonly moves: number } };
  readonly error?: Error;
}

const { game: gameSpec, bytes, name, way, control } = workerData as PlayerStart;
const port = parentPort!;
const game = parseGame(gameSpec);

try {
  const evaluator = await Evaluator.open(bytes, name);
  const chooser = await neuralChooser(game, (boards) => evaluator.evaluate(boards), way, openExpander);

  const play = async ({ seed, first, games, records, threads }: PlayerQuestion & { kind: 'play' }): Promise<void> => {
    // As many games as fill a batch, but no more than this thread's share.
    const share = Math.ceil(games / threads);
    const full = Math.max(1, Math.round(256 / chooser.boardsAState));
    await playInStep(game, chooser, {
      seed,
      take: () => {
        const index = Atomics.add(control, CONTROL.TAKEN, 1);
        return index < games ? first + index : undefined;
      },
      width: Math.min(full, share),
      isStopped: () => Atomics.load(control, CONTROL.STOP) === 1,
      onStep: (moves) => Atomics.add(control, CONTROL.MOVES_DONE, moves),
      onGame: (number, finished) => {
        Atomics.add(control, CONTROL.GAMES_DONE, 1);
        port.postMessage({ finished: { index: number - first, game: finished } } satisfies PlayerAnswer);
      },
      records,
    });
  };

  port.on('message', (question: PlayerQuestion) => {
    const work =
      question.kind === 'choose'
        ? chooser.choose([question.state]).then(([choice]) => ({ choice: choice! }))
        : play(question).then(() => ({}));
    work.then(
      (answer: PlayerAnswer) => port.postMessage(answer),
      (error: Error) => port.postMessage({ error }),
    );
  });
  port.postMessage({});
} catch (error) {
  port.postMessage({ error: error as Error });
}
