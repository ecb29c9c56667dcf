// How weights follow their gradients: Adam (Kingma and Ba) and gradient descent with momentum. Plain loops over a range of the
// arrays, so that each thread can take a part; a step of 800,000 weights takes some milliseconds, a hundredth of the time for
// gradients.

export const OPTIMISERS = ['adam', 'sgd'] as const;

export interface Optimiser {
  readonly kind: (typeof OPTIMISERS)[number];
  /** Step size. */
  readonly rate: number;
  /** SGD only: the share of the last step that is kept. */
  readonly momentum?: number;
}

/** As in Kingma and Ba, TensorFlow and Keras. */
const BETA1 = 0.9;
const BETA2 = 0.999;
const EPSILON = 1e-8;

/** The state of an optimiser, one number per weight; SGD has no second moments. */
export interface Moments {
  readonly first: Float32Array;
  readonly second: Float32Array;
}

/** Updates weights `from` … `to` − 1; `step` counts from 1. */
export function optimise(
  optimiser: Optimiser,
  weights: Float32Array,
  gradients: Float32Array,
  { first, second }: Moments,
  step: number,
  from: number,
  to: number,
): void {
  if (optimiser.kind === 'sgd') {
    const { rate, momentum = 0 } = optimiser;
    for (let i = from; i < to; i++) {
      const speed = momentum * first[i]! + gradients[i]!;
      first[i] = speed;
      weights[i] = weights[i]! - rate * speed;
    }
    return;
  }
  // The corrections for moments that began at 0, as one factor.
  const rate = (optimiser.rate * Math.sqrt(1 - BETA2 ** step)) / (1 - BETA1 ** step);
  const epsilon = EPSILON * Math.sqrt(1 - BETA2 ** step);
  for (let i = from; i < to; i++) {
    const gradient = gradients[i]!;
    const mean = BETA1 * first[i]! + (1 - BETA1) * gradient;
    const square = BETA2 * second[i]! + (1 - BETA2) * gradient * gradient;
    first[i] = mean;
    second[i] = square;
    weights[i] = weights[i]! - (rate * mean) / (Math.sqrt(square) + epsilon);
  }
}
