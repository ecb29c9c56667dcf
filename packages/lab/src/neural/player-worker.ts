// A thread of a neural player.

import { parentPort, workerData } from 'node:worker_threads';
import type { Evaluate } from 'afterstate';
import { neuralChooser, parseGame, playInStep, Random } from 'afterstate';
import { openExpander } from 'afterstate/node';
import { Evaluator } from './evaluator.ts';
import { CLOSED, CONTROL, GIVEN_UP } from './player-messages.ts';
import type { PlayerAnswer, PlayerQuestion, PlayerStart } from './player-messages.ts';

const { game: gameSpec, bytes, name, way, control } = workerData as PlayerStart;
const port = parentPort!;
const game = parseGame(gameSpec);

try {
  const evaluator = await Evaluator.open(bytes, name);
  const evaluate: Evaluate = async (boards) => {
    if (Atomics.load(control, CONTROL.CLOSING) === 1) throw new Error(CLOSED);
    if (Atomics.load(control, CONTROL.GIVEN_UP) === 1) throw new Error(GIVEN_UP);
    return evaluator.evaluate(boards);
  };
  const chooser = await neuralChooser(game, evaluate, way, openExpander);

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

  /** The player's own randomness in a game whose moves are asked for one by one. */
  let own = Random.forGame(0, 0, 1);

  const answer = async (question: PlayerQuestion): Promise<PlayerAnswer> => {
    if (question.kind === 'choose') {
      const [choice] = await chooser.choose([question.state], { views: question.views, own: [own] });
      return { choice: choice! };
    }
    if (question.kind === 'begin') own = Random.forGame(question.seed, question.number, 1);
    else await play(question);
    return {};
  };

  port.on('message', (question: PlayerQuestion) => {
    answer(question).then(
      (found: PlayerAnswer) => port.postMessage(found),
      (error: Error) => port.postMessage({ error }),
    );
  });
  port.postMessage({});
} catch (error) {
  port.postMessage({ error: error as Error });
}
