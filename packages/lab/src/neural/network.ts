// What a network is: a function from boards to a policy, a value, or both. Networks are named by specs, `dcnn?k=5&channels=222`;
// networks.ts finds the one that a spec names. The same `forward` goes into the graph of a training step and into the file that
// players open.

import type { Game, NeuralFamily } from 'afterstate';
import type { Parameter, Tensor } from './graph.ts';
import { Graph } from './graph.ts';

/** What a network computes for boards. */
export interface Heads {
  /** A number for each move, in the order up, right, down, left: [batch, 4]. `link` turns them into probabilities. */
  readonly policy?: Tensor;
  /** [batch], in units of `valueUnit`. */
  readonly value?: Tensor;
}

export interface NeuralNetwork {
  /** The canonical spec. */
  readonly spec: string;
  /** The player that uses it. */
  readonly family: NeuralFamily;
  readonly game: Game['name'];
  /** How boards become numbers, in words. */
  readonly encoding: string;
  /**
   * Probabilities of exclusive choices, four separate yes-or-no answers (logistic regression), or the numbers as they are: values
   * of the moves (Q-learning).
   */
  readonly link: 'softmax' | 'sigmoid' | 'none';
  readonly values?: 'afterstate' | 'state';
  /** What a value of 1 stands for, in points or as a share; 1 by default. */
  readonly valueUnit?: number;
  /** `boards` are u8 exponents [batch, 16], row by row. */
  forward(boards: Tensor): Heads;
}

/** The input that every network has. */
export function boardsInput(graph: Graph): Tensor {
  return graph.input('boards', [graph.batch, 16], 'uint8');
}

/** Every parameter of a network, including those that are not trained. */
export function parametersOf(network: NeuralNetwork): readonly Parameter[] {
  const graph = new Graph({ batch: 1, training: true });
  network.forward(boardsInput(graph));
  return graph.parameters;
}

/** How many numbers training adjusts. */
export function weightsOf(network: NeuralNetwork): number {
  return parametersOf(network).reduce((sum, { shape, trained }) => sum + (trained ? sizeOf(shape) : 0), 0);
}

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((all, size) => all * size, 1);
}
