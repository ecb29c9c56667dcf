// The graph that a network is built in: operations (operations.ts) add nodes to it, each with the nodes of its backward pass,
// and `gradients` runs those from the loss back to the parameters. What comes out is one plain ONNX model, so a training step
// is one call of the runtime. An engine with its own gradients (tfjs) was rejected: stale, and slow on a CPU.

import type { Attribute, ElementArray, ElementType } from './onnx.ts';
import { BATCH, OnnxBuilder } from './onnx.ts';

/** Sizes, the outermost dimension first; BATCH for an open one, and for a product that contains one. */
export type Shape = readonly number[];

/** A value in a graph, without its numbers, which exist only while the model runs. */
export interface Tensor {
  readonly graph: Graph;
  readonly name: string;
  readonly shape: Shape;
  readonly type: ElementType;
  /** Whether it depends on a parameter. */
  readonly learns: boolean;
}

/** How a parameter is initialised. */
export type Initial =
  | { readonly kind: 'constant'; readonly value: number }
  /** Uniform from −limit to limit. */
  | { readonly kind: 'uniform'; readonly limit: number };

/** A named array of weights. Arrays that are not trained follow what a step measures: running means and variances. */
export interface Parameter {
  readonly name: string;
  readonly shape: readonly number[];
  readonly initial: Initial;
  readonly trained: boolean;
}

/** Gradients of the inputs from the gradient of the output; undefined for an input without one. */
type Backward = (dy: Tensor) => readonly (Tensor | undefined)[];

export interface GraphOptions {
  /** How many boards run at once; BATCH leaves it open. */
  readonly batch: number;
  /** Whether layers behave as in training (batch normalisation by the batch itself) or as in play. */
  readonly training: boolean;
  /** The weights to build in as constants; without them, every parameter is an input of the model. */
  readonly weights?: (name: string) => Float32Array;
}

export class Graph {
  readonly batch: number;
  readonly training: boolean;
  readonly #weights: GraphOptions['weights'];
  readonly #onnx = new OnnxBuilder();
  readonly #parameters = new Map<string, { parameter: Parameter; tensor: Tensor }>();
  readonly #records: { y: Tensor; inputs: readonly Tensor[]; backward: Backward }[] = [];
  readonly #statistics = new Map<string, Tensor>();
  #count = 0;

  constructor({ batch, training, weights }: GraphOptions) {
    this.batch = batch;
    this.training = training;
    this.#weights = weights;
  }

  /** In the order of creation. */
  get parameters(): readonly Parameter[] {
    return [...this.#parameters.values()].map(({ parameter }) => parameter);
  }

  input(name: string, shape: Shape, type: ElementType): Tensor {
    this.#onnx.input(name, shape, type);
    return this.#tensor(name, shape, type, false);
  }

  output(name: string, x: Tensor): void {
    this.#onnx.node('Identity', [x.name], [name], {});
    this.#onnx.output(name, x.shape, x.type);
  }

  constant(values: readonly number[] | Float32Array, shape: Shape): Tensor {
    return this.#constant(values instanceof Float32Array ? values : Float32Array.from(values), shape, 'float32');
  }

  scalar(value: number): Tensor {
    return this.constant([value], []);
  }

  /** Whole numbers: axes, shapes, indices. */
  integers(values: readonly number[], shape: Shape = [values.length]): Tensor {
    return this.#constant(BigInt64Array.from(values, BigInt), shape, 'int64');
  }

  parameter(name: string, shape: readonly number[], initial: Initial): Tensor {
    return this.#parameter({ name, shape, initial, trained: true });
  }

  /** A parameter that follows the measurement `name` of the training step. */
  statistic(name: string, shape: readonly number[], initial: Initial, measured?: Tensor): Tensor {
    if (measured) this.#statistics.set(name, measured);
    return this.#parameter({ name, shape, initial, trained: false });
  }

  /** What the batch says about each statistic, in training. */
  get measuredStatistics(): ReadonlyMap<string, Tensor> {
    return this.#statistics;
  }

  /** One node with one output. */
  node(
    op: string,
    inputs: readonly Tensor[],
    shape: Shape,
    attributes: Readonly<Record<string, Attribute>> = {},
    type: ElementType = 'float32',
  ): Tensor {
    const name = `${op}_${this.#count++}`;
    this.#onnx.node(
      op,
      inputs.map((input) => input.name),
      [name],
      attributes,
    );
    return this.#tensor(name, shape, type, false);
  }

  /** Tells how to differentiate `y`, made from the inputs. */
  differentiable(y: Tensor, inputs: readonly Tensor[], backward: Backward): Tensor {
    if (!inputs.some(({ learns }) => learns)) return y;
    const learning = { ...y, learns: true };
    this.#records.push({ y: learning, inputs, backward });
    return learning;
  }

  /** The gradient of a scalar by every trained parameter, in the order of `parameters`. */
  gradients(loss: Tensor): ReadonlyMap<string, Tensor> {
    if (loss.shape.length > 0) throw new RangeError(`a loss is a scalar, not [${loss.shape.join()}]`);
    const known = new Map<string, Tensor>([[loss.name, this.scalar(1)]]);
    for (const { y, inputs, backward } of this.#records.toReversed()) {
      const dy = known.get(y.name);
      if (!dy) continue;
      known.delete(y.name);
      backward(dy).forEach((gradient, i) => {
        const { name, learns } = inputs[i]!;
        if (!gradient || !learns) return;
        const sum = known.get(name);
        known.set(name, sum ? this.node('Add', [sum, gradient], gradient.shape) : gradient);
      });
    }
    const trained = [...this.#parameters.values()].filter(({ parameter }) => parameter.trained);
    return new Map(
      trained.map(({ parameter: { name }, tensor }) => {
        const gradient = known.get(tensor.name);
        if (!gradient) throw new Error(`the loss does not depend on the parameter ${name}`);
        return [name, gradient];
      }),
    );
  }

  /** Bytes that a forward pass must keep for its gradients. */
  get keptBytes(): number {
    return this.#records.reduce((sum, { y }) => sum + 4 * y.shape.reduce((all, size) => all * size, 1), 0);
  }

  /** The model as an ONNX file. */
  bytes(metadata?: Readonly<Record<string, string>>): Uint8Array {
    return this.#onnx.bytes(metadata);
  }

  #parameter(parameter: Parameter): Tensor {
    const { name, shape, trained } = parameter;
    if (this.#parameters.has(name)) throw new Error(`two parameters are called ${name}`);
    // Training does not read statistics: the batch has its own.
    if (!this.#weights && (trained || !this.training)) this.#onnx.input(name, shape, 'float32');
    if (this.#weights) this.#onnx.constant(name, shape, this.#weights(name), 'float32');
    const tensor = this.#tensor(name, shape, 'float32', trained);
    this.#parameters.set(name, { parameter, tensor });
    return tensor;
  }

  #constant(values: ElementArray, shape: Shape, type: ElementType): Tensor {
    const name = `constant_${this.#count++}`;
    this.#onnx.constant(name, shape, values, type);
    return this.#tensor(name, shape, type, false);
  }

  #tensor(name: string, shape: Shape, type: ElementType, learns: boolean): Tensor {
    return { graph: this, name, shape, type, learns };
  }
}

/** The product of dimensions; open if one of them is. */
export function product(...sizes: readonly number[]): number {
  return sizes.includes(BATCH) ? BATCH : sizes.reduce((all, size) => all * size, 1);
}
