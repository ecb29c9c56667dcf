// Gradients of a graph beside finite differences of its loss, in single precision: steps of a hundredth, and losses near 1.

import { Random } from 'afterstate';
import type { Tensor as RuntimeTensor } from 'onnxruntime-node';
import { expect } from 'vitest';
import type { Tensor } from './graph.ts';
import { Graph } from './graph.ts';
import { multiply, reshape, sumOfColumns } from './operations.ts';
import { openSession, runtimeTensor } from './session.ts';

const STEP = 1e-2;
const TOLERANCE = 4e-3;
/** Elements of a parameter that are tried. */
const TRIED = 24;

/** Numbers between −1 and 1, none of them near 0, where a ReLU has no gradient. */
export function numbers(count: number, seed = 1): Float32Array {
  const random = Random.forGame(seed, 0);
  return Float32Array.from({ length: count }, () => {
    const { hi, lo } = random.next();
    return (hi & 1 ? 1 : -1) * (0.1 + (0.9 * lo) / 2 ** 32);
  });
}

/** A scalar that depends on every element: the sum of each times a number of its own. */
export function weighed(x: Tensor): Tensor {
  const count = x.shape.reduce((all, size) => all * size, 1);
  const weights = x.graph.constant(numbers(count, 99), [count]);
  return sumOfColumns(multiply(reshape(x, [count]), weights));
}

export function graphOf(batch = 3): Graph {
  return new Graph({ batch, training: true });
}

export type Feeds = Record<string, RuntimeTensor>;

/** `build` makes a loss of the parameters that it asks the graph for; every one of them is tried. */
export async function checkGradients(build: (graph: Graph) => Tensor, more: Feeds = {}, batch = 3): Promise<void> {
  const graph = graphOf(batch);
  const loss = build(graph);
  graph.output('loss', loss);
  for (const [name, gradient] of graph.gradients(loss)) graph.output(`gradient.${name}`, gradient);
  const session = await openSession(graph.bytes());
  const trained = graph.parameters.filter(({ trained }) => trained);
  expect(trained.length).toBeGreaterThan(0);
  const values = new Map(
    trained.map(({ name, shape }, i) => [
      name,
      numbers(
        shape.reduce((all, size) => all * size, 1),
        i + 2,
      ),
    ]),
  );
  const feeds: Feeds = { ...more };
  for (const { name, shape } of trained) feeds[name] = runtimeTensor('float32', values.get(name)!, shape);
  const first = await session.run(feeds);
  const lossOf = async (): Promise<number> => (await session.run(feeds, ['loss']))['loss']!.data[0] as number;
  for (const { name } of trained) {
    const weights = values.get(name)!;
    const gradient = first[`gradient.${name}`]!.data as Float32Array;
    expect(gradient.length, name).toBe(weights.length);
    const stride = Math.max(1, Math.floor(weights.length / TRIED));
    for (let i = 0; i < weights.length; i += stride) {
      const weight = weights[i]!;
      weights[i] = weight + STEP;
      const above = await lossOf();
      weights[i] = weight - STEP;
      const below = await lossOf();
      weights[i] = weight;
      const difference = (above - below) / (2 * STEP);
      const error = Math.abs(difference - gradient[i]!) / Math.max(1, Math.abs(difference));
      expect(error, `${name}[${i}]: ${gradient[i]} and by differences ${difference}`).toBeLessThan(TOLERANCE);
    }
  }
  await session.release();
}
