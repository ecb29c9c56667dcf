// Layers: operations with their own parameters. Activations of the board are [16, batch, channels].

import { convolve, convolveFast, square } from './convolution.ts';
import type { Initial, Tensor } from './graph.ts';
import { addRow, matmul, reshape, transpose } from './operations.ts';

/** How weights and biases are initialised. */
export interface Start {
  weights(inputs: number, outputs: number): Initial;
  biases(inputs: number): Initial;
}

/** Everything uniform within ±limit (Kondo and Matsuzaki: 0.1). */
export function uniformStart(limit: number): Start {
  return { weights: () => ({ kind: 'uniform', limit }), biases: () => ({ kind: 'uniform', limit }) };
}

/** Glorot's uniform weights and no biases: Keras's. */
export const GLOROT: Start = {
  weights: (inputs, outputs) => ({ kind: 'uniform', limit: Math.sqrt(6 / (inputs + outputs)) }),
  biases: () => ({ kind: 'constant', value: 0 }),
};

/** Both uniform within one over the root of the inputs: Torch's. */
export const LECUN: Start = {
  weights: (inputs) => ({ kind: 'uniform', limit: 1 / Math.sqrt(inputs) }),
  biases: (inputs) => ({ kind: 'uniform', limit: 1 / Math.sqrt(inputs) }),
};

/** All zeros, for regressions, which have no symmetry to break: Theano's. */
export const ZEROS: Start = {
  weights: () => ({ kind: 'constant', value: 0 }),
  biases: () => ({ kind: 'constant', value: 0 }),
};

/** Winograd's way pays off from this many channels; below, its transforms take longer than they save. */
const FAST_FROM = 24;

/** A convolution of the board with zeros around it and one bias per filter; `size` × `size` taps. */
export function convolution(x: Tensor, name: string, filters: number, size: 1 | 2 | 3, start: Start): Tensor {
  const channels = x.shape[2]!;
  const taps = size * size;
  const weights = x.graph.parameter(
    `${name}.weights`,
    [taps * channels, filters],
    start.weights(taps * channels, taps * filters),
  );
  const biases = x.graph.parameter(`${name}.biases`, [filters], start.biases(taps * channels));
  const y = size === 1 || channels < FAST_FROM ? convolve(x, weights, square(size)) : convolveFast(x, weights, size);
  return addRow(y, biases);
}

/** A full connection of [batch, inputs]. */
export function dense(x: Tensor, name: string, outputs: number, start: Start): Tensor {
  const inputs = x.shape[1]!;
  const weights = x.graph.parameter(`${name}.weights`, [inputs, outputs], start.weights(inputs, outputs));
  const biases = x.graph.parameter(`${name}.biases`, [outputs], start.biases(inputs));
  return addRow(matmul(x, weights), biases);
}

/** The cells side by side: [cells, batch, channels] → [batch, cells · channels]. */
export function flatten(x: Tensor): Tensor {
  const [cells, batch, channels] = x.shape as [number, number, number];
  return reshape(transpose(x, [1, 0, 2]), [batch, cells * channels]);
}
