// A thread of the learner: computes its part of the gradients, and updates its range of the weights.

import { parentPort, workerData } from 'node:worker_threads';
import type { Tensor as RuntimeTensor } from 'onnxruntime-node';
import { BROKEN, LOSS, TURN, WAITING } from './learner-control.ts';
import type { InputRow } from './objective.ts';
import type { Moments, Optimiser } from './optimiser.ts';
import { optimise } from './optimiser.ts';
import type { ParameterLayout } from './parameters.ts';
import { openSession, runtimeTensor } from './session.ts';

export interface WorkerStart {
  readonly thread: number;
  /** The rows of a batch that each thread takes. */
  readonly parts: readonly { readonly from: number; readonly rows: number }[];
  readonly layout: ParameterLayout;
  readonly inputs: readonly InputRow[];
  /** The outputs to report, in this order. */
  readonly measures: readonly string[];
  /** The graphs of a training step on this thread's rows, and of a test on any number of rows. */
  readonly model: Uint8Array;
  readonly test: Uint8Array;
  readonly shared: {
    readonly values: Float32Array;
    readonly moments: Moments;
    /** For each thread: gradients, then measured statistics, in the order of the layout. */
    readonly gradients: readonly Float32Array[];
    /** Whole batches, with four bytes or one per element. */
    readonly inputs: Readonly<Record<string, SharedArrayBuffer>>;
    /** Laid out as in learner-control.ts. */
    readonly control: Int32Array;
  };
}

export type Order =
  | { readonly kind: 'step'; readonly optimiser: Optimiser; readonly step: number }
  | { readonly kind: 'test'; readonly rows: Readonly<Record<string, Uint8Array | Int32Array | Float32Array>> };

export interface Report {
  readonly measures: readonly number[];
  /** The parameter whose gradient is not finite; then no weight has changed. */
  readonly broken?: string;
  readonly error?: Error;
}

/** The largest share of a running statistic that the next batch keeps: Keras's. The first batches count equally. */
const MOMENTUM = 0.99;

const start = workerData as WorkerStart;
const { thread, parts, layout, inputs, shared, measures } = start;
const { control } = shared;
const own = parts[thread]!;
const port = parentPort!;

// The runtime takes no shared memory: parameters, rows and gradients are copied.
const values = new Float32Array(layout.total);
const gradients = new Float32Array(layout.total);
const floats = (all: Float32Array, { offset, size, shape }: ParameterLayout['parameters'][number]): RuntimeTensor =>
  runtimeTensor('float32', all.subarray(offset, offset + size), shape);
const weights = Object.fromEntries(layout.parameters.map((parameter) => [parameter.name, floats(values, parameter)]));
const trainedWeights = Object.fromEntries(
  layout.parameters.filter(({ trained }) => trained).map(({ name }) => [name, weights[name]!]),
);
const rows = Object.fromEntries(inputs.map((input) => [input.name, emptyRows(input, own.rows)]));
const stepFeeds = {
  ...trainedWeights,
  ...Object.fromEntries(
    inputs.map(({ name, type, shape }) => [name, runtimeTensor(type, rows[name]!, [own.rows, ...shape])]),
  ),
};
const fetches = {
  ...Object.fromEntries(measures.map((name) => [name, null])),
  ...Object.fromEntries(
    layout.parameters.map((parameter) => [`gradient.${parameter.name}`, floats(gradients, parameter)]),
  ),
};

try {
  const session = await openSession(start.model);
  const test = await openSession(start.test);
  port.on('message', (order: Order) => {
    const work = order.kind === 'step' ? step(session, order) : check(test, order);
    work.then(
      (report) => port.postMessage(report),
      (error: Error) => port.postMessage({ measures: [], error } satisfies Report),
    );
  });
  port.postMessage({ measures: [] });
} catch (error) {
  port.postMessage({ measures: [], error: error as Error } satisfies Report);
}

type Session = Awaited<ReturnType<typeof openSession>>;

