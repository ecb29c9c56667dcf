// The operations: each adds its node to the graph, and says how its inputs' gradients follow from its output's. Backward passes
// use plain nodes, including transposes: the runtime fuses a transpose into the product next to it. operations.test.ts checks
// every one of them against finite differences.

import type { Shape, Tensor } from './graph.ts';
import { product } from './graph.ts';
import { BATCH } from './onnx.ts';

// ── linear algebra ───────────────────────────────────────────────────────────────────────────────────────────────

/** a · b of matrices, or of pairs of matrices along the first dimension. */
export function matmul(a: Tensor, b: Tensor): Tensor {
  const { graph } = a;
  const [rows, inner] = a.shape.slice(-2);
  const [other, columns] = b.shape.slice(-2);
  if (a.shape.length !== b.shape.length || inner !== other) {
    throw new RangeError(`[${a.shape.join()}] times [${b.shape.join()}] makes no sense`);
  }
  const y = graph.node('MatMul', [a, b], [...a.shape.slice(0, -2), rows!, columns!]);
  return graph.differentiable(y, [a, b], (dy) => [
    a.learns ? graph.node('MatMul', [dy, swapped(b)], a.shape) : undefined,
    b.learns ? graph.node('MatMul', [swapped(a), dy], b.shape) : undefined,
  ]);
}

/** Swaps the last two dimensions. */
function swapped(x: Tensor): Tensor {
  const rank = x.shape.length;
  const axes = [...Array.from({ length: rank - 2 }, (_, i) => i), rank - 1, rank - 2];
  return x.graph.node('Transpose', [x], permuted(x.shape, axes), { perm: axes });
}

export function reshape(x: Tensor, shape: Shape): Tensor {
  if (shape.join() === x.shape.join()) return x;
  const to = (tensor: Tensor, sizes: Shape): Tensor =>
    tensor.graph.node('Reshape', [tensor, tensor.graph.integers(sizes)], sizes);
  return x.graph.differentiable(to(x, shape), [x], (dy) => [to(dy, x.shape)]);
}

export function transpose(x: Tensor, axes: readonly number[]): Tensor {
  const { graph } = x;
  const y = graph.node('Transpose', [x], permuted(x.shape, axes), { perm: axes });
  const back = axes.map((_, i) => axes.indexOf(i));
  return graph.differentiable(y, [x], (dy) => [graph.node('Transpose', [dy], x.shape, { perm: back })]);
}

function permuted(shape: Shape, axes: readonly number[]): Shape {
  return axes.map((axis) => shape[axis]!);
}

/** Concatenates tensors along an axis. */
export function concat(parts: readonly Tensor[], axis: number): Tensor {
  const [{ graph, shape }] = parts as [Tensor];
  const sizes = parts.map((part) => part.shape[axis]!);
  const whole = shape.map((size, i) => (i === axis ? sizes.reduce((sum, part) => sum + part, 0) : size));
  const y = graph.node('Concat', parts, whole, { axis });
  return graph.differentiable(y, parts, (dy) => {
    let start = 0;
    return parts.map((part, i) => {
      const ends = [[start], [(start += sizes[i]!)], [axis]].map((values) => graph.integers(values));
      return graph.node('Slice', [dy, ...ends], part.shape);
    });
  });
}

// ── element by element ───────────────────────────────────────────────────────────────────────────────────────────

export function add(a: Tensor, b: Tensor): Tensor {
  const { graph, shape } = alike(a, b);
  return graph.differentiable(graph.node('Add', [a, b], shape), [a, b], (dy) => [dy, dy]);
}

export function subtract(a: Tensor, b: Tensor): Tensor {
  const { graph, shape } = alike(a, b);
  const y = graph.node('Sub', [a, b], shape);
  return graph.differentiable(y, [a, b], (dy) => [dy, b.learns ? graph.node('Neg', [dy], shape) : undefined]);
}

export function multiply(a: Tensor, b: Tensor): Tensor {
  const { graph, shape } = alike(a, b);
  const y = graph.node('Mul', [a, b], shape);
  return graph.differentiable(y, [a, b], (dy) => [
    a.learns ? graph.node('Mul', [dy, b], shape) : undefined,
    b.learns ? graph.node('Mul', [dy, a], shape) : undefined,
  ]);
}

function alike(a: Tensor, b: Tensor): Tensor {
  if (a.shape.join() === b.shape.join()) return a;
  throw new RangeError(`[${a.shape.join()}] and [${b.shape.join()}] are not of one shape`);
}

