// The value networks of Kondo and Matsuzaki's section 6, which learn the score from an afterstate to the end: an n-tuple network,
// and tjwei's network with half its filters. Both played badly for them; they are here to measure that.

import type { Game, Spec } from 'afterstate';
import { InputError, parseNetwork, SYMMETRIES, text, whole } from 'afterstate';
import { convolve } from '../convolution.ts';
import { exponents, planes } from '../encoding.ts';
import { flatten, uniformStart } from '../layers.ts';
import type { Tensor } from '../graph.ts';
import { defineNetwork, part } from '../network-kind.ts';
import { addRow, concat, lookUp, matmul, relu, reshape, sumOfColumns } from '../operations.ts';

/** Points that a value of 1 stands for: scores to the end are tens of thousands, and weights should be near 1. */
const UNIT = 10_000;
/** Tables have a gradient for every entry: more entries would be slow, and the trainers of n-tuple networks do this better. */
const MOST_ENTRIES = 8 << 20;

/**
 * `ntuple-value?patterns=5x4&stages=2048,8192`: tables that the eight symmetries share, a set for each stage; a stage begins with
 * the largest tile that the option names. Five 4-tuples in three stages make their 983,040 weights (table 1); the paper does not
 * say which tuples and stages.
 */
export const ntupleValue = defineNetwork(
  'ntuple-value',
  'the score to the end by n-tuples (Kondo and Matsuzaki, section 6)',
  {
    patterns: part(text('patterns such as 5x4'), 'the n-tuples', '5x4'),
    stages: part(text('tiles such as 2048,8192, or none'), 'the largest tiles with which stages begin', '2048,8192'),
  },
  ({ patterns: named, stages }, game, spec) => {
    const { patterns, features } = parseNetwork(named, game.name);
    if (features.length > 0 || patterns.some(({ hint }) => hint))
      throw new InputError(`'${named}' in '${spec.text}' has more than patterns; give patterns only, such as 5x4`);
    const starts = stages === 'none' ? [] : stages.split(',').map((tile) => exponentOf(tile, spec, game));
    const tables = patterns.map(({ cells }) => 16 ** cells.length);
    const entries = tables.reduce((sum, size) => sum + size, 0);
    if (entries * (starts.length + 1) > MOST_ENTRIES) {
      throw new InputError(
        `'${spec.text}' has ${entries * (starts.length + 1)} weights, and at most ${MOST_ENTRIES} are possible here; large n-tuple networks are taught by afterstate train`,
      );
    }
    return {
      written: { patterns: patterns.map((pattern) => pattern.text).join('+') },
      family: 'value',
      encoding: 'entries of tables by the exponents of their cells, on the eight symmetries',
      link: 'softmax',
      values: 'afterstate',
      valueUnit: UNIT,
      forward(boards) {
        const { graph } = boards;
        const batch = boards.shape[0]!;
        const table = graph.parameter('tables', [entries * (starts.length + 1)], { kind: 'constant', value: 0 });
        // A table's index is Σ exponent · 16^i: a product with powers of 16, exact in single precision below 2^24.
        const columns = patterns.flatMap(({ cells }) =>
          SYMMETRIES.map((symmetry) => cells.map((cell) => symmetry[cell]!)),
        );
        const powers = new Float32Array(16 * columns.length);
        columns.forEach((cells, column) =>
          cells.forEach((cell, i) => (powers[cell * columns.length + column] = 16 ** i)),
        );
        const first = patterns.flatMap((_, t) =>
          SYMMETRIES.map(() => tables.slice(0, t).reduce((sum, size) => sum + size, 0)),
        );
        const known = graph.node('Min', [exponents(boards), graph.scalar(15)], boards.shape);
        const shape = [batch, columns.length];
        const within = graph.node('MatMul', [known, graph.constant(powers, [16, columns.length])], shape);
        const places = graph.node('Add', [within, graph.constant(first, [columns.length])], shape);
        const offset = graph.node('Mul', [stageOf(known, starts), graph.scalar(entries)], [batch, 1]);
        const indices = graph.node('Cast', [graph.node('Add', [places, offset], shape)], shape, { to: 6 }, 'int32');
        return { value: sumOfColumns(lookUp(table, indices)) };
      },
    };
  },
);

