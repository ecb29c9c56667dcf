// The parameters of a network in one array: the trained ones first, then those that follow what training measures. Threads share
// the memory; the learner decides who may write when.

import { Random } from 'afterstate';
import type { Initial, Parameter } from './graph.ts';
import { sizeOf } from './network.ts';

export interface PlacedParameter extends Parameter {
  /** The first of its numbers in the array, and how many there are. */
  readonly offset: number;
  readonly size: number;
}

/** The place of each parameter; plain data, to be sent to threads. */
export interface ParameterLayout {
  readonly parameters: readonly PlacedParameter[];
  /** How many numbers are trained: those before the statistics. */
  readonly trained: number;
  readonly total: number;
}

export function layOut(parameters: readonly Parameter[]): ParameterLayout {
  const ordered = [...parameters.filter(({ trained }) => trained), ...parameters.filter(({ trained }) => !trained)];
  let total = 0;
  let trained = 0;
  const placed = ordered.map((parameter) => {
    const size = sizeOf(parameter.shape);
    const offset = total;
    total += size;
    if (parameter.trained) trained += size;
    return { ...parameter, offset, size };
  });
  return { parameters: placed, trained, total };
}

export class Parameters {
  readonly layout: ParameterLayout;
  readonly values: Float32Array;

  constructor(layout: ParameterLayout) {
    this.layout = layout;
    this.values = sharedFloats(layout.total);
  }

  /** The numbers of one parameter: a view. */
  view(name: string): Float32Array {
    const found = this.layout.parameters.find((parameter) => parameter.name === name);
    if (!found) throw new RangeError(`there is no parameter ${name}`);
    return this.values.subarray(found.offset, found.offset + found.size);
  }

  /** The initial weights: the same numbers for the same seed. */
  initialise(seed: number): void {
    const random = Random.forGame(seed, 0, 1);
    for (const { name, initial } of this.layout.parameters) fill(this.view(name), initial, random);
  }
}

export function sharedFloats(count: number): Float32Array {
  return new Float32Array(new SharedArrayBuffer(4 * count));
}

function fill(values: Float32Array, initial: Initial, random: Random): void {
  if (initial.kind === 'constant') {
    values.fill(initial.value);
    return;
  }
  for (let i = 0; i < values.length; i++) values[i] = (random.next().hi / 2 ** 31 - 1) * initial.limit;
}
