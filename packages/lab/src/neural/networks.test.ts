// The networks of the papers: as many weights as the papers say, and gradients that are right as a whole.

import { parseGame } from 'afterstate';
import { describe, expect, test } from 'vitest';
import { ENGINEERED, engineered } from './encoding.ts';
import { Graph } from './graph.ts';
import { boardsInput, parametersOf, sizeOf, weightsOf } from './network.ts';
import { createNeuralNetwork } from './networks.ts';
import { BOARDS, declareInputs, imitation, regressionTo } from './objective.ts';
import { layOut, Parameters } from './parameters.ts';
import type { Feeds } from './gradients.testing.ts';
import { openSession, runtimeTensor } from './session.ts';

const game = parseGame('2048');
const network = (spec: string) => createNeuralNetwork(spec, game);

describe('as many weights as', () => {
  // Kondo and Matsuzaki, table 2.
  test.each([
    [2, 436, 817_068],
    [3, 312, 819_628],
    [4, 256, 820_228],
    [5, 222, 818_074],
    [6, 200, 826_804],
    [7, 182, 819_550],
    [8, 168, 813_124],
    [9, 158, 820_498],
  ])('table 2 says for k = %i', (k, channels, weights) => {
    expect(weightsOf(network(`dcnn${k}`))).toBe(weights);
    expect(network(`dcnn${k}`).spec).toBe(`dcnn?k=${k}&channels=${channels}`);
  });

  test.each([
    [110, 208_234],
    [156, 410_128],
    [192, 615_364],
    [222, 818_074],
  ])('table 7 says for %i channels', (channels, weights) => {
    expect(weightsOf(network(`dcnn?k=5&channels=${channels}`))).toBe(weights);
    expect(weightsOf(network(`dcnn5?channels=${channels}`))).toBe(weights);
  });

  test('section 6 says for the value networks', () => {
    expect(weightsOf(network('tjwei'))).toBe(2_189_312);
    expect(weightsOf(network('ntuple-value'))).toBe(983_040);
  });

  test("Allik's network for self-play has, where the value's hidden layer has 512 nodes", () => {
    const theirs = network('resnet?blocks=10&filters=32&size=2&planes=20&heads=both&hidden=512');
    expect(weightsOf(theirs)).toBe(95_950);
    const others = parametersOf(theirs).filter(({ trained }) => !trained);
    expect(others.reduce((sum, { shape }) => sum + sizeOf(shape), 0)).toBe(1350);
  });

  test('the pyramid for self-play has', () => {
    const [c, heads] = [64, 5];
    const levels = (4 * 16 + 1) * c + (4 * c + 1) * 2 * c + (8 * c + 1) * 4 * c;
    expect(weightsOf(network('pyramid'))).toBe(levels + (4 * c + 1) * heads);
    expect(weightsOf(network('pyramid'))).toBe(169_669);
  });

  test('four regressions of 16 tiles, and of one hidden layer', () => {
    expect(weightsOf(network('logistic?features=raw'))).toBe(4 * 17);
    expect(weightsOf(network('softmax?features=log2'))).toBe(4 * 17);
    expect(weightsOf(network('softmax?features=engineered'))).toBe(4 * (ENGINEERED + 1));
    expect(weightsOf(network('mlp?hidden=10&features=onehot'))).toBe(257 * 10 + 11 * 4);
  });
});

/** Boards as they come up, and moves or scores. */
function rowsFor(kind: 'policy' | 'value', batch: number): Feeds {
  const boards = Uint8Array.from({ length: 16 * batch }, (_, i) => (Math.imul(i + 1, 0x9e3779b1) >>> 20) % 12);
  const feeds: Feeds = { boards: runtimeTensor('uint8', boards, [batch, 16]) };
  if (kind === 'policy') {
    const moves = Int32Array.from({ length: batch }, (_, i) => (Math.imul(i + 1, 0x85ebca6b) >>> 9) % 4);
    return { ...feeds, moves: runtimeTensor('int32', moves, [batch]) };
  }
  const targets = Float32Array.from({ length: batch }, (_, i) => 0.5 + (i % 5));
  return { ...feeds, targets: runtimeTensor('float32', targets, [batch]) };
}