export function scale(x: Tensor, factor: number): Tensor {
  const { graph, shape } = x;
  const by = graph.scalar(factor);
  const y = graph.node('Mul', [x, by], shape);
  return graph.differentiable(y, [x], (dy) => [graph.node('Mul', [dy, by], shape)]);
}

/** Adds one row to every row of `x`: a bias for each of the last dimension. */
export function addRow(x: Tensor, row: Tensor): Tensor {
  const { graph, shape } = x;
  const y = graph.node('Add', [x, row], shape);
  return graph.differentiable(y, [x, row], (dy) => [dy, row.learns ? sumOfRows(dy) : undefined]);
}

/** The sum of all rows, as a product with ones: far faster than a reduction. */
export function sumOfRows(x: Tensor): Tensor {
  const { graph, shape } = x;
  const columns = shape.at(-1)!;
  const rows = product(...shape.slice(0, -1));
  const ones = graph.constant(new Float32Array(known(rows, 'a sum of rows')).fill(1), [1, rows]);
  return bare(graph.node('MatMul', [ones, bare(x, [rows, columns])], [1, columns]), [columns]);
}

/** A reshape without a gradient, for backward passes. */
function bare(x: Tensor, shape: Shape): Tensor {
  if (shape.join() === x.shape.join()) return x;
  return x.graph.node('Reshape', [x, x.graph.integers(shape)], shape);
}

export function relu(x: Tensor): Tensor {
  const { graph, shape } = x;
  const y = graph.node('Relu', [x], shape);
  return graph.differentiable(y, [x], (dy) => {
    // 0 where y is 0 and 1 where it is above: one pass, while a comparison and a cast would take two.
    const mask = graph.node('HardSigmoid', [y], shape, { alpha: { float: 1e30 }, beta: { float: 0 } });
    return [graph.node('Mul', [dy, mask], shape)];
  });
}

export function sigmoid(x: Tensor): Tensor {
  const { graph, shape } = x;
  const y = graph.node('Sigmoid', [x], shape);
  return graph.differentiable(y, [x], (dy) => {
    const slope = graph.node('Mul', [y, graph.node('Sub', [graph.scalar(1), y], shape)], shape);
    return [graph.node('Mul', [dy, slope], shape)];
  });
}

/** Over the last dimension. */
export function softmax(x: Tensor): Tensor {
  const { graph, shape } = x;
  const y = graph.node('Softmax', [x], shape, { axis: -1 });
  return graph.differentiable(y, [x], (dy) => {
    const flow = graph.node('Mul', [dy, y], shape);
    const sum = graph.node('ReduceSum', [flow, graph.integers([-1])], [...shape.slice(0, -1), 1], { keepdims: 1 });
    return [graph.node('Sub', [flow, graph.node('Mul', [y, sum], shape)], shape)];
  });
}

// ── sums and lookups ─────────────────────────────────────────────────────────────────────────────────────────────

/** The sum over the last dimension. */
export function sumOfColumns(x: Tensor): Tensor {
  const { graph, shape } = x;
  const y = graph.node('ReduceSum', [x, graph.integers([-1])], shape.slice(0, -1), { keepdims: 0 });
  const ones = (): Tensor => graph.constant(new Float32Array(shape.at(-1)!).fill(1), [shape.at(-1)!]);
  return graph.differentiable(y, [x], (dy) => [
    graph.node('Mul', [bare(dy, [...shape.slice(0, -1), 1]), ones()], shape),
  ]);
}

/** Looks up entries of a table by whole numbers, in a tensor of any shape. */
export function lookUp(table: Tensor, indices: Tensor): Tensor {
  const { graph } = table;
  const y = graph.node('Gather', [table, indices], indices.shape, { axis: 0 });
  return graph.differentiable(y, [table], (dy) => {
    const count = product(...indices.shape);
    const zeros = graph.node('ConstantOfShape', [graph.integers(table.shape)], table.shape);
    const flat = graph.node('Reshape', [indices, graph.integers([count])], [count], {}, indices.type);
    const updates = bare(dy, [count]);
    return [graph.node('ScatterElements', [zeros, flat, updates], table.shape, { axis: 0, reduction: 'add' })];
  });
}

/** A row of an identity matrix for each whole number below `size`. */
export function oneHot(indices: Tensor, size: number): Tensor {
  const identity = Float32Array.from({ length: size * size }, (_, i) => (i % (size + 1) === 0 ? 1 : 0));
  const table = indices.graph.constant(identity, [size, size]);
  return indices.graph.node('Gather', [table, indices], [...indices.shape, size], { axis: 0 });
}

// ── losses: means over the batch ─────────────────────────────────────────────────────────────────────────────────