async function step(session: Session, order: Order & { kind: 'step' }): Promise<Report> {
  values.set(shared.values);
  for (const input of inputs) copyRows(input);
  const found = await session.run(stepFeeds, fetches);
  shared.gradients[thread]!.set(gradients);
  if (!Number.isFinite(numberOf(found['loss']!))) Atomics.compareExchange(control, BROKEN, 0, LOSS);
  meet();
  const cut = (i: number): number => Math.floor((layout.total * i) / parts.length);
  const [from, to] = [cut(thread), cut(thread + 1)];
  const finite = average(from, to);
  if (!finite) Atomics.compareExchange(control, BROKEN, 0, 1 + brokenParameter(from, to));
  meet();
  const broken = Atomics.load(control, BROKEN);
  if (broken === 0) {
    const sum = shared.gradients[0]!;
    optimise(order.optimiser, shared.values, sum, shared.moments, order.step, from, Math.min(to, layout.trained));
    const keep = Math.min(MOMENTUM, (order.step - 1) / order.step);
    for (let i = Math.max(from, layout.trained); i < to; i++) {
      shared.values[i] = keep * shared.values[i]! + (1 - keep) * sum[i]!;
    }
  }
  const report = { measures: measures.map((name) => numberOf(found[name]!)) };
  return broken <= 0 ? report : { ...report, broken: layout.parameters[broken - 1]!.name };
}

async function check(session: Session, order: Order & { kind: 'test' }): Promise<Report> {
  values.set(shared.values);
  const count = order.rows['boards']!.length / 16;
  const used = session.inputNames.filter((name) => name in weights).map((name) => [name, weights[name]!]);
  const feeds = {
    ...Object.fromEntries(used),
    ...Object.fromEntries(
      inputs.map(({ name, type, shape }) => [name, runtimeTensor(type, order.rows[name]!, [count, ...shape])]),
    ),
  };
  const found = await session.run(feeds, [...measures]);
  return { measures: measures.map((name) => numberOf(found[name]!)) };
}

/** Averages the threads' gradients, weighted by their rows, into those of thread 0; false if one is not finite. */
function average(from: number, to: number): boolean {
  const all = parts.reduce((sum, part) => sum + part.rows, 0);
  const [sum, ...others] = shared.gradients as [Float32Array, ...Float32Array[]];
  const first = parts[0]!.rows / all;
  if (others.length > 0) for (let i = from; i < to; i++) sum[i] = first * sum[i]!;
  others.forEach((other, n) => {
    const share = parts[n + 1]!.rows / all;
    for (let i = from; i < to; i++) sum[i] = sum[i]! + share * other[i]!;
  });
  // Infinity and NaN survive a sum of absolute values; gradients large enough to overflow it are just as broken.
  let size = 0;
  for (let i = from; i < to; i++) size += Math.abs(sum[i]!);
  return Number.isFinite(size);
}

function brokenParameter(from: number, to: number): number {
  const sum = shared.gradients[0]!;
  let at = from;
  while (at < to - 1 && Number.isFinite(sum[at]!)) at++;
  return layout.parameters.findIndex(({ offset, size }) => at < offset + size);
}

/** Waits until every thread gets here. */
function meet(): void {
  const turn = Atomics.load(control, TURN);
  if (Atomics.add(control, WAITING, 1) + 1 === parts.length) {
    Atomics.store(control, WAITING, 0);
    Atomics.add(control, TURN, 1);
    Atomics.notify(control, TURN);
    return;
  }
  while (Atomics.load(control, TURN) === turn) Atomics.wait(control, TURN, turn);
}

function emptyRows({ type, shape }: InputRow, count: number): Uint8Array | Int32Array | Float32Array {
  const size = count * shape.reduce((a, b) => a * b, 1);
  if (type === 'uint8') return new Uint8Array(size);
  return type === 'int32' ? new Int32Array(size) : new Float32Array(size);
}

function copyRows({ name, type, shape }: InputRow): void {
  const buffer = shared.inputs[name]!;
  const width = shape.reduce((a, b) => a * b, 1);
  const [from, to] = [own.from * width, (own.from + own.rows) * width];
  const all =
    type === 'uint8' ? new Uint8Array(buffer) : type === 'int32' ? new Int32Array(buffer) : new Float32Array(buffer);
  rows[name]!.set(all.subarray(from, to));
}

function numberOf(tensor: RuntimeTensor): number {
  return Number(tensor.data[0]);
}
