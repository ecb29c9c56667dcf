// How boards become numbers. All of this is part of the network's graph, so a model file takes plain boards.

import type { Game } from 'afterstate';
import { choice } from 'afterstate';
import type { Tensor } from './graph.ts';
import { flatten } from './layers.ts';
import { oneHot } from './operations.ts';

const INT32 = 6;
const FLOAT = 1;

/** Boards as features without positions, for fully connected networks, and what model cards say about them. */
export const FEATURES = {
  raw: 'the numbers on the tiles, 0 for an empty cell',
  log2: 'the exponents of the tiles, 0 for an empty cell',
  engineered: 'exponents, empty cells, differences and equality of neighbours, rise and fall of each line',
  onehot: 'one input for each cell and tile',
} as const;

export type Features = keyof typeof FEATURES;

/** A network option that chooses among some of them. */
export function featuresChoice<Name extends Features>(...names: readonly Name[]) {
  return choice(names.map((name) => [name, FEATURES[name]] as const));
}

/** How many tiles `onehot` tells apart, including the empty cell. */
const KINDS = 16;

/** [batch, features]. */
export function featuresOf(boards: Tensor, features: Features, game: Game): Tensor {
  if (features === 'raw') return tiles(boards, game);
  if (features === 'log2') return exponents(boards);
  if (features === 'engineered') return engineered(boards);
  return flatten(planes(boards, KINDS));
}

/** One plane per kind of tile, [16, batch, channels]: empty, the first tile, the second …; larger tiles count as the last one. */
export function planes(boards: Tensor, channels: number): Tensor {
  const { graph } = boards;
  const batch = boards.shape[0]!;
  const whole = graph.node('Cast', [boards], [batch, 16], { to: INT32 }, 'int32');
  const last = graph.node('Cast', [graph.scalar(channels - 1)], [], { to: INT32 }, 'int32');
  const known = graph.node('Min', [whole, last], [batch, 16], {}, 'int32');
  return oneHot(graph.node('Transpose', [known], [16, batch], { perm: [1, 0] }, 'int32'), channels);
}

/** [batch, 16]. */
export function exponents(boards: Tensor): Tensor {
  return boards.graph.node('Cast', [boards], boards.shape, { to: FLOAT });
}

/** The numbers on the tiles, 0 for an empty cell: [batch, 16]. */
export function tiles(boards: Tensor, game: Game): Tensor {
  const { graph, shape } = boards;
  const values = Array.from({ length: game.maxExponent + 1 }, (_, exponent) =>
    exponent > 0 ? game.tile(exponent) : 0,
  );
  const whole = graph.node('Cast', [boards], shape, { to: INT32 }, 'int32');
  return graph.node('Gather', [graph.constant(values, [values.length]), whole], shape, { axis: 0 });
}

/** The cells of each row and each column, and the pairs of neighbours along them. */
const LINES: readonly (readonly number[])[] = [0, 1, 2, 3].flatMap((i) => [
  [4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3],
  [i, i + 4, i + 8, i + 12],
]);
const PAIRS = LINES.flatMap((cells, line) => cells.slice(1).map((to, i) => ({ from: cells[i]!, to, line })));

/**
 * What He et al.'s evaluation functions look at, as separate features: [batch, 106]. The exponents (16), which cells are empty
 * (16) and how many (1); for each pair of neighbours the difference of their exponents (24) and whether they are equal tiles (24);
 * for each line how much it rises and how much it falls (16); the sum of all differences of exponents (1) and the largest exponent
 * of each line (8).
 */
export const ENGINEERED = 106;

export function engineered(boards: Tensor): Tensor {
  const { graph } = boards;
  const batch = boards.shape[0]!;
  const e = exponents(boards);
  const node = (op: string, inputs: readonly Tensor[], columns: number): Tensor =>
    graph.node(op, inputs, [batch, columns]);
  const is = (x: Tensor, columns: number): Tensor => {
    const zero = graph.node('Equal', [x, graph.scalar(0)], [batch, columns], {}, 'bool');
    return graph.node('Cast', [zero], [batch, columns], { to: FLOAT });
  };
  const matrix = (columns: number, rows: number, at: (row: number, column: number) => number): Tensor =>
    graph.constant(
      Float32Array.from({ length: rows * columns }, (_, i) => at(Math.floor(i / columns), i % columns)),
      [rows, columns],
    );
  const sum = (x: Tensor): Tensor => graph.node('ReduceSum', [x, graph.integers([-1])], [batch, 1], { keepdims: 1 });

  const empty = is(e, 16);
  const difference = node(
    'MatMul',
    [e, matrix(24, 16, (cell, pair) => (PAIRS[pair]!.to === cell ? 1 : PAIRS[pair]!.from === cell ? -1 : 0))],
    24,
  );
  const apart = node('Abs', [difference], 24);
  const bothEmpty = node('MatMul', [empty, matrix(24, 16, (cell, pair) => (PAIRS[pair]!.from === cell ? 1 : 0))], 24);
  const equal = node('Mul', [is(difference, 24), node('Sub', [graph.scalar(1), bothEmpty], 24)], 24);
  const byLine = matrix(8, 24, (pair, line) => (PAIRS[pair]!.line === line ? 1 : 0));
  const rises = node('MatMul', [node('Relu', [difference], 24), byLine], 8);
  const falls = node('MatMul', [node('Relu', [node('Neg', [difference], 24)], 24), byLine], 8);
  const lines = graph.node('Gather', [e, graph.integers(LINES.flat(), [8, 4])], [batch, 8, 4], { axis: 1 });
  const largest = graph.node('ReduceMax', [lines, graph.integers([-1])], [batch, 8], { keepdims: 0 });
  const all = [e, empty, sum(empty), apart, equal, rises, falls, sum(apart), largest];
  return graph.node('Concat', all, [batch, ENGINEERED], { axis: 1 });
}
