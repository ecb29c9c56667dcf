// A thread of self-play: its share of the tables, and a session of the network as it now is.

import { parentPort, workerData } from 'node:worker_threads';
import { parseGame } from 'afterstate';
import { openExpander } from 'afterstate/node';
import { Evaluator } from '../neural/evaluator.ts';
import type { Played, PlaySettings, TableState } from './tables.ts';
import { playTables } from './tables.ts';

export interface TablesStart {
  readonly game: string;
  /** Shared by the threads: moves that were made, and whether to stop. */
  readonly control: Int32Array;
}

export interface TablesOrder {
  /** A model file. */
  readonly model: Uint8Array;
  readonly tables: readonly TableState[];
  readonly settings: PlaySettings;
}

export interface TablesAnswer {
  /** Undefined where play was stopped. */
  readonly played?: Played | undefined;
  readonly error?: Error;
}

const [MOVES_MADE, STOP] = [0, 1];

const port = parentPort!;
const { game, control } = workerData as TablesStart;
const expander = await openExpander(parseGame(game));

const play = async ({ model, tables, settings }: TablesOrder): Promise<Played | undefined> => {
  const evaluator = await Evaluator.open(model, 'the network');
  try {
    return await playTables(expander, (boards) => evaluator.evaluate(boards), tables, settings, {
      isStopped: () => Atomics.load(control, STOP) === 1,
      onMove: () => void Atomics.add(control, MOVES_MADE, 1),
    });
  } finally {
    await evaluator.close();
  }
};

port.on('message', (order: TablesOrder) => {
  play(order).then(
    (played) => port.postMessage({ played } satisfies TablesAnswer),
    (error: Error) => port.postMessage({ error } satisfies TablesAnswer),
  );
});
