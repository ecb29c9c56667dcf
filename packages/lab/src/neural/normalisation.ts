// Batch normalisation (Ioffe and Szegedy) of activations [positions, batch, channels], over positions and batch. In training
// the mean and variance are the batch's own, and the backward pass goes through them; in play they are running averages.

import type { Tensor } from './graph.ts';
import { product } from './graph.ts';
import { sumOfRows } from './operations.ts';

/** Keras's. */
const EPSILON = 1e-3;

/** Parameters: `<name>.scale`, `<name>.shift`; statistics: `<name>.mean`, `<name>.variance`. */
export function batchNormalise(x: Tensor, name: string): Tensor {
  const { graph, shape } = x;
  const channels = shape.at(-1)!;
  const count = product(...shape.slice(0, -1));
  const row = [channels];
  const of = (op: string, a: Tensor, b: Tensor): Tensor => graph.node(op, [a, b], a.shape);

  const gamma = graph.parameter(`${name}.scale`, row, { kind: 'constant', value: 1 });
  const beta = graph.parameter(`${name}.shift`, row, { kind: 'constant', value: 0 });
  const share = graph.training ? graph.scalar(1 / count) : undefined;
  const batchMean = share && of('Mul', sumOfRows(x), share);
  const centred = batchMean && of('Sub', x, batchMean);
  const batchVariance = share && centred && of('Mul', sumOfRows(of('Mul', centred, centred)), share);
  const mean = graph.statistic(`${name}.mean`, row, { kind: 'constant', value: 0 }, batchMean);
  const variance = graph.statistic(`${name}.variance`, row, { kind: 'constant', value: 1 }, batchVariance);

  const spread = graph.node('Sqrt', [of('Add', batchVariance ?? variance, graph.scalar(EPSILON))], row);
  // Computed on one row, so that only two passes go over the rows of x.
  const factor = of('Div', gamma, spread);
  if (!share || !centred) {
    const offset = of('Sub', beta, of('Mul', mean, factor));
    return graph.differentiable(of('Add', of('Mul', x, factor), offset), [x, gamma, beta], () => {
      throw new Error('batch normalisation is differentiated in training graphs only');
    });
  }
  const y = of('Add', of('Mul', centred, factor), beta);
  return graph.differentiable(y, [x, gamma, beta], (dy) => {
    const dBeta = sumOfRows(dy);
    const dGamma = of('Div', sumOfRows(of('Mul', dy, centred)), spread);
    // dx = γ/σ · (dy − mean(dy) − x̂ · mean(dy · x̂)): the mean and the variance depend on every x. Terms of one row are combined
    // first.
    const slope = of('Mul', factor, of('Mul', of('Div', dGamma, spread), share));
    const level = of('Mul', factor, of('Mul', dBeta, share));
    const dx = of('Sub', of('Sub', of('Mul', dy, factor), of('Mul', centred, slope)), level);
    return [dx, dGamma, dBeta];
  });
}
