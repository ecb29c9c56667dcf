// What a fit learns from, tests on and starts with: checked before the run folder is made, then opened for the run.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Game } from 'afterstate';
import { InputError, parseGame } from 'afterstate';
import type { DatasetOptions } from '../records/dataset.ts';
import { openDataset } from '../records/dataset.ts';
import { RecordsFile } from '../records/reader.ts';
import { verifyRecords } from '../records/verify.ts';
import { rowsOf } from '../neural/actions.ts';
import type { FitConfig } from './config.ts';
import type { Rows } from '../neural/learner.ts';
import type { NeuralNetwork } from '../neural/network.ts';
import { parametersOf } from '../neural/network.ts';
import { createNeuralNetwork } from '../neural/networks.ts';
import { layOut, Parameters } from '../neural/parameters.ts';
import { loadWeights } from '../neural/weights-file.ts';

/** Actions of a test that are evaluated at once. */
const TEST_ROWS = 2000;

/** Checks the game of the records, and that every move can be learned from and tested on; called before the run folder is made. */
export async function checkData(config: FitConfig, game?: Game): Promise<string> {
  const { train, test } = splits(config);
  const dataset = await openDataset(config.data, train);
  await dataset.close();
  if (test) await (await openDataset(config.data, test)).close();
  if (game && game.spec !== dataset.game)
    throw new InputError(
      `'${config.data[0]}' holds games of ${dataset.game}, not of ${game.spec}; leave --game out, or give other records`,
    );
  for (const path of config.data) {
    const file = await RecordsFile.open(path);
    const { problem } = await verifyRecords(file).finally(() => file.close());
    if (problem !== null) throw new InputError(problem);
  }
  return dataset.game;
}

/** The file whose weights a training starts from; throws if they do not fit the network. A run's folder stands for its model. */
export async function checkStart({ from, network: spec, game }: FitConfig): Promise<string | undefined> {
  if (from === undefined) return undefined;
  const folder = await stat(from).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const path = folder ? join(from, 'model.safetensors') : from;
  if (path.endsWith('.onnx'))
    throw new InputError(`'${path}' is a network for play; start from the model.safetensors of the same run`);
  const network = createNeuralNetwork(spec, parseGame(game));
  await loadWeights(path, network, new Parameters(layOut(parametersOf(network))));
  return path;
}

/** The games to learn from and the games to test on, kept apart; or no tests. */
export function splits({ seed, testShare, test, memory }: FitConfig): { train: DatasetOptions; test?: DatasetOptions } {
  const shared = { seed, memory: memory * 2 ** 20 };
  if (test === 0 || testShare === 0) return { train: shared };
  return { train: { ...shared, testShare, split: 'train' }, test: { ...shared, testShare, split: 'test' } };
}

/** The actions to test on, the same in every test, in parts that are evaluated at once. */
export async function heldOut(
  config: FitConfig,
  split: DatasetOptions,
  network: NeuralNetwork,
  game: Game,
): Promise<Rows[]> {
  const dataset = await openDataset(config.data, split);
  try {
    const parts: Rows[] = [];
    const count = Math.min(config.test, dataset.actions);
    for (let from = 0; from < count; from += TEST_ROWS) {
      parts.push(rowsOf(network, game, await dataset.next(Math.min(TEST_ROWS, count - from))));
    }
    return parts;
  } finally {
    await dataset.close();
  }
}
