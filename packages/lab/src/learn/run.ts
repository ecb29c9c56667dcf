// Runs of `train` for n-tuple networks: the checks before one begins, and what it shows.

import { METHODS } from 'afterstate';
import { requireMemory } from 'afterstate/node';
import { InputError } from 'afterstate';
import { useHugePages } from '../files/memory.ts';
import { gameFlag, shellWord } from '../files/shell-word.ts';
import type { RunKind } from '../runs/run-command.ts';
import { counted, jsonEvents } from '../runs/run-command.ts';
import { checkInitial } from './checkpoint.ts';
import { methodsWithLambda, planTraining, trainSettings } from './config.ts';
import type { TrainConfig } from './config.ts';
import { phasesOf } from './phases.ts';
import { checkStarts } from './starts.ts';
import { learnerOptions, train } from './trainer.ts';
import { trainingLine } from './training-line.ts';

export const TRAIN_RUN: RunKind<TrainConfig> = {
  command: 'train',
  label: 'n-tuple networks, not for --method dqn',
  methods: METHODS.map(({ name }) => name),
  counter: 'games',
  settings: trainSettings,
  parse: (values, where) => trainSettings.parse(values, where),
  plan: (config) => planTraining(config).config,

  async prepare(asked) {
    const plan = planTraining(asked);
    requireMemory(learnerOptions(plan));
    await checkInitial(plan.config, plan.network);
    await checkStarts(plan);
    return plan.config;
  },

  idle(config) {
    const { method, base } = planTraining(config);
    return {
      ...(base.lambda === undefined && { lambda: `--method ${methodsWithLambda().join(', ')}; ${base.name} has no λ` }),
      ...(method.name !== 'multistage' && { base: '--method multistage', learned: '--method multistage' }),
      ...(method.name !== 'multistage' &&
        config.starts === undefined && { boards: '--method multistage, or with --starts' }),
    };
  },

  change(config, changes) {
    if (phasesOf(planTraining(config)).length > 1)
      throw new InputError(
        `a run by ${config.method} divides its games among its phases and cannot be extended; start another with --from`,
      );
    return { ...config, ...changes };
  },

  nameParts: (config) => config,

  async work(run, { json, signal }) {
    useHugePages();
    const line = json ? undefined : trainingLine(describe(run.config));
    const events = line
      ? { onBlock: line.block, onProgress: line.progress, onNote: line.note }
      : { onBlock: jsonEvents.line, onNote: jsonEvents.note };
    const { finished, games } = await train(run, events, signal).finally(() => line?.end());
    const { modelPath } = run;
    return {
      finished,
      done: counted(games, 'game'),
      closing: `${counted(games, 'game')}; the network is ${modelPath}. Try it: afterstate eval --player ${shellWord(`ntuple:${modelPath}`)} --games 1000${gameFlag(run.config.game)}`,
    };
  },
};

function describe({ game, method, network, stages, seed, threads }: TrainConfig): string {
  const staged = stages === 'none' ? '' : `, stages ${stages}`;
  return `${game}: ${network} by ${method}${staged}, seed ${seed}, ${counted(threads, 'thread')}`;
}
