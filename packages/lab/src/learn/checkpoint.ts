// Checkpoints and models of a training. A checkpoint is a model file that also has the sums of temporal coherence and, in its
// provenance, the state of the training: the counters, the boards to start from, and the carousel.

import {
  foldedPatterns,
  InputError,
  loadWeights,
  newTables,
  readModel,
  readSafetensors,
  requireFit,
  weightChunks,
  writeSafetensors,
} from 'afterstate';
import type { Learner, LoadOptions, ModelFile, ModelHeader, Network, Start } from 'afterstate';
import { openFile, openModelFile, writeFileWhole } from 'afterstate/node';
import { z } from 'zod';
import { VERSION } from '../files/version.ts';
import { counter, savedState } from '../runs/saved-state.ts';
import type { Plan, TrainConfig } from './config.ts';
import { sourcesOf } from './config.ts';

/** The state of a training between two blocks: with the weights, all that it needs to continue. */
export interface TrainState {
  phase: number;
  /** Games of this phase, and of all phases. */
  phaseGames: number;
  games: number;
  moves: number;
  /** Moves of the longest game so far. */
  longest: number;
  seconds: number;
  /** Lines of metrics that belong to this state. */
  lines: number;
  /** Averages of this phase's blocks, while the step size waits for saturation; and score and games of the block under way. */
  averages: number[];
  blockScore: number;
  blockGames: number;
  saturated: boolean;
  /** The largest exponent seen. */
  largest: number;
  /** The boards that games start from: those of `starts`, or of the stage being taught by multi-stage learning. */
  starts: Start[];
  /** Multi-stage: the boards that this phase has collected so far. */
  collected: Start[];
  /** Multi-stage: games of this phase that reached the split, and the sum of their final scores. */
  reachedGames: number;
  reachedScore: number;
}

const start = z.object({ state: savedState, score: counter, stage: counter });

const stateSchema = z.object({
  phase: counter,
  phaseGames: counter,
  games: counter,
  moves: counter,
  longest: counter.default(0),
  seconds: z.number().min(0),
  lines: counter,
  averages: z.array(z.number()),
  saturated: z.boolean(),
  largest: counter,
  blockScore: z.number().min(0).default(0),
  blockGames: counter.default(0),
  starts: z.array(start),
  collected: z.array(start).default([]),
  reachedGames: counter.default(0),
  reachedScore: z.number().min(0).default(0),
});

export async function saveCheckpoint(path: string, learner: Learner, plan: Plan, state: TrainState): Promise<void> {
  const carousel = Buffer.from(learner.carousel()).toString('base64');
  const packed = { ...state, starts: state.starts.map(packStart), collected: state.collected.map(packStart) };
  const header = headerOf(learner, plan, state, { state: packed, carousel });
  await writeFileWhole(path, (sink) =>
    writeSafetensors(sink, header, weightChunks(learner), { coherent: learner.coherent }),
  );
}

export async function loadCheckpoint(path: string, learner: Learner): Promise<TrainState> {
  const file = await openFile(path);
  try {
    const model = await readSafetensors(file);
    const { state, carousel } = model.header.provenance as { state?: Record<string, unknown>; carousel?: string };
    const boards = (key: 'starts' | 'collected'): unknown => {
      const packed = state?.[key];
      return Array.isArray(packed) ? packed.map(unpackStart) : packed;
    };
    const parsed = stateSchema.safeParse({ ...state, starts: boards('starts'), collected: boards('collected') });
    if (!parsed.success) throw new InputError(`'${path}' is not a checkpoint of a training`);
    const places = Buffer.from(typeof carousel === 'string' ? carousel : '', 'base64');
    const most = Math.max(parsed.data.starts.length, parsed.data.collected.length);
    if (places.length > learner.carousel().length || most > learner.boards)
      throw new InputError(`'${path}' is of another training`);
    await loadWeights(learner, model, { coherence: true });
    learner.carousel().set(places);
    return parsed.data as TrainState;
  } finally {
    await file.close();
  }
}

/** Starts from models' weights; a model without stages initialises all of them. Says which tables a model does not have. */
export async function loadInitial(
  config: TrainConfig,
  learner: Learner,
  onNote?: (text: string) => void,
): Promise<void> {
  await eachSource(config, learner.network, async (model, options) => {
    await loadWeights(learner, model, options);
    const fresh = newTables(learner.network, model.network) ?? [];
    if (fresh.length > 0) onNote?.(`'${model.source.name}' has no weights for ${fresh.join(' ')}: they start from 0`);
  });
}

/** Throws if the models to start from do not fit the network. */
export function checkInitial(config: TrainConfig, network: Network): Promise<void> {
  return eachSource(config, network, async (model, options) => requireFit(network, model, options));
}

async function eachSource(
  config: TrainConfig,
  { stageCount }: Network,
  use: (model: ModelFile, options: LoadOptions) => Promise<void>,
): Promise<void> {
  const coherence = config.rates ?? false;
  for (const { file: path, first, last, source } of sourcesOf(config, stageCount)) {
    const file = await openModelFile(path);
    try {
      const model = await readModel(file);
      if (coherence && !model.coherent)
        throw new InputError(
          `--rates: '${path}' has no rates; give a checkpoint of a training by a method with temporal coherence`,
        );
      const stages = [first, last] as const;
      await use(model, { everyStage: true, grow: true, stages, coherence, ...(source !== undefined && { source }) });
    } finally {
      await file.close();
    }
  }
}

export async function saveModel(
  path: string,
  learner: Learner,
  plan: Plan,
  state: TrainState,
  date?: string,
): Promise<void> {
  const header = { ...headerOf(learner, plan, state, {}), ...(date !== undefined && { date }) };
  await writeFileWhole(path, (sink) => writeSafetensors(sink, header, weightChunks(learner)));
}

function headerOf(learner: Learner, { config }: Plan, state: TrainState, more: Record<string, unknown>): ModelHeader {
  return {
    description: learner.network.description,
    folded: foldedPatterns(learner.network),
    provenance: {
      afterstate: VERSION,
      method: config.method,
      games: state.games,
      moves: state.moves,
      seconds: Math.round(state.seconds),
      seed: config.seed,
      config,
      ...more,
    },
    ...(state.largest > 0 && { trainedLargest: state.largest }),
    date: new Date().toISOString(),
  };
}

// A board to start from, in as few characters as possible: a checkpoint may have a hundred thousand.
type PackedStart = readonly [board: string, score: number, stage: number, next?: string, bag?: readonly number[]];

function packStart({ state, score, stage }: TrainState['starts'][number]): PackedStart {
  const board = state.board.map((exponent) => exponent.toString(36)).join('');
  return state.next === undefined ? [board, score, stage] : [board, score, stage, String(state.next), state.bag ?? []];
}

function unpackStart(packed: unknown): unknown {
  if (!Array.isArray(packed)) return undefined;
  const [board, score, stage, next, bag] = packed as unknown as PackedStart;
  return {
    state: {
      board: [...String(board)].map((digit) => Number.parseInt(digit, 36)),
      ...(next !== undefined && { next: next === 'bonus' ? next : Number(next), bag }),
    },
    score,
    stage,
  };
}
