// Every operation's gradient is the one that finite differences give, and a wrong one is noticed.

import { describe, expect, test } from 'vitest';
import { convolve, convolveFast, square } from './convolution.ts';
import type { Feeds } from './gradients.testing.ts';
import { checkGradients, graphOf, numbers, weighed } from './gradients.testing.ts';
import type { Graph, Tensor } from './graph.ts';
import { batchNormalise } from './normalisation.ts';
import {
  add,
  addRow,
  agreements,
  binaryCrossEntropy,
  concat,
  crossEntropy,
  huberError,
  lookUp,
  matmul,
  multiply,
  oneHot,
  relu,
  reshape,
  scale,
  sigmoid,
  softmax,
  squaredError,
  subtract,
  sumOfColumns,
  transpose,
} from './operations.ts';
import { openSession, runtimeTensor } from './session.ts';

const parameter = (graph: Graph, name: string, ...shape: number[]): Tensor =>
  graph.parameter(name, shape, { kind: 'uniform', limit: 1 });

const labels: Feeds = { labels: runtimeTensor('int32', Int32Array.of(2, 0, 3), [3]) };
const labelled = (graph: Graph): Tensor => oneHot(graph.input('labels', [3], 'int32'), 4);

const OPERATIONS: [name: string, build: (graph: Graph) => Tensor, feeds?: Feeds][] = [
  ['a product of matrices', (g) => weighed(matmul(parameter(g, 'a', 3, 5), parameter(g, 'b', 5, 2)))],
  ['products of many matrices', (g) => weighed(matmul(parameter(g, 'a', 4, 3, 5), parameter(g, 'b', 4, 5, 2)))],
  ['a product with a constant', (g) => weighed(matmul(g.constant(numbers(6), [2, 3]), parameter(g, 'b', 3, 2)))],
  ['a reshape', (g) => weighed(multiply(reshape(parameter(g, 'a', 2, 6), [3, 4]), parameter(g, 'b', 3, 4)))],
  [
    'a transpose',
    (g) => weighed(multiply(transpose(parameter(g, 'a', 2, 3, 4), [2, 0, 1]), parameter(g, 'b', 4, 2, 3))),
  ],
  [
    'a concatenation',
    (g) => weighed(sigmoid(concat([parameter(g, 'a', 2, 3), parameter(g, 'b', 2, 1), parameter(g, 'c', 2, 2)], 1))),
  ],
  ['a sum', (g) => weighed(add(parameter(g, 'a', 2, 3), parameter(g, 'b', 2, 3)))],
  ['a difference', (g) => weighed(subtract(parameter(g, 'a', 2, 3), parameter(g, 'b', 2, 3)))],
  ['a product', (g) => weighed(multiply(parameter(g, 'a', 2, 3), parameter(g, 'b', 2, 3)))],
  ['a square', (g) => squareOf(parameter(g, 'a', 2, 3))],
  ['a multiple', (g) => weighed(scale(parameter(g, 'a', 2, 3), -0.7))],
  ['a bias', (g) => weighed(addRow(parameter(g, 'a', 2, 3, 4), parameter(g, 'b', 4)))],
  ['a ReLU', (g) => weighed(relu(parameter(g, 'a', 5, 4)))],
  ['a sigmoid', (g) => weighed(sigmoid(parameter(g, 'a', 5, 4)))],
  ['a softmax', (g) => weighed(softmax(parameter(g, 'a', 5, 4)))],
  ['a sum of columns', (g) => weighed(sumOfColumns(parameter(g, 'a', 5, 4)))],
  [
    'a lookup, of some entries twice',
    (g) => weighed(lookUp(parameter(g, 'table', 7), g.integers([3, 0, 3, 6, 3, 1], [2, 3]))),
  ],
  ['cross-entropy', (g) => crossEntropy(parameter(g, 'z', 3, 4), labelled(g)), labels],
  ['binary cross-entropy', (g) => binaryCrossEntropy(scale(parameter(g, 'z', 3, 4), 3), labelled(g)), labels],
  ['squared error', (g) => squaredError(parameter(g, 'x', 3, 2), g.constant(numbers(6), [3, 2]))],
  ["Huber's error", (g) => huberError(scale(parameter(g, 'x', 3, 2), 2), g.constant(numbers(6), [3, 2]))],
  ['batch normalisation', (g) => weighed(batchNormalise(parameter(g, 'x', 2, 3, 4), 'norm'))],
  ['a 2×2 convolution', (g) => weighed(convolve(parameter(g, 'x', 16, 2, 3), parameter(g, 'w', 12, 2), square(2)))],
  ['a 3×3 convolution', (g) => weighed(convolve(parameter(g, 'x', 16, 2, 3), parameter(g, 'w', 27, 2), square(3)))],
  [
    'a 1×2 convolution where it fits',
    (g) => {
      const filter = { height: 1, width: 2, up: 0, left: 0 };
      return weighed(convolve(parameter(g, 'x', 12, 2, 3), parameter(g, 'w', 6, 2), filter, [3, 4], true));
    },
  ],
  ["Winograd's 2×2", (g) => weighed(convolveFast(parameter(g, 'x', 16, 2, 3), parameter(g, 'w', 12, 2), 2))],
  ["Winograd's 3×3", (g) => weighed(convolveFast(parameter(g, 'x', 16, 2, 3), parameter(g, 'w', 27, 2), 3))],
];