describe('the gradient of the whole network', () => {
  const BATCH = 8;
  test.each([
    ['dcnn?k=5&channels=26', 'policy'],
    ['dcnn?k=2&channels=10', 'policy'],
    ['resnet?blocks=2&filters=24', 'policy'],
    ['resnet?blocks=2&filters=24&input=4x4', 'policy'],
    ['resnet?blocks=1&filters=24&size=2&planes=20&heads=both', 'policy and value'],
    ['resnet?blocks=1&filters=24&size=2&heads=both&ends=linear', 'policy and value'],
    ['pyramid?channels=12', 'policy and value'],
    ['logistic?features=log2', 'policy'],
    ['softmax?features=engineered', 'policy'],
    ['mlp?hidden=12&features=onehot', 'policy'],
    ['mlp?hidden=12&features=log2&activation=relu', 'policy'],
    ['ntuple-value?patterns=01+45', 'value'],
    ['tjwei?filters=4', 'value'],
  ])('%s is how the loss falls along it', async (spec, kind) => {
    const net = network(spec);
    const graph = new Graph({ batch: BATCH, training: true });
    const objectives = [
      ...(kind.includes('policy') ? [imitation(net)] : []),
      ...(kind.includes('value') ? [regressionTo()] : []),
    ];
    const input = declareInputs(graph, [BOARDS, ...objectives.flatMap(({ inputs }) => inputs)]);
    const heads = net.forward(input('boards'));
    const losses = objectives.map((objective) => objective.build(heads, input).loss);
    const loss = losses.reduce((a, b) => graph.differentiable(graph.node('Add', [a, b], []), [a, b], (dy) => [dy, dy]));
    graph.output('loss', loss);
    for (const [name, gradient] of graph.gradients(loss)) graph.output(`gradient.${name}`, gradient);
    const session = await openSession(graph.bytes());
    const parameters = new Parameters(layOut(graph.parameters));
    parameters.initialise(7);
    // Away from the kinks of ReLUs: small weights and biases leave most sums near 0.
    if (/^(dcnn|tjwei)/.test(spec)) parameters.values.forEach((value, i, all) => (all[i] = 4 * value));
    // Regressions begin at 0, where all moves are alike.
    if (/^(logistic|softmax)/.test(spec)) parameters.values.forEach((_, i, all) => (all[i] = Math.sin(i) / 10));
    const trained = parameters.layout.parameters.filter((parameter) => parameter.trained);
    const values = parameters.values.slice();
    const feeds: Feeds = {
      ...(kind.includes('policy') && rowsFor('policy', BATCH)),
      ...(kind.includes('value') && rowsFor('value', BATCH)),
      ...Object.fromEntries(
        trained.map(({ name, offset, size, shape }) => [
          name,
          runtimeTensor('float32', values.subarray(offset, offset + size), shape),
        ]),
      ),
    };
    const found = await session.run(feeds);
    const lossAt = async (): Promise<number> => Number((await session.run(feeds, ['loss']))['loss']!.data[0]);
    // Parameter by parameter: a mistake in a small one would drown in the sum of all.
    for (const { name, offset } of trained) {
      const gradient = found[`gradient.${name}`]!.data as Float32Array;
      const length = Math.hypot(...gradient);
      // The convolution before a normalisation has a bias that changes nothing, and so no gradient.
      if (length < 1e-4) continue;
      const at = async (step: number): Promise<number> => {
        gradient.forEach((g, i) => (values[offset + i] = parameters.values[offset + i]! + (step * g) / length));
        return lossAt();
      };
      // A large step crosses the kinks of ReLUs, a small one drowns in rounding: one of them is right.
      const slopes: number[] = [];
      for (const step of [1e-2, 3e-3, 1e-3, 3e-4]) slopes.push(((await at(step)) - (await at(-step))) / (2 * step));
      await at(0);
      const error = Math.min(...slopes.map((slope) => Math.abs(slope / length - 1)));
      expect(error, `${name}: ${length}, by differences ${slopes.join(', ')}`).toBeLessThan(0.03);
    }
  });
});

test('engineered features are what their names say', async () => {
  const graph = new Graph({ batch: 1, training: false });
  graph.output('features', engineered(boardsInput(graph)));
  const boards = Uint8Array.from([3, 3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0]);
  const found = await (await openSession(graph.bytes())).run({ boards: runtimeTensor('uint8', boards, [1, 16]) });
  const f = [...(found['features']!.data as Float32Array)];
  expect(f.slice(0, 16)).toEqual([...boards]);
  expect(f.slice(16, 32)).toEqual([...boards].map((e) => (e === 0 ? 1 : 0)));
  expect(f[32]).toBe(12);
  // Row 0, column 0, row 1, …: the pairs of row 0 are 3–3, 3–1, 1–0; those of column 0 are 3–0, 0–0, 0–5.
  expect(f.slice(33, 39)).toEqual([0, 2, 1, 3, 0, 5]);
  expect(f.slice(57, 63)).toEqual([1, 0, 0, 0, 0, 0]);
  expect(f.slice(81, 83)).toEqual([0, 5]);
  expect(f.slice(89, 91)).toEqual([3, 3]);
  expect(f.slice(98)).toEqual([3, 5, 0, 3, 0, 1, 5, 0]);
});

test('a spec that is wrong is an error that says what is possible', () => {
  expect(() => network('dcmm')).toThrow("unknown network 'dcmm'; choose from dcnn, resnet, logistic, softmax, mlp");
  expect(() => network('dcnn?layers=3')).toThrow("unknown option 'layers'");
  expect(() => network('dcnn0')).toThrow("'0' for k");
  expect(() => network('softmax?features=log')).toThrow('one of raw, log2, engineered, onehot');
  expect(() => network('ntuple-value?patterns=4x6')).toThrow('afterstate train');
  expect(() => network('ntuple-value?stages=5')).toThrow("'5' in stages");
  expect(() => network('toString')).toThrow('unknown network');
});
