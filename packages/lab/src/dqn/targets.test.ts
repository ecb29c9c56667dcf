// Targets by hand, and a loss that leaves the values of other moves alone.

import { parseGame } from 'afterstate';
import { describe, expect, test } from 'vitest';
import { Graph } from '../neural/graph.ts';
import { BOARDS, declareInputs } from '../neural/objective.ts';
import { openSession, runtimeTensor } from '../neural/session.ts';
import { dqnSettings } from './config.ts';
import { qNetwork } from './network.ts';
import { emptyBatch } from './replay.ts';
import { actionValues, bestMove, targetsOf } from './targets.ts';

/** Bits of moves. */
const [UP, RIGHT, DOWN] = [1, 2, 4];

describe('the target of a move', () => {
  // r = 0.5, γ = 0.9. The network that learns says 1, 5, 2, 3 of the next board, its copy 10, 20, 40, 30; up and down are legal.
  const batch = emptyBatch(1);
  batch.rewards[0] = 0.5;
  batch.discounts[0] = 0.9;
  batch.legal[0] = UP | DOWN;
  const learns = Float32Array.of(1, 5, 2, 3);
  const copy = Float32Array.of(10, 20, 40, 30);
  const target = (values: Parameters<typeof targetsOf>[1], legal: boolean): number => {
    const targets = new Float32Array(1);
    targetsOf(batch, values, { legal }, targets);
    return targets[0]!;
  };

  test('in the variant he is r + γ · 5: the largest value there is, legal or not', () => {
    const { double, target: copies, legal } = dqnSettings.parse({ variant: 'he', games: 1 }, 'test');
    expect([double, copies, legal]).toEqual([false, 0, false]);
    expect(target({ valued: learns }, legal)).toBeCloseTo(0.5 + 0.9 * 5, 6);
  });

  test('in the variant sound is r + γ · 40: down, the better of the legal moves by the one, as the other values it', () => {
    const { double, target: copies, legal } = dqnSettings.parse({ variant: 'sound', games: 1 }, 'test');
    expect([double, copies > 0, legal]).toEqual([true, true, true]);
    expect(target({ valued: copy, chosen: learns }, legal)).toBeCloseTo(0.5 + 0.9 * 40, 5);
  });

  test('with either of the two alone is another', () => {
    expect(target({ valued: copy, chosen: learns }, false)).toBeCloseTo(0.5 + 0.9 * 20, 5);
    expect(target({ valued: learns }, true)).toBeCloseTo(0.5 + 0.9 * 2, 6);
  });

  test('is the reward alone where the game is over, whatever the network says', () => {
    const over = { ...batch, discounts: Float32Array.of(0), legal: Uint8Array.of(0) };
    const targets = new Float32Array(1);
    for (const value of [7, NaN, Infinity]) {
      targetsOf(over, { valued: new Float32Array(4).fill(value) }, { legal: true }, targets);
      expect(targets[0]).toBe(0.5);
    }
  });
});

describe('the best move', () => {
  test('is the first of the largest, among those that are asked for', () => {
    const values = Float32Array.of(9, 9, 9, 9, 1, 3, 3, 2);
    expect(bestMove(values, 4, 0b1111)).toBe(1);
    expect(bestMove(values, 4, 0b1101)).toBe(2);
    expect(bestMove(values, 4, UP)).toBe(0);
    expect(bestMove(values, 4, RIGHT)).toBe(1);
    expect(bestMove(values, 4, 0)).toBe(-1);
  });
});

describe('the loss', () => {
  const game = parseGame('2048');
  const network = qNetwork('qnet?hidden=3&input=log2', game);
  // Weights of zero but for the biases of the outputs, which then are the values of any board.
  const values = [0.5, 3, -1, 0.25];

  /** Loss, mean value and the gradient for the biases of the outputs, of rows (move, target). */
  async function lossOf(loss: 'squared' | 'huber', rows: readonly (readonly [number, number])[]) {
    const graph = new Graph({ batch: rows.length, training: true });
    const objective = actionValues({ loss });
    const input = declareInputs(graph, [BOARDS, ...objective.inputs]);
    const built = objective.build(network.forward(input('boards')), input);
    graph.output('loss', built.loss);
    graph.output('value', built.measures['value']!);
    const gradients = graph.gradients(built.loss);
    graph.output('gradient', gradients.get('moves.biases')!);
    graph.output('columns', gradients.get('moves.weights')!);
    const session = await openSession(graph.bytes());
    const feeds = Object.fromEntries(
      graph.parameters.map(({ name, shape }) => {
        const numbers = new Float32Array(shape.reduce((all, size) => all * size, 1));
        if (name === 'moves.biases') numbers.set(values);
        if (name === 'hidden1.biases') numbers.fill(1);
        return [name, runtimeTensor('float32', numbers, shape)];
      }),
    );
    const found = await session.run({
      ...feeds,
      boards: runtimeTensor('uint8', new Uint8Array(16 * rows.length), [rows.length, 16]),
      moves: runtimeTensor(
        'int32',
        Int32Array.from(rows, ([move]) => move),
        [rows.length],
      ),
      targets: runtimeTensor(
        'float32',
        Float32Array.from(rows, ([, target]) => target),
        [rows.length],
      ),
    });
    await session.release();
    const numbers = (name: string): number[] => [...(found[name]!.data as Float32Array)];
    return {
      loss: numbers('loss')[0],
      value: numbers('value')[0],
      gradient: numbers('gradient'),
      columns: numbers('columns'),
    };
  }

  test('squared: a fourth of the mean square, and gradients of the moves that were played alone', async () => {
    // Errors 3 − 1 = 2 of right, and −1 − 3 = −4 of down.
    const { loss, value, gradient, columns } = await lossOf('squared', [
      [1, 1],
      [2, 3],
    ]);
    expect(loss).toBeCloseTo((2 ** 2 + 4 ** 2) / 2 / 4, 5);
    expect(value).toBeCloseTo((3 - 1) / 2, 6);
    expect(gradient).toEqual([0, (2 * 2) / 8, (2 * -4) / 8, 0]);
    // Three hidden nodes of 1: the same for each of them.
    expect(columns).toEqual([...gradient, ...gradient, ...gradient]);
  });

  test('huber: errors past 1 count by their size', async () => {
    const { loss, gradient } = await lossOf('huber', [
      [1, 1],
      [3, 0.5],
    ]);
    expect(loss).toBeCloseTo((2 - 0.5 + 0.25 ** 2 / 2) / 2, 6);
    expect(gradient).toEqual([0, 1 / 2, 0, -0.25 / 2]);
  });
});
