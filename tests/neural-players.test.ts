// Networks as players: model files with their cards, what commands ask of them, and errors that help.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseBoard, parseGame } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Evaluator } from '../packages/lab/dist/neural/evaluator.js';
import { Graph } from '../packages/lab/dist/neural/graph.js';
import { exportModel, readCard } from '../packages/lab/dist/neural/model-file.js';
import { createNeuralNetwork } from '../packages/lab/dist/neural/networks.js';
import { addNeuralPlayers } from '../packages/lab/dist/neural/host.js';
import { runCommandSync, runRefused } from './command.testing.ts';
import { modelOf, otherShape, randomActions } from './neural.testing.ts';

addNeuralPlayers();

const game = parseGame('2048');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-neural-'));
  await writeFile(join(folder, 'dcnn.onnx'), modelOf('dcnn?k=2&channels=16'));
  await writeFile(join(folder, 'value.onnx'), modelOf('tjwei?filters=4'));
  await writeFile(join(folder, 'threes.onnx'), modelOf('softmax?features=log2', 'threes'));
  await mkdir(join(folder, 'resnet'));
  await writeFile(join(folder, 'resnet', 'model.onnx'), modelOf('resnet?blocks=1&filters=8'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const afterstate = (...args: string[]) => runCommandSync(folder, ...args);

describe('a model file', () => {
  test('is plain ONNX with its card', async () => {
    const bytes = modelOf('dcnn?k=2&channels=16');
    expect(readCard(bytes, 'a.onnx')).toMatchObject({
      network: 'dcnn?k=2&channels=16',
      family: 'dcnn',
      game: '2048',
      weights: (64 + 1) * 16 + (64 + 1) * 16 + (256 + 1) * 4,
      provenance: { method: 'none', seed: 1 },
      date: '2025-01-01T00:00:00.000Z',
    });
    const session = await InferenceSession.create(bytes);
    const boards = new Tensor('uint8', Uint8Array.from(randomActions(5).boards), [5, 16]);
    const { policy } = await session.run({ boards });
    expect(policy!.dims).toEqual([5, 4]);
    const rows = [0, 1, 2, 3, 4].map((i) => [...(policy!.data as Float32Array)].slice(4 * i, 4 * i + 4));
    for (const row of rows) expect(row.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 5);
  });

  test('with a changed weight is refused', async () => {
    const bytes = modelOf('softmax');
    for (const at of [Math.floor(bytes.length / 2), bytes.length - 3, 200]) {
      const wrong = bytes.slice();
      wrong[at]! ^= 4;
      await expect(Evaluator.open(wrong, 'w.onnx')).rejects.toThrow("'w.onnx'");
    }
  });

  test('of logistic regression keeps the order of the moves when sigmoids would all be 1, and is plain sigmoids otherwise', async () => {
    const network = createNeuralNetwork('logistic?features=raw', game);
    const probabilities = async (board: readonly number[]): Promise<number[]> => {
      const weights = (name: string): Float32Array =>
        name === 'moves.biases'
          ? Float32Array.of(1, 2, 3, 4)
          : Float32Array.from({ length: 64 }, (_, i) => (i < 4 ? [0.5, 0.7, 0.6, -0.5][i]! : 0));
      const evaluator = await Evaluator.open(exportModel(network, { weights, provenance: {} }), 'any');
      const { policy } = await evaluator.evaluate(Uint8Array.from(board));
      await evaluator.close();
      return [...policy];
    };
    const rest = Array<number>(15).fill(0);
    const [up, right, down, left] = (await probabilities([13, ...rest])) as [number, number, number, number];
    expect(right).toBeGreaterThan(down);
    expect(down).toBeGreaterThan(up);
    expect(up).toBeGreaterThan(left);
    const plain = await probabilities([1, ...rest]);
    [1 + 1, 2 + 1.4, 3 + 1.2, 4 - 1].forEach((z, i) => expect(plain[i]).toBeCloseTo(1 / (1 + Math.exp(-z)), 6));
  });

  test('of another program is refused', async () => {
    const graph = new Graph({ batch: 2, training: false });
    graph.output('y', graph.node('Relu', [graph.input('x', [2], 'float32')], [2]));
    await expect(Evaluator.open(graph.bytes(), 'x.onnx')).rejects.toThrow(
      "'x.onnx' is an ONNX file, but not one of afterstate's",
    );
  });

  test('with other inputs or outputs is refused', () => {
    expect(() => readCard(otherShape(), 'o.onnx')).toThrow(
      "'o.onnx' computes policy [batch, 4] from boards [batch, 25]; a network for dcnn computes policy from boards [batch, 16]",
    );
  });

  test.each([
    'dcnn?k=3&channels=20',
    'resnet?blocks=1&filters=8',
    'mlp?features=engineered',
    'ntuple-value?patterns=01+45',
  ])('%s gives a board the same result in any company', async (spec) => {
    const { boards } = randomActions(300);
    const evaluator = await Evaluator.open(modelOf(spec), 'any');
    const whole = await evaluator.evaluate(boards);
    for (const [from, to] of [
      [0, 1],
      [7, 9],
      [100, 299],
    ] as const) {
      const part = await evaluator.evaluate(boards.slice(16 * from, 16 * to));
      expect(part.policy).toEqual(whole.policy.slice(4 * from, 4 * to));
      expect(part.value).toEqual(whole.value.slice(from, to));
    }
    await evaluator.close();
  });
});

describe('a neural player', () => {
  test('at two plies values what one ply cannot see', async () => {
    const state = parseBoard('2,4,8,16/0,0,0,0/0,0,0,0/0,0,0,2', game);
    const values = async (spec: string): Promise<number[]> => {
      const player = await openPlayer(spec, { game });
      const { moves } = await player.choose(state);
      await player.close();
      return moves.map(({ value }) => value);
    };
    const [one, two] = [await values(`value:${folder}/value.onnx`), await values(`value:${folder}/value.onnx?ply=2`)];
    expect(one.length).toBe(two.length);
    expect(one).not.toEqual(two);
  });

  test('is measured by eval and asked by move', () => {
    const { status, stdout, stderr } = afterstate('eval', '--player', 'dcnn:dcnn.onnx', '--games', '4', '--json');
    expect([status, stderr]).toEqual([0, '']);
    const measured = JSON.parse(stdout) as { player: string; games: number; averageScore: number };
    expect(measured).toMatchObject({ player: 'dcnn:dcnn.onnx', games: 4 });
    const move = afterstate(
      'move',
      '--board',
      '2,2,0,0/0,0,0,0/0,0,0,0/0,0,0,4',
      '--player',
      'resnet:resnet',
      '--json',
    );
    const { moves } = JSON.parse(move.stdout) as { moves: { value: number }[] };
    expect(moves.length).toBe(4);
    expect(moves.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(1, 4);
  });

  test.each(['dcnn', 'mcts'])('that ships for %s is meant if none is named', (name) => {
    const board = '2,16,64,1024/4,32,128,256/2,8,16,32/0,0,2,8';
    const shipped = fileURLToPath(new URL(`../models/2048-${name}`, import.meta.url));
    const [unnamed, named] = [name, `${name}:${shipped}`].map((player) =>
      afterstate('move', '--board', board, '--player', player, '--json'),
    );
    const { best, moves } = JSON.parse(unnamed!.stdout) as { best: string; moves: unknown[] };
    expect(moves.length).toBe(2);
    expect(JSON.parse(named!.stdout)).toMatchObject({ best, moves });
  });

  test('is described by its card', () => {
    const { status, stdout } = afterstate('describe', 'dcnn.onnx');
    expect(status).toBe(0);
    for (const part of [
      'dcnn.onnx: a network for 2048',
      'dcnn?k=2&channels=16',
      'convolution2.weights  64 × 16',
      'as it should be',
    ])
      expect(stdout).toContain(part);
    const described = JSON.parse(afterstate('describe', 'resnet', '--json').stdout) as Record<string, unknown>;
    expect(described).toMatchObject({ form: 'onnx', family: 'resnet', game: '2048', checksum: expect.any(String) });
  });

  test.each([
    ['resnet', "'resnet' names no network; give its file: resnet:FILE"],
    ['dcnn:nowhere.onnx', "'nowhere.onnx' cannot be read: there is no such file"],
    [
      'dcnn:resnet',
      'is resnet?blocks=1&filters=8&size=3&input=onehot&planes=16&heads=policy, which resnet:resnet plays',
    ],
    ['reflex:threes.onnx', "'threes.onnx' is a network for threes, not for 2048; give --game threes"],
    ['dcnn:dcnn.onnx?vote=all', 'vote is one of majority, sum, off'],
    ['value:value.onnx?ply=3', 'ply is a whole number from 1 to 2'],
    ['dcnn:text.onnx', "'text.onnx' is not an ONNX file, or is damaged"],
    ['dcnn:cut.onnx', "'cut.onnx' is not an ONNX file, or is damaged; download it again"],
    ['mcts:cut.onnx', "'cut.onnx' is not an ONNX file, or is damaged; download it again"],
    ['dqn:cut.onnx', "'cut.onnx' is not an ONNX file, or is damaged; download it again"],
    ['reflex:empty.onnx', "'empty.onnx' is not an ONNX file, or is damaged; download it again"],
    ['resnet:value.onnx', "'value.onnx' is tjwei?filters=4, which value:value.onnx plays, not resnet"],
    ['value:dcnn.onnx', "'dcnn.onnx' is dcnn?k=2&channels=16, which dcnn:dcnn.onnx plays, not value"],
    ['value:resnet', 'heads=policy, which resnet:resnet plays, not value'],
    ['dqn:dcnn.onnx', "'dcnn.onnx' is dcnn?k=2&channels=16, which dcnn:dcnn.onnx plays, not dqn"],
    ['mcts:value.onnx', "'value.onnx' is tjwei?filters=4, whose values no search can use; give one that"],
    ['mcts:dcnn.onnx', "'dcnn.onnx' is dcnn?k=2&channels=16, whose values no search can use; give one that"],
    ['reflex:.', "'.' has no model.onnx; give a network's file, or the folder of a finished run"],
    [
      'resnet:unfinished',
      "'unfinished' has no model.onnx: its run is unfinished; continue it with: afterstate fit --resume",
    ],
    ['reflex:n-tuples', "'n-tuples' has no model.onnx: its network is one of n-tuples; give ntuple:n-tuples"],
    ['reflex:a.safetensors', "'a.safetensors' holds weights alone; give the model.onnx of the same run"],
  ])('%s is one clear line', async (spec, message) => {
    await writeFile(join(folder, 'text.onnx'), 'this is text');
    await writeFile(join(folder, 'cut.onnx'), modelOf('dcnn?k=2&channels=16').subarray(0, 900));
    await writeFile(join(folder, 'empty.onnx'), '');
    for (const [run, method] of [
      ['unfinished', 'fit'],
      ['n-tuples', 'tc'],
    ] as const) {
      await mkdir(join(folder, run), { recursive: true });
      await writeFile(join(folder, run, 'config.json'), JSON.stringify({ method }));
    }
    const { status, stdout, stderr } = await runRefused(folder, 'eval', '--player', spec, '--games', '1');
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n').length).toBe(1);
    expect([status, stdout]).toEqual([2, '']);
  });
});
