// Runs of `fit`: the checks before one begins, and what it shows.

import { parseGame } from 'afterstate';
import { gameFlag, shellWord } from '../files/shell-word.ts';
import { createNeuralNetwork } from '../neural/networks.ts';
import type { RunKind } from '../runs/run-command.ts';
import { counted, jsonEvents } from '../runs/run-command.ts';
import type { FitConfig } from './config.ts';
import { fitSettings, planFit } from './config.ts';
import { fitLine } from './fit-line.ts';

export const FIT_RUN: RunKind<FitConfig> = {
  command: 'fit',
  counter: 'actions',
  settings: fitSettings,
  parse: (values, where) => fitSettings.parse(values, where),
  plan: planFit,

  async prepare(asked, given) {
    const { checkData, checkStart } = await import('./data.ts');
    const game = await checkData(asked, 'game' in given ? parseGame(asked.game) : undefined);
    const config = planFit({ ...asked, game });
    const from = await checkStart(config);
    const [{ requireStepMemory }, { objectiveOf }] = await Promise.all([
      import('../neural/learner.ts'),
      import('../neural/actions.ts'),
    ]);
    const network = createNeuralNetwork(config.network, parseGame(config.game));
    requireStepMemory({ ...config, network, objective: objectiveOf(network) });
    return { ...config, ...(from !== undefined && { from }) };
  },

  idle: ({ optimiser }) => (optimiser === 'sgd' ? {} : { momentum: '--optimiser sgd' }),

  nameParts: (config) => config,

  async work(run, { json, signal }) {
    // ONNX Runtime is loaded when it is needed.
    const { fit } = await import('./fit.ts');
    const { config, path } = run;
    const { family } = createNeuralNetwork(config.network, parseGame(config.game));
    const line = json ? undefined : fitLine(describe(config), family === 'value' ? 'error' : 'accuracy');
    const events = line ?? { onBlock: jsonEvents.line, onNote: jsonEvents.note };
    const { finished, actions } = await fit(run, events, signal).finally(() => line?.end());
    const game = gameFlag(config.game);
    return {
      finished,
      done: counted(actions, 'action'),
      closing: `${counted(actions, 'action')}; the network is ${path}/model.onnx. Try it: afterstate eval --player ${shellWord(`${family}:${path}`)} --games 100${game}`,
    };
  },
};

function describe({ game, network, data, seed, threads, batch, optimiser, lr }: FitConfig): string {
  return `${game}: ${network} from ${counted(data.length, 'file')} of records, batches of ${batch}, ${optimiser} ${lr}, seed ${seed}, ${counted(threads, 'thread')}`;
}
