// The worker of a recipe: does its steps one after another at the smallest scale, and puts the results beside the paper's numbers.
// The steps and tables are the recipe's own code, the same as on the command line.

import type { Recipe, RunStep, Step, StepResult } from '@afterstate/lab/page-recipes';
import { blockScores, PAGE_RECIPES, PAGE_SCALE, placed, resultsOf } from '@afterstate/lab/page-recipes';
import {
  createNetwork,
  DEFAULT_GAME,
  foldedPatterns,
  type GameName,
  InputError,
  type Learner,
  learnSettings,
  MemorySink,
  METHODS,
  type Network,
  parseGame,
  weightChunks,
  writeSafetensors,
} from 'afterstate';
import { openLearner, openPlayer } from 'afterstate/browser';
import { measureGames } from 'afterstate/measure';
import { answerJobs } from '../engine/answer-jobs.ts';
import { giveModel } from '../engine/model-places.ts';
import type { JobMessage, WorkerMessage } from '../engine/worker-link.ts';
import type { RecipeAnswer, RecipeJob, RecipeReport } from './messages.ts';

type Progress = (does: RecipeReport['does'], done: number, games: number) => void;

/** A line of metrics covers this many games, as in `train`. */
const USUAL_BLOCK = 1000;

async function run({ recipe: id }: RecipeJob): Promise<RecipeAnswer> {
  const recipe = PAGE_RECIPES.find((one) => one.id === id);
  if (!recipe) throw new InputError(`a page cannot run the recipe '${id}'`);
  const results = await doSteps(recipe);
  const seconds = [...results.values()].reduce((sum, result) => sum + result.seconds, 0);
  return { ...recipe.outcome(resultsOf(results), PAGE_SCALE), seconds };
}

async function doSteps(recipe: Recipe): Promise<Map<string, StepResult>> {
  const steps = recipe.steps(PAGE_SCALE);
  const results = new Map<string, StepResult>();
  for (const [i, step] of steps.entries()) {
    const began = performance.now();
    const result = await doStep(step, (does, done, games) => tell({ step: i, steps: steps.length, does, done, games }));
    results.set(step.name, { kind: step.kind, seconds: (performance.now() - began) / 1000, result });
  }
  return results;
}

function tell(report: RecipeReport): void {
  self.postMessage({ report } satisfies WorkerMessage<never, RecipeReport>);
}

async function doStep(step: Step, onProgress: Progress): Promise<unknown> {
  switch (step.kind) {
    case 'eval':
      return evaluate(step, onProgress);
    case 'train':
      return train(step, onProgress);
    case 'compute':
      onProgress('counting', 0, 0);
      return step.compute(() => {
        throw new InputError('a page has no files of steps');
      });
    default:
      throw new InputError(`a page cannot do a step of the kind ${step.kind}`);
  }
}

/** The result of a step becomes a model of this worker. */
function modelName(step: string): string {
  return `recipe/${step}`;
}

async function evaluate(step: Extract<Step, { kind: 'eval' }>, onProgress: Progress): Promise<unknown> {
  const { games, seed = 1 } = step;
  onProgress('games', 0, games);
  const game = parseGame(step.game ?? DEFAULT_GAME);
  const player = await openPlayer(placed(step.player, modelName), { game });
  try {
    const { measurement, scores } = await measureGames(player, {
      games,
      seed,
      first: 0,
      onProgress: (done) => onProgress('games', done.games, games),
    });
    return { ...measurement, scores: Array.from(scores) };
  } finally {
    await player.close();
  }
}

/** A training in one phase, block by block as in `train`; its network plays in later steps. */
async function train({ name, settings }: RunStep, onProgress: Progress): Promise<unknown> {
  const text = (key: string, usual: string): string => String(settings[key] ?? usual);
  const number = (key: string, usual: number): number => Number(settings[key] ?? usual);
  const method = METHODS.find((one) => one.name === settings['method'])!;
  const game = parseGame(text('game', DEFAULT_GAME));
  const network = createNetwork({
    game: game.name as GameName,
    network: text('network', '4x6'),
    stages: text('stages', 'none'),
    values: method.values,
  });
  const changes = {
    ...(settings['alpha'] !== undefined && { alpha: number('alpha', 0) }),
    ...(settings['lambda'] !== undefined && { lambda: number('lambda', 0) }),
  };
  const taught = learnSettings(method, changes);
  const [games, block, seed] = [number('games', 0), number('block', USUAL_BLOCK), number('seed', 1)];
  onProgress('learning', 0, games);
  const learner = await openLearner({ game, network, threads: 1, coherent: taught.coherent });
  try {
    learner.fill(method.initial);
    await learner.configure(taught);
    const began = performance.now();
    const metrics: object[] = [];
    for (let first = 0; first < games; first += block) {
      const learned = await learner.learn({ games: Math.min(block, games - first), seed, first });
      const done = first + learned.scores.length;
      metrics.push({ phase: method.name, games: done, ...blockScores(learned.scores) });
      onProgress('learning', done, games);
    }
    giveModel(modelName(name), await modelFile(network, learner));
    return { metrics, seconds: (performance.now() - began) / 1000 };
  } finally {
    await learner.close();
  }
}

async function modelFile(network: Network, learner: Learner): Promise<Blob> {
  const sink = new MemorySink();
  const header = {
    description: network.description,
    folded: foldedPatterns(network),
    provenance: { where: 'a page' },
    date: new Date().toISOString(),
  };
  await writeSafetensors(sink, header, weightChunks(learner));
  return new Blob([sink.bytes() as Uint8Array<ArrayBuffer>]);
}

const take = answerJobs(run);
self.addEventListener('message', ({ data }: MessageEvent<JobMessage<RecipeJob>>) => take(data));
