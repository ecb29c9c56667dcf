// Checkpoints and models of a training. A checkpoint is a model file that also has the sums of temporal coherence and, in its
// provenance, where the training stands: the counters, the boards to start from, and the carousel.

import {
  foldedPatterns,
  InputError,
  loadWeights,
  readModel,
  readSafetensors,
  weightChunks,
  writeSafetensors,
} from 'afterstate';
import type { Learner, ModelHeader } from 'afterstate';
import { openFile, writeFileWhole } from 'afterstate/node';
import { z } from 'zod';
import { VERSION } from '../files/version.ts';
import type { Plan, TrainConfig } from './config.ts';
import { sourcesOf } from './config.ts';
import type { TrainState } from './trainer.ts';

const counter = z.number().int().min(0);
const exponents = z.array(z.number().int().min(0).max(17)).length(16);

const start = z.object({
  state: z.object({
    board: exponents,
    next: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal('bonus')]).optional(),
    bag: z.tuple([counter, counter, counter]).optional(),
  }),
  score: counter,
  stage: counter,
});

const stateSchema = z.object({
  phase: counter,
  phaseGames: counter,
  games: counter,
  moves: counter,
  seconds: z.number().min(0),
  lines: counter,
  averages: z.array(z.number()),
  saturated: z.boolean(),
  largest: counter,
  blockScore: z.number().min(0).default(0),
  blockGames: counter.default(0),
  starts: z.array(start),
  collected: z.array(start).default([]),
});

export async function saveCheckpoint(path: string, learner: Learner, plan: Plan, state: TrainState): Promise<void> {
  const carousel = Buffer.from(learner.carousel()).toString('base64');
  const packed = { ...state, starts: state.starts.map(packStart), collected: state.collected.map(packStart) };
  const header = headerOf(learner, plan, state, { state: packed, carousel });
  await writeFileWhole(path, (sink) =>
    writeSafetensors(sink, header, weightChunks(learner), { coherent: learner.placement.coherent }),
  );
}

export async function loadCheckpoint(path: string, learner: Learner): Promise<TrainState> {
  const file = await openFile(path);
  try {
    const model = await readSafetensors(file);
    const { state, carousel } = model.header.provenance as { state?: Record<string, unknown>; carousel?: string };
    const boards = (key: 'starts' | 'collected'): unknown => (state?.[key] as unknown[] | undefined)?.map(unpackStart);
    const parsed = stateSchema.safeParse({ ...state, starts: boards('starts'), collected: boards('collected') });
    if (!parsed.success) throw new InputError(`'${path}' is no checkpoint of a training`);
    await loadWeights(learner, model, { coherence: true });
    learner.carousel().set(Buffer.from(carousel ?? '', 'base64'));
    return parsed.data as TrainState;
  } finally {
    await file.close();
  }
}

/** Begins from models' weights; one without stages is where every stage begins. */
export async function loadInitial(config: TrainConfig, learner: Learner): Promise<void> {
  const coherence = config.rates ?? false;
  for (const { file: path, first, last } of sourcesOf(config, learner.network.stageCount)) {
    const file = await openFile(path);
    try {
      const model = await readModel(file);
      if (coherence && !model.coherent)
        throw new InputError(`--rates: '${path}' has no rates; take a checkpoint of a training that keeps them`);
      await loadWeights(learner, model, { everyStage: true, stages: [first, last], coherence });
    } finally {
      await file.close();
    }
  }
}

export async function saveModel(path: string, learner: Learner, plan: Plan, state: TrainState): Promise<void> {
  const header = headerOf(learner, plan, state, {});
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

// A board to start from, as few characters as possible: a checkpoint may have a hundred thousand.
type PackedStart = readonly [board: string, score: number, stage: number, next?: string, bag?: readonly number[]];

function packStart({ state, score, stage }: TrainState['starts'][number]): PackedStart {
  const board = state.board.map((exponent) => exponent.toString(36)).join('');
  return state.next === undefined ? [board, score, stage] : [board, score, stage, String(state.next), state.bag ?? []];
}

function unpackStart(packed: unknown): unknown {
  const [board, score, stage, next, bag] = packed as PackedStart;
  return {
    state: {
      board: [...String(board)].map((digit) => Number.parseInt(digit, 36)),
      ...(next !== undefined && { next: next === 'bonus' ? next : Number(next), bag }),
    },
    score,
    stage,
  };
}
