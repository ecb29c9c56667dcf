// A thread of self-play: plays its share of the seats, with a session of the current network.

import { parentPort, workerData } from 'node:worker_threads';
import { parseGame } from 'afterstate';
import { openExpander } from 'afterstate/node';
import { Evaluator } from '../neural/evaluator.ts';
import type { Played, PlaySettings, SeatState } from './seats.ts';
import { playSeats } from './seats.ts';

export interface SeatsStart {
  readonly game: string;
  /** Shared by the threads: the moves made, and whether to stop. */
  readonly control: Int32Array;
}

export interface SeatsOrder {
  /** A model file. */
  readonly model: Uint8Array;
  readonly seats: readonly SeatState[];
  readonly settings: PlaySettings;
}

export interface SeatsAnswer {
  /** Undefined if play was stopped. */
  readonly played?: Played | undefined;
  readonly error?: Error;
}

const [MOVES_MADE, STOP] = [0, 1];

const port = parentPort!;
const { game, control } = workerData as SeatsStart;
const expander = await openExpander(parseGame(game));

const play = async ({ model, seats, settings }: SeatsOrder): Promise<Played | undefined> => {
  const evaluator = await Evaluator.open(model, 'the network');
  try {
    return await playSeats(expander, (boards) => evaluator.evaluate(boards), seats, settings, {
      isStopped: () => Atomics.load(control, STOP) === 1,
      onMove: () => void Atomics.add(control, MOVES_MADE, 1),
    });
  } finally {
    await evaluator.close();
  }
};

port.on('message', (order: SeatsOrder) => {
  play(order).then(
    (played) => port.postMessage({ played } satisfies SeatsAnswer),
    (error: Error) => port.postMessage({ error } satisfies SeatsAnswer),
  );
});
