// Convolutions over a 4×4 board. Activations are position-major, [positions, batch, channels], so that a shift, a padding or a
// transform of the board is one product with a constant matrix, and channels are mixed by plain matrix products, whose gradients
// are known. The runtime's own Conv was rejected: it has no backward pass, and is slower at this size.
//
// Weights are [taps · channels in, channels out], the taps of the filter row by row.

import type { Tensor } from './graph.ts';
import { product } from './graph.ts';
import { matmul, reshape, transpose } from './operations.ts';

type Matrix = readonly (readonly number[])[];

/** A filter of `height` × `width` taps, `up` and `left` of which lie before the cell that it makes. */
export interface Filter {
  readonly height: number;
  readonly width: number;
  readonly up: number;
  readonly left: number;
}

/** TensorFlow's padding SAME: the odd row and column of zeros are below and on the right. */
export function square(size: number): Filter {
  const before = Math.floor((size - 1) / 2);
  return { height: size, width: size, up: before, left: before };
}

/** A constant linear map over the positions: [positions in, batch, channels] → [rows of the matrix, batch, channels]. */
function overPositions(x: Tensor, matrix: Matrix): Tensor {
  const [, batch, channels] = x.shape as [number, number, number];
  const map = x.graph.constant(matrix.flat(), [matrix.length, matrix[0]!.length]);
  const flat = matmul(map, reshape(x, [matrix[0]!.length, product(batch, channels)]));
  return reshape(flat, [matrix.length, batch, channels]);
}

/**
 * The plain way: gathers the cells under the filter side by side, then makes one product. For images of any size, with zeros
 * around them or (`valid`) only where the filter fits.
 */
export function convolve(
  x: Tensor,
  weights: Tensor,
  filter: Filter,
  [height, width]: readonly [number, number] = [4, 4],
  valid = false,
): Tensor {
  const [, batch, channels] = x.shape as [number, number, number];
  const taps = filter.height * filter.width;
  const [rows, columns] = valid ? [height - filter.height + 1, width - filter.width + 1] : [height, width];
  const cells = rows * columns;
  const [up, left] = valid ? [0, 0] : [filter.up, filter.left];
  const pick = Array.from({ length: taps * cells }, (_, i) => {
    const [tap, cell] = [Math.floor(i / cells), i % cells];
    const row = Math.floor(cell / columns) + Math.floor(tap / filter.width) - up;
    const column = (cell % columns) + (tap % filter.width) - left;
    const inside = row >= 0 && row < height && column >= 0 && column < width;
    return Array.from({ length: height * width }, (_, at) => (inside && at === row * width + column ? 1 : 0));
  });
  const all = product(cells, batch);
  const apart = reshape(overPositions(x, pick), [taps, all, channels]);
  const besides = reshape(transpose(apart, [1, 0, 2]), [all, taps * channels]);
  return reshape(matmul(besides, weights), [cells, batch, weights.shape[1]!]);
}

// ── Winograd's way: fewer products, by transforms of the board and of the filter ─────────────────────────────────────

/** In one dimension: y = A [(G w) ⊙ (B x)] for a row x of four cells. */
interface Transform {
  readonly taps: number;
  readonly b: Matrix;
  readonly g: Matrix;
  readonly a: Matrix;
}

/** Two taps, zeros on the right: 5 products for 8, so 25 for 64 on the board. */
const TWO: Transform = {
  taps: 2,
  b: [
    [1, 0, -1, 0],
    [0, 1, 1, 0],
    [0, -1, 1, 0],
    [0, -1, 0, 1],
    [0, 0, 0, 1],
  ],
  g: [
    [1, 0],
    [0.5, 0.5],
    [0.5, -0.5],
    [0, 1],
    [1, 0],
  ],
  a: [
    [1, 1, 1, 0, 0],
    [0, 1, -1, 0, 0],
    [0, 1, 1, 1, 0],
    [0, 0, 0, 0, 1],
  ],
};

/** Three taps, zeros on both sides: 6 products for 12, so 36 for 144. Lavin's F(4, 3) without the columns that meet zeros. */
const THREE: Transform = {
  taps: 3,
  b: [
    [0, -5, 0, 1],
    [-4, -4, 1, 1],
    [4, -4, -1, 1],
    [-2, -1, 2, 1],
    [2, -1, -2, 1],
    [4, 0, -5, 0],
  ],
  g: [
    [1 / 4, 0, 0],
    [-1 / 6, -1 / 6, -1 / 6],
    [-1 / 6, 1 / 6, -1 / 6],
    [1 / 24, 1 / 12, 1 / 6],
    [1 / 24, -1 / 12, 1 / 6],
    [0, 0, 1],
  ],
  a: [
    [1, 1, 1, 1, 1, 0],
    [0, 1, -1, 2, -2, 0],
    [0, 1, 1, 4, 4, 0],
    [0, 1, -1, 8, -8, 1],
  ],
};

/** The same convolution as `convolve` with `square(2)` or `square(3)` on the board. */
export function convolveFast(x: Tensor, weights: Tensor, size: 2 | 3): Tensor {
  const { taps, a, b, g } = size === 2 ? TWO : THREE;
  const [, batch, channels] = x.shape as [number, number, number];
  const filters = weights.shape[1]!;
  const products = b.length * b.length;
  const map = kronecker(g);
  const transform = x.graph.constant(map.flat(), [products, taps * taps]);
  const u = reshape(matmul(transform, reshape(weights, [taps * taps, channels * filters])), [
    products,
    channels,
    filters,
  ]);
  const m = matmul(overPositions(x, kronecker(b)), u);
  return overPositions(reshape(m, [products, batch, filters]), kronecker(a));
}

/** The map of two dimensions: the Kronecker square. */
function kronecker(m: Matrix): Matrix {
  return m.flatMap((upper) => m.map((lower) => upper.flatMap((p) => lower.map((q) => p * q))));
}
