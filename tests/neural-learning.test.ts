// A learner learns, on any number of threads, and the same every time; a step that goes wrong moves no weight.

import { parseGame } from 'afterstate';
import { describe, expect, test } from 'vitest';
import { Divergence, NeuralLearner } from '../packages/lab/dist/neural/learner.js';
import { createNeuralNetwork } from '../packages/lab/dist/neural/networks.js';
import { imitation, regressionTo } from '../packages/lab/dist/neural/objective.js';
import type { Optimiser } from '../packages/lab/dist/neural/optimiser.js';
import { randomActions } from './neural.testing.ts';

const game = parseGame('2048');
const ADAM: Optimiser = { kind: 'adam', rate: 0.002 };

async function withLearner<T>(
  spec: string,
  { batch, threads = 1, seed = 1 }: { batch: number; threads?: number; seed?: number },
  use: (learner: NeuralLearner) => Promise<T>,
): Promise<T> {
  const network = createNeuralNetwork(spec, game);
  const objective = network.values === 'afterstate' ? regressionTo() : imitation(network);
  const learner = await NeuralLearner.open({ network, objective, batch, threads });
  learner.parameters.initialise(seed);
  try {
    return await use(learner);
  } finally {
    await learner.close();
  }
}

describe('256 actions are learned by heart', () => {
  test.each([
    ['dcnn?k=3&channels=40', 200],
    ['resnet?blocks=1&filters=24', 120],
    ['mlp?hidden=200&features=onehot&activation=relu', 200],
  ])('by %s', async (spec, most) => {
    const { boards, moves } = randomActions(256);
    const labels = Int32Array.from(moves);
    const accuracy = await withLearner(spec, { batch: 256 }, async (learner) => {
      for (let step = 0; step < most; step++)
        await learner.step({ boards, moves: labels }, { kind: 'adam', rate: 0.005 });
      return (await learner.test({ boards, moves: labels }))['accuracy'];
    });
    expect(accuracy).toBe(1);
  });

  test('and scores by a table', async () => {
    const { boards } = randomActions(64);
    const targets = Float32Array.from({ length: 64 }, (_, i) => i / 16);
    const error = await withLearner('ntuple-value?patterns=0123+4567&stages=none', { batch: 64 }, async (learner) => {
      for (let step = 0; step < 300; step++) await learner.step({ boards, targets }, { kind: 'adam', rate: 0.02 });
      return (await learner.test({ boards, targets }))['error'];
    });
    expect(error).toBeLessThan(0.1);
  });
});

describe('a learner', () => {
  const rows = (count: number) => {
    const { boards, moves } = randomActions(count, 5);
    return { boards, moves: Int32Array.from(moves) };
  };
  const weightsAfter = (spec: string, threads: number, optimiser = ADAM): Promise<Float32Array> =>
    withLearner(spec, { batch: 50, threads }, async (learner) => {
      for (let step = 0; step < 6; step++) await learner.step(rows(50), optimiser);
      return learner.parameters.values.slice();
    });

  test.each([1, 2])('with one seed and %i threads ends with the same weights, bit for bit', async (threads) => {
    const [first, second] = [
      await weightsAfter('resnet?blocks=1&filters=8', threads),
      await weightsAfter('resnet?blocks=1&filters=8', threads),
    ];
    expect(first.length).toBeGreaterThan(1000);
    expect(Buffer.from(first.buffer).equals(Buffer.from(second.buffer))).toBe(true);
  });

  test('on three threads takes the same steps as on one, except for rounding', async () => {
    // Plain gradient descent: Adam would turn gradients that are only rounding into full-size steps.
    const descent: Optimiser = { kind: 'sgd', rate: 0.05, momentum: 0.9 };
    const [one, three] = [
      await weightsAfter('dcnn?k=2&channels=12', 1, descent),
      await weightsAfter('dcnn?k=2&channels=12', 3, descent),
    ];
    const apart = one.map((weight, i) => Math.abs(weight - three[i]!));
    expect(Math.max(...apart)).toBeLessThan(1e-5);
    const start = await withLearner('dcnn?k=2&channels=12', { batch: 1 }, async (l) => l.parameters.values.slice());
    expect(Math.max(...one.map((weight, i) => Math.abs(weight - start[i]!)))).toBeGreaterThan(1e-3);
  });

  test('keeps running statistics of what it normalises, and tests with them', async () => {
    await withLearner('resnet?blocks=0&filters=4', { batch: 50, threads: 2 }, async (learner) => {
      const { view } = { view: (name: string) => [...learner.parameters.view(name)] };
      expect(view('input.norm.mean')).toEqual([0, 0, 0, 0]);
      await learner.step(rows(50), ADAM);
      const once = view('input.norm.mean');
      expect(once.every((mean) => mean !== 0 && Math.abs(mean) < 2)).toBe(true);
      await learner.step(rows(50), ADAM);
      expect(view('input.norm.mean')).not.toEqual(once);
      const tested = await learner.test(rows(7));
      expect(tested['loss']).toBeGreaterThan(0);
    });
  });

  test('that meets NaN says where, and moves no weight', async () => {
    await withLearner('dcnn?k=2&channels=8', { batch: 50, threads: 2 }, async (learner) => {
      await learner.step(rows(50), ADAM);
      learner.parameters.view('convolution2.weights')[3] = NaN;
      const before = learner.parameters.values.slice();
      const failure = await learner.step(rows(50), ADAM).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Divergence);
      expect((failure as Error).message).toMatch(/^the loss is NaN/);
      expect(Buffer.from(learner.parameters.values.slice().buffer).equals(Buffer.from(before.buffer))).toBe(true);
      expect(learner.steps).toBe(1);
    });
  });

  test('given too few rows refuses them', async () => {
    await withLearner('softmax', { batch: 50 }, async (learner) => {
      await expect(learner.step(rows(49), ADAM)).rejects.toThrow('boards of a step has 784 numbers and needs 800');
    });
  });
});