/** How many stages have begun, by the largest tile: [batch, 1]. */
function stageOf(exponents: Tensor, starts: readonly number[]): Tensor {
  const { graph, shape } = exponents;
  const column = [shape[0]!, 1];
  const largest = graph.node('ReduceMax', [exponents, graph.integers([-1])], column, { keepdims: 1 });
  let stage = graph.node('Mul', [largest, graph.scalar(0)], column);
  for (const start of starts) {
    const begun = graph.node('GreaterOrEqual', [largest, graph.scalar(start)], column, {}, 'bool');
    stage = graph.node('Add', [stage, graph.node('Cast', [begun], column, { to: 1 })], column);
  }
  return stage;
}

function exponentOf(tile: string, spec: Spec, game: Game): number {
  const exponent = /^\d+$/.test(tile) ? game.exponent(Number(tile)) : undefined;
  if (exponent === undefined || exponent > 15)
    throw new InputError(
      `'${tile}' in stages of '${spec.text}' is not a tile; stages are tiles, such as 2048,8192, or none`,
    );
  return exponent;
}

/**
 * `tjwei?filters=256`: filters of 2×1 and of 1×2 on the board and again on both results, only where they fit; ReLUs; one full
 * connection to the value. Eight times as many filters in the second layer. The paper's total of 2,189,312 weights fits if both
 * results share the second layer's filters, and each of the three image shapes (2×4, 3×3, 4×2) has one bias per filter.
 */
export const tjwei = defineNetwork(
  'tjwei',
  "the score to the end by tjwei's network with half its filters (the same section)",
  { filters: part(whole({ min: 1, max: 512 }), 'filters of the first layer', 256) },
  ({ filters }) => {
    const second = 8 * filters;
    const upright = { height: 2, width: 1, up: 0, left: 0 };
    const flat = { height: 1, width: 2, up: 0, left: 0 };
    const start = uniformStart(0.02);
    return {
      family: 'value',
      encoding: '16 pictures of 4×4: empty cells, then each tile in turn; larger tiles as the last',
      link: 'softmax',
      values: 'afterstate',
      valueUnit: UNIT,
      forward(boards) {
        const { graph } = boards;
        const weights = (name: string, inputs: number, outputs: number): Tensor =>
          graph.parameter(name, [inputs, outputs], start.weights(inputs, outputs));
        const bias = (name: string): Tensor => graph.parameter(name, [second], { kind: 'constant', value: 0 });
        const x = planes(boards, 16);
        const v = relu(convolve(x, weights('upright1.weights', 32, filters), upright, [4, 4], true));
        const h = relu(convolve(x, weights('flat1.weights', 32, filters), flat, [4, 4], true));
        const again = [
          weights('upright2.weights', 2 * filters, second),
          weights('flat2.weights', 2 * filters, second),
        ] as const;
        const biases = [bias('image2x4.biases'), bias('image3x3.biases'), bias('image4x2.biases')] as const;
        const images = [
          addRow(convolve(v, again[0], upright, [3, 4], true), biases[0]),
          addRow(convolve(v, again[1], flat, [3, 4], true), biases[1]),
          addRow(convolve(h, again[0], upright, [4, 3], true), biases[1]),
          addRow(convolve(h, again[1], flat, [4, 3], true), biases[2]),
        ];
        const all = flatten(relu(concat(images, 0)));
        const value = matmul(all, weights('value.weights', all.shape[1]!, 1));
        return { value: reshape(value, [boards.shape[0]!]) };
      },
    };
  },
);