function squareOf(x: Tensor): Tensor {
  return weighed(multiply(x, x));
}

describe('the gradient of', () => {
  test.each(OPERATIONS)('%s is that of finite differences', async (_name, build, feeds) => {
    await checkGradients(build, feeds);
  });

  test('a network is the sum over every path', async () => {
    await checkGradients((g) => {
      const x = parameter(g, 'x', 3, 4);
      const y = sigmoid(matmul(x, parameter(g, 'w', 4, 4)));
      return weighed(add(multiply(y, x), add(y, scale(x, 0.5))));
    });
  });

  test('a wrong backward pass does not agree', async () => {
    const wrong = (g: Graph): Tensor => {
      const x = parameter(g, 'x', 2, 3);
      const y = g.node('Exp', [x], x.shape);
      return weighed(g.differentiable(y, [x], (dy) => [dy]));
    };
    await expect(checkGradients(wrong)).rejects.toThrow(/by differences/);
  });
});

describe('convolutions', () => {
  test.each([2, 3] as const)("Winograd's %i×%i is the plain one", async (size) => {
    const [batch, channels, filters] = [5, 7, 6];
    const graph = graphOf(batch);
    const x = graph.constant(numbers(16 * batch * channels, 3), [16, batch, channels]);
    const w = graph.constant(numbers(size * size * channels * filters, 4), [size * size * channels, filters]);
    graph.output('plain', convolve(x, w, square(size)));
    graph.output('fast', convolveFast(x, w, size));
    const { plain, fast } = await (await openSession(graph.bytes())).run({});
    const [expected, found] = [plain!.data as Float32Array, fast!.data as Float32Array];
    expect(found.length).toBe(16 * batch * filters);
    found.forEach((value, i) => expect(Math.abs(value - expected[i]!)).toBeLessThan(2e-5));
  });

  test('sum what lies under the filter, with zeros on the right and below', async () => {
    const graph = graphOf(1);
    const x = graph.constant(
      Float32Array.from({ length: 16 }, (_, i) => i),
      [16, 1, 1],
    );
    graph.output('y', convolve(x, graph.constant([1, 10, 100, 1000], [4, 1]), square(2)));
    const { y } = await (await openSession(graph.bytes())).run({});
    const at = (row: number, column: number): number => (row < 4 && column < 4 ? 4 * row + column : 0);
    const expected = Array.from({ length: 16 }, (_, i) => {
      const [r, c] = [i >> 2, i & 3];
      return at(r, c) + 10 * at(r, c + 1) + 100 * at(r + 1, c) + 1000 * at(r + 1, c + 1);
    });
    expect([...(y!.data as Float32Array)]).toEqual(expected);
  });
});

describe('batch normalisation', () => {
  test('in training gives every channel the mean 0 and the variance 1, and measures both', async () => {
    const graph = graphOf(8);
    const values = numbers(16 * 8 * 2, 5).map((value, i) => (i % 2 === 0 ? 3 * value + 5 : value));
    const y = batchNormalise(graph.constant(values, [16, 8, 2]), 'norm');
    graph.output('y', y);
    for (const [name, tensor] of graph.measuredStatistics) graph.output(name, tensor);
    const feeds = {
      'norm.scale': runtimeTensor('float32', Float32Array.of(1, 1), [2]),
      'norm.shift': runtimeTensor('float32', Float32Array.of(0, 0), [2]),
    };
    const found = await (await openSession(graph.bytes())).run(feeds);
    const even = values.filter((_, i) => i % 2 === 0);
    const mean = even.reduce((sum, value) => sum + value, 0) / even.length;
    const variance = even.reduce((sum, value) => sum + (value - mean) ** 2, 0) / even.length;
    expect((found['norm.mean']!.data as Float32Array)[0]).toBeCloseTo(mean, 4);
    expect((found['norm.variance']!.data as Float32Array)[0]).toBeCloseTo(variance, 3);
    const normal = (found['y']!.data as Float32Array).filter((_, i) => i % 2 === 0);
    expect(normal.reduce((sum, value) => sum + value, 0) / normal.length).toBeCloseTo(0, 4);
    expect(normal.reduce((sum, value) => sum + value * value, 0) / normal.length).toBeCloseTo(1, 2);
  });
});

test('agreements are the rows whose largest score stands where the label says', async () => {
  const graph = graphOf(3);
  const scores = graph.constant([0, 1, 2, 3, 9, 1, 2, 3, 0, 0, 0, 1], [3, 4]);
  graph.output('count', agreements(scores, graph.input('labels', [3], 'int32')));
  const { count } = await (await openSession(graph.bytes())).run(labels);
  expect([...(count!.data as Float32Array)]).toEqual([2]);
});
