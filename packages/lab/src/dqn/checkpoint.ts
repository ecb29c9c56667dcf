// Checkpoints and models of deep Q-learning. A checkpoint has all that a run needs to continue: the weights, their copy, the
// optimiser's state, the replay memory, the games under way and the counters. A model is written twice: as ONNX, to play with,
// and as bare weights.

import { join } from 'node:path';
import type { NamedTensor } from 'afterstate';
import { InputError, readTensors, writeTensors } from 'afterstate';
import { openFile, writeFileWhole } from 'afterstate/node';
import { z } from 'zod';
import { VERSION } from '../files/version.ts';
import type { NeuralLearner } from '../neural/learner.ts';
import { exportModel } from '../neural/model-file.ts';
import { writeWeights } from '../neural/weights-file.ts';
import { counter, savedBoard, savedGenerator, savedState } from '../runs/saved-state.ts';
import type { DqnPlan } from './plan.ts';
import type { QFunction } from './q-function.ts';
import type { Batch, Replay } from './replay.ts';
import type { SavedSeat } from './seat.ts';

/** What the block under way has seen so far. */
export interface Block {
  games: number;
  score: number;
  /** The sum of the squares of the scores. */
  squares: number;
  maxScore: number;
  /** How many games ended with each exponent as their largest. */
  largest: number[];
  moves: number;
  seconds: number;
  steps: number;
  /** Sums over the steps. */
  loss: number;
  value: number;
}

/** The state of a training between two moves: with the weights and the memory, all that it needs to continue. */
export interface DqnState {
  /** Games that are over, and games that were dealt. */
  games: number;
  dealt: number;
  moves: number;
  steps: number;
  seconds: number;
  /** The sum of the scores of all games. */
  score: number;
  largest: number;
  /** All moves ever remembered. */
  added: number;
  block: Block;
  sampler: string[];
  seats: SavedSeat[];
}

const FORMAT = 'afterstate-dqn-checkpoint';

/** The state as the file has it, where games under way are called tables. */
const stateSchema = z.object({
  games: counter,
  dealt: counter,
  moves: counter,
  steps: counter,
  seconds: z.number().min(0),
  score: counter,
  largest: counter,
  added: counter,
  block: z.object({
    games: counter,
    score: counter,
    squares: z.number().min(0).default(0),
    maxScore: counter,
    largest: z.array(counter),
    moves: counter,
    seconds: z.number().min(0),
    steps: counter,
    loss: z.number(),
    value: z.number(),
  }),
  sampler: savedGenerator,
  tables: z.array(
    z.object({
      number: counter,
      state: savedState,
      score: counter,
      moves: counter,
      record: counter,
      pending: z.array(z.object({ board: savedBoard, move: counter.max(3), reward: z.number(), age: counter })),
      chance: savedGenerator,
      exploration: savedGenerator,
    }),
  ),
});

/** What a checkpoint saves and restores. */
export interface Parts {
  readonly plan: DqnPlan;
  readonly learner: NeuralLearner;
  /** The copy that makes targets. */
  readonly copy: QFunction;
  readonly replay: Replay;
}

export async function saveCheckpoint(path: string, { plan, learner, copy, replay }: Parts, state: DqnState) {
  const { layout, values } = learner.parameters;
  const flat = (name: string, numbers: Float32Array): NamedTensor => ({
    name,
    shape: [numbers.length],
    values: numbers.slice(),
  });
  const columns = replay.save();
  const tensors = [
    ...layout.parameters.map(({ name, shape, offset, size }) => ({
      name,
      shape,
      values: values.slice(offset, offset + size),
    })),
    ...(plan.config.target > 0 ? [flat('copy', copy.weights)] : []),
    flat('moments.first', learner.moments.first),
    flat('moments.second', learner.moments.second),
    ...Object.entries(columns).map(([name, column]) => flat(`replay.${name}`, column)),
  ];
  const { seats: tables, ...counters } = state;
  const text = JSON.stringify({ ...counters, tables });
  const metadata = { format: FORMAT, afterstate: VERSION, network: plan.network.spec, state: text };
  await writeFileWhole(path, (sink) => writeTensors(sink, metadata, tensors));
}

/** Throws an InputError, with nothing changed, if the file cannot be used. */
export async function loadCheckpoint(path: string, { plan, learner, copy, replay }: Parts): Promise<DqnState> {
  const file = await openFile(path);
  const { metadata, tensors } = await readTensors(file).finally(() => file.close());
  const state = metadata.get('format') === FORMAT ? stateSchema.safeParse(parsed(metadata.get('state'))) : undefined;
  if (!state?.success) throw new InputError(`'${path}' is not a checkpoint of deep Q-learning`);
  const { layout, values } = learner.parameters;
  const found = new Map(tensors.map((tensor) => [tensor.name, tensor.values]));
  const take = (name: string, size?: number): Float32Array => {
    const numbers = found.get(name);
    if (!numbers || (size !== undefined && numbers.length !== size))
      throw new InputError(`'${path}' is for another network than ${plan.network.spec}: ${name} does not fit`);
    return numbers;
  };
  const weights = layout.parameters.map(({ name, size }) => take(name, size));
  const copied = plan.config.target > 0 ? take('copy', layout.total) : undefined;
  const [first, second] = [take('moments.first', layout.trained), take('moments.second', layout.trained)];
  const size = take('replay.moves').length;
  const widths: Record<keyof Batch, number> = { boards: 16, moves: 1, rewards: 1, discounts: 1, next: 16, legal: 1 };
  const columns = Object.fromEntries(
    Object.entries(widths).map(([name, width]) => [name, take(`replay.${name}`, width * size)]),
  ) as Record<keyof Batch, Float32Array>;
  if (size > replay.capacity || state.data.tables.length !== plan.config.together)
    throw new InputError(`'${path}' belongs to a run with other settings`);

  layout.parameters.forEach(({ offset }, i) => values.set(weights[i]!, offset));
  if (copied) copy.weights.set(copied);
  learner.moments.first.set(first);
  learner.moments.second.set(second);
  learner.steps = state.data.steps;
  replay.load(columns, state.data.added);
  const { tables: seats, ...counters } = state.data;
  return { ...counters, seats } as DqnState;
}

/** Writes model.onnx, which `dqn:FILE` plays by, and model.safetensors. */
export async function saveModel(folder: string, { plan, learner }: Parts, state: DqnState): Promise<void> {
  const { config, network } = plan;
  const { parameters } = learner;
  const provenance = {
    afterstate: VERSION,
    method: 'dqn',
    variant: config.variant,
    games: state.games,
    moves: state.moves,
    steps: state.steps,
    seconds: Math.round(state.seconds),
    seed: config.seed,
    config,
  };
  const bytes = exportModel(network, { weights: (name) => parameters.view(name), provenance });
  await writeWeights(join(folder, 'model.safetensors'), network, { parameters, provenance });
  await writeFileWhole(join(folder, 'model.onnx'), (sink) => sink.write(bytes));
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}
