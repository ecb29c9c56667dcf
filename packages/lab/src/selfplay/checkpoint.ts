// A checkpoint of self-play: the parameters and the state of the optimiser, as tensors; and the state of the run, as JSON in the
// file's metadata. The rows of its window are in separate files (window.ts).

import { InputError, readTensors, writeTensors } from 'afterstate';
import type { NamedTensor } from 'afterstate';
import { openFile, writeFileWhole } from 'afterstate/node';
import { z } from 'zod';
import type { NeuralLearner } from '../neural/learner.ts';
import type { Parameters } from '../neural/parameters.ts';
import { counter, savedGenerator, savedState } from '../runs/saved-state.ts';
import type { SeatState } from './seats.ts';

/** The state of a run after a cycle. */
export interface RunState {
  /** Cycles that are done. */
  cycles: number;
  games: number;
  moves: number;
  evaluations: number;
  seconds: number;
  /** For judged runs: the best average so far, and how often the new weights were kept. */
  best: number;
  kept: number;
  /** The scores of the last games, the newest last. */
  recent: number[];
  /** Games under way. */
  seats: readonly SeatState[];
}

/** The state as the file has it, where games under way are called tables. */
const stateSchema = z.object({
  cycles: counter,
  games: counter,
  moves: counter,
  evaluations: counter,
  seconds: z.number().min(0),
  best: z.number(),
  kept: counter,
  recent: z.array(counter),
  tables: z.array(
    z.object({
      number: counter,
      state: savedState,
      score: counter,
      moves: counter,
      chance: savedGenerator,
    }),
  ),
});

const FORMAT = 'afterstate-selfplay';

/** `average` are the weights that play, if they are not the learner's. */
export async function saveCheckpoint(
  path: string,
  learner: NeuralLearner,
  average: Parameters | undefined,
  state: RunState,
): Promise<void> {
  const { parameters, moments, steps, network } = learner;
  // Copies, because files are written from memory that no thread shares.
  const tensors: NamedTensor[] = [
    ...parameters.layout.parameters.map(({ name, shape }) => ({
      name,
      shape,
      values: Float32Array.from(parameters.view(name)),
    })),
    ...(['first', 'second'] as const).map((name) => ({
      name: `moments.${name}`,
      shape: [moments[name].length],
      values: Float32Array.from(moments[name]),
    })),
    ...(average
      ? [{ name: 'average', shape: [average.values.length], values: Float32Array.from(average.values) }]
      : []),
  ];
  const { seats: tables, ...counters } = state;
  const metadata = {
    format: FORMAT,
    version: '1',
    network: network.spec,
    steps: String(steps),
    state: JSON.stringify({ ...counters, tables }),
  };
  await writeFileWhole(path, (sink) => writeTensors(sink, metadata, tensors));
}

/** Throws an InputError, with nothing changed, if the file is damaged or belongs to another run. */
export async function loadCheckpoint(
  path: string,
  learner: NeuralLearner,
  average: Parameters | undefined,
): Promise<RunState> {
  const file = await openFile(path);
  try {
    const { metadata, tensors } = await readTensors(file);
    const wrong = (what: string): InputError => new InputError(`'${path}' is not a checkpoint of this run: ${what}`);
    if (metadata.get('format') !== FORMAT) throw wrong('it is of another kind');
    if (metadata.get('network') !== learner.network.spec) throw wrong(`its network is ${metadata.get('network')}`);
    const values = new Map(tensors.map((tensor) => [tensor.name, tensor.values]));
    const places = [
      ...learner.parameters.layout.parameters.map(({ name }) => ({ name, to: learner.parameters.view(name) })),
      { name: 'moments.first', to: learner.moments.first },
      { name: 'moments.second', to: learner.moments.second },
      ...(average ? [{ name: 'average', to: average.values }] : []),
    ];
    for (const { name, to } of places) {
      if (values.get(name)?.length !== to.length) throw wrong(`it lacks the ${to.length} numbers of ${name}`);
    }
    let json: unknown;
    try {
      json = JSON.parse(metadata.get('state') ?? '');
    } catch {
      throw wrong('its state cannot be read');
    }
    const state = stateSchema.safeParse(json);
    if (!state.success) throw wrong(`in its state, ${state.error.issues[0]?.path.join('.')} is wrong`);
    for (const { name, to } of places) to.set(values.get(name)!);
    learner.steps = Number(metadata.get('steps'));
    const { tables: seats, ...counters } = state.data;
    return { ...counters, seats: seats as readonly SeatState[] };
  } finally {
    await file.close();
  }
}
