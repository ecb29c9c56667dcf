// Runs of `train --method dqn`: what they show, and what to do with the network.

import { gameFlag, shellWord } from '../files/shell-word.ts';
import { trainingLine } from '../learn/training-line.ts';
import type { RunKind } from '../runs/run-command.ts';
import { counted, jsonEvents } from '../runs/run-command.ts';
import type { DqnConfig } from './config.ts';
import { checkDqn, dqnSettings } from './config.ts';

export const DQN_RUN: RunKind<DqnConfig> = {
  command: 'train',
  label: '--method dqn',
  methods: ['dqn'],
  counter: 'games',
  settings: dqnSettings,
  parse: (values, where) => dqnSettings.parse(values, where),
  plan: (config) => checkDqn(config).config,
  // Code for neural networks, and ONNX Runtime, are loaded when they are needed.
  prepare: async (config) => (await import('./plan.ts')).planDqn(config).config,
  nameParts: (config) => ({ ...config, method: `dqn-${config.variant}` }),

  async work(run, { json, signal }) {
    const { trainDqn } = await import('./trainer.ts');
    const { config, path } = run;
    const line = json ? undefined : trainingLine(describe(config));
    const events = line
      ? { onBlock: line.block, onProgress: line.progress, onNote: line.note }
      : { onBlock: jsonEvents.line, onNote: jsonEvents.note };
    const { finished, games } = await trainDqn(run, events, signal).finally(() => line?.end());
    const game = gameFlag(config.game);
    return {
      finished,
      done: counted(games, 'game'),
      closing: `${counted(games, 'game')}; the network is ${path}/model.onnx. Try it: afterstate eval --player ${shellWord(`dqn:${path}`)} --games 1000${game}`,
    };
  },
};

function describe({ game, variant, network, seed, threads }: DqnConfig): string {
  return `${game}: ${network} by dqn, variant ${variant}, seed ${seed}, ${counted(threads, 'thread')}`;
}