/** −Σ t ln softmax(z), for rows t that sum to 1. */
export function crossEntropy(logits: Tensor, targets: Tensor): Tensor {
  const { graph, shape } = alike(logits, targets);
  const log = graph.node('LogSoftmax', [logits], shape, { axis: -1 });
  const rows = sumOfColumns(graph.node('Mul', [log, targets], shape));
  const loss = graph.node('Neg', [graph.node('ReduceMean', [rows], [], { keepdims: 0 })], []);
  return graph.differentiable(loss, [logits], (dy) => {
    const difference = graph.node('Sub', [graph.node('Exp', [log], shape), targets], shape);
    return [graph.node('Mul', [difference, overRows(dy, shape)], shape)];
  });
}

/** −Σ t ln σ(z) + (1 − t) ln(1 − σ(z)): one yes-or-no question per column. */
export function binaryCrossEntropy(logits: Tensor, targets: Tensor): Tensor {
  const { graph, shape } = alike(logits, targets);
  // ln(1 + e^z) − t z, with the exponential of −|z|, which cannot overflow.
  const size = graph.node('Abs', [logits], shape);
  const small = graph.node('Exp', [graph.node('Neg', [size], shape)], shape);
  const tail = graph.node('Log', [graph.node('Add', [small, graph.scalar(1)], shape)], shape);
  const straight = graph.node('Sub', [graph.node('Relu', [logits], shape), mul(logits, targets)], shape);
  const rows = sumOfColumns(graph.node('Add', [straight, tail], shape));
  const loss = graph.node('ReduceMean', [rows], [], { keepdims: 0 });
  return graph.differentiable(loss, [logits], (dy) => {
    const difference = graph.node('Sub', [graph.node('Sigmoid', [logits], shape), targets], shape);
    return [graph.node('Mul', [difference, overRows(dy, shape)], shape)];
  });

  function mul(a: Tensor, b: Tensor): Tensor {
    return graph.node('Mul', [a, b], shape);
  }
}

/** The mean of (x − t)². */
export function squaredError(x: Tensor, targets: Tensor): Tensor {
  const { graph, shape } = alike(x, targets);
  const difference = graph.node('Sub', [x, targets], shape);
  const squares = graph.node('Mul', [difference, difference], shape);
  const loss = graph.node('ReduceMean', [squares], [], { keepdims: 0 });
  return graph.differentiable(loss, [x], (dy) => {
    const twice = graph.node('Mul', [overElements(dy, shape), graph.scalar(2)], []);
    return [graph.node('Mul', [difference, twice], shape)];
  });
}

/** The mean of Huber's error: d²/2 up to 1, |d| − 1/2 from there. */
export function huberError(x: Tensor, targets: Tensor): Tensor {
  const { graph, shape } = alike(x, targets);
  const difference = graph.node('Sub', [x, targets], shape);
  const clipped = graph.node('Clip', [difference, graph.scalar(-1), graph.scalar(1)], shape);
  const half = graph.node('Mul', [clipped, graph.scalar(0.5)], shape);
  const errors = graph.node('Mul', [clipped, graph.node('Sub', [difference, half], shape)], shape);
  const loss = graph.node('ReduceMean', [errors], [], { keepdims: 0 });
  return graph.differentiable(loss, [x], (dy) => [graph.node('Mul', [clipped, overElements(dy, shape)], shape)]);
}

/** In how many rows the largest of `scores` is at the label; int32 labels, no gradient. */
export function agreements(scores: Tensor, labels: Tensor): Tensor {
  const { graph } = scores;
  const rows = labels.shape;
  const best = graph.node('ArgMax', [scores], rows, { axis: -1, keepdims: 0 }, 'int64');
  const wanted = graph.node('Cast', [labels], rows, { to: 7 }, 'int64');
  const equal = graph.node('Cast', [graph.node('Equal', [best, wanted], rows, {}, 'bool')], rows, { to: 1 });
  return graph.node('ReduceSum', [equal], [], { keepdims: 0 });
}

/** Divides a gradient by the number of rows, or elements, in a mean. */
function overRows(dy: Tensor, shape: Shape): Tensor {
  return dy.graph.node('Mul', [dy, dy.graph.scalar(1 / known(shape[0]!, 'a mean'))], []);
}

function overElements(dy: Tensor, shape: Shape): Tensor {
  return dy.graph.node('Mul', [dy, dy.graph.scalar(1 / known(product(...shape), 'a mean'))], []);
}

function known(size: number, what: string): number {
  if (size === BATCH) throw new RangeError(`${what} is differentiated only in a graph whose batch is known`);
  return size;
}
