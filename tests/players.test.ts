// Every player passes the same suite (players.testing.ts). A player added to the registry needs a case here.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NeuralHost } from 'afterstate';
import { ChooserPlayer, neuralChooser, neuralPlayer, PLAYERS } from 'afterstate';
import { openExpander } from 'afterstate/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Evaluator } from '../packages/lab/dist/neural/evaluator.js';
import { addNeuralPlayers } from '../packages/lab/dist/neural/host.js';
import { runCommand } from './command.testing.ts';
import { actionModelOf, modelOf, selfPlayed } from './neural.testing.ts';
import { describePlayer, type PlayerCase } from './players.testing.ts';

addNeuralPlayers();

const MODELS = fileURLToPath(new URL('../models', import.meta.url));

const both = (...specs: string[]): PlayerCase['specs'] => ({ '2048': specs, threes: specs });

/** In specs, @tests is the folder of the files made below, and @models that of the shipped networks. */
const CASES: Readonly<Record<string, PlayerCase>> = {
  random: { specs: both('random'), positions: 3000, games: 20 },
  cycle: {
    specs: both('cycle', 'cycle?moves=up,left,right&stuck=random'),
    positions: 3000,
    games: 20,
    givesUp: true,
  },
  expectimax: {
    specs: {
      '2048': ['expectimax?eval=snake+empty*200', 'expectimax?depth=2&leaf=state&spawn=2&sample=1'],
      threes: ['expectimax?eval=score+monotonicity&depth=2&cutoff=0.01'],
    },
  },
  minimax: { specs: both('minimax', 'minimax?depth=1&leaf=state&eval=empty+score') },
  alphabeta: { specs: both('alphabeta') },
  montecarlo: { specs: both('montecarlo?runs=4'), games: 2 },
  ovolve: { specs: both('ovolve?depth=2') },
  nneonneo: { specs: both('nneonneo?depth=2'), games: 2 },
  ntuple: {
    specs: {
      '2048': ['ntuple:@models/2048-small', 'ntuple:@tests/2048?ply=2', 'ntuple:@tests/2048?ply=1-3&cutoff=0.1'],
      threes: ['ntuple:@tests/threes', 'ntuple:@tests/threes?ply=2&table=10'],
    },
    games: 2,
  },
  dcnn: {
    specs: { '2048': ['dcnn:@tests/dcnn.onnx', 'dcnn:@tests/dcnn.onnx?vote=off', 'dcnn:@tests/dcnn.onnx?draw=on'] },
    positions: 1000,
    games: 4,
  },
  resnet: { specs: { '2048': ['resnet:@tests/resnet.onnx'] }, positions: 1000, games: 4 },
  reflex: {
    specs: {
      '2048': ['reflex:@tests/reflex.onnx?vote=sum'],
      threes: ['reflex:@tests/reflex-threes.onnx', 'reflex:@tests/reflex-threes.onnx?draw=on'],
    },
    positions: 1000,
    games: 4,
  },
  value: {
    // Two plies take some hundred evaluations per move.
    specs: { '2048': ['value:@tests/value.onnx'], '2048?four=1&start=3&end=full': ['value:@tests/ntuple.onnx?ply=2'] },
    positions: 400,
    games: 1,
  },
  dqn: {
    specs: { '2048': ['dqn:@tests/dqn.onnx'], threes: ['dqn:@tests/dqn-threes.onnx'] },
    positions: 1000,
    games: 4,
  },
  mcts: { specs: { '2048': ['mcts:@tests/mcts.onnx?sims=6'] }, positions: 400, games: 2 },
};

/** Neural players as opened by a page: on its own thread. */
const PAGE: NeuralHost = {
  read: async (model) => ({ bytes: await readFile(model), name: model }),
  async open({ spec, bytes, name, game, way }) {
    const evaluator = await Evaluator.open(bytes, name);
    const chooser = await neuralChooser(game, (boards) => evaluator.evaluate(boards), way, openExpander);
    return new ChooserPlayer(spec, game, chooser, () => evaluator.close());
  },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-players-'));
  const networks: [name: string, bytes: Uint8Array][] = [
    ['dcnn', modelOf('dcnn?k=2&channels=8')],
    ['resnet', modelOf('resnet?blocks=1&filters=4')],
    ['reflex', modelOf('mlp?features=onehot&hidden=8')],
    ['reflex-threes', modelOf('softmax?features=log2', 'threes')],
    ['value', modelOf('tjwei?filters=4')],
    ['ntuple', modelOf('ntuple-value?patterns=01')],
    ['dqn', actionModelOf('qnet?hidden=8')],
    ['dqn-threes', actionModelOf('qnet?hidden=8', 'threes')],
    ['mcts', selfPlayed()],
  ];
  for (const [name, bytes] of networks) await writeFile(join(folder, `${name}.onnx`), bytes);
  const training = ['--method', 'tc', '--games', '300', '--threads', '1', '--json'];
  for (const [game, network, stages] of [
    ['2048', '0123 4567 0145 empty', 'largest:128'],
    ['threes', '0123h 4567 0145', 'reach:48,96'],
  ] as const) {
    const rest = ['--game', game, '--network', network, '--stages', stages, '--out', game];
    expect(await runCommand(folder, 'train', ...training, ...rest)).toMatchObject({ status: 0 });
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const place = (spec: string): string => spec.replace('@tests', folder).replace('@models', MODELS);

test('every player of the registry has a case', () => {
  expect(Object.keys(CASES)).toEqual(PLAYERS.map(({ name }) => name));
});

describe.each(PLAYERS)('$name', (kind) => {
  const one = CASES[kind.name];
  if (one) describePlayer(kind, one, place);
});

describe('as in a page:', () => {
  for (const [name, one] of [
    [
      'dcnn',
      {
        specs: { '2048': ['dcnn:@tests/dcnn.onnx?vote=sum', 'dcnn:@tests/dcnn.onnx?vote=off&draw=on'] },
        positions: 1000,
      },
    ],
    ['value', { specs: { '2048': ['value:@tests/value.onnx'] }, positions: 400 }],
    ['mcts', { specs: { '2048': ['mcts:@tests/mcts.onnx?sims=4'] }, positions: 400, games: 2 }],
  ] as const satisfies readonly [string, PlayerCase][])
    describePlayer(neuralPlayer(name, PAGE), one, place);
});
