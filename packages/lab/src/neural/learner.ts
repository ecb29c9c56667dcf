// The learner: a network, its parameters, and the threads that train them. A step runs one ONNX graph (parameters and a part
// of the batch → loss and gradients) on each thread, averages the gradients over the parts, and updates the weights, each thread
// a range of them. The parts and the order of sums are fixed, so the same seed and number of threads give the same weights bit
// for bit.

import { freemem } from 'node:os';
import { Worker } from 'node:worker_threads';
import { InputError } from 'afterstate';
import { answerOf } from '../files/worker-answer.ts';
import { bytes, decimal } from '../terminal/table.ts';
import { Graph } from './graph.ts';
import type { NeuralNetwork } from './network.ts';
import type { InputRow, Objective } from './objective.ts';
import { BOARDS, declareInputs } from './objective.ts';
import { BATCH } from './onnx.ts';
import type { Moments, Optimiser } from './optimiser.ts';
import { layOut, Parameters, sharedFloats } from './parameters.ts';
import type { Order, Report, WorkerStart } from './learner-worker.ts';
import { BROKEN } from './learner-control.ts';

export interface LearnerOptions {
  readonly network: NeuralNetwork;
  readonly objective: Objective;
  /** Rows of a training step. */
  readonly batch: number;
  readonly threads: number;
}

/** `loss` and what else the objective measures: means over the batch. */
export type Measures = Readonly<Record<string, number>>;

/** The rows of each input, one after another: `boards` and those of the objective. */
export type Rows = Readonly<Record<string, Uint8Array | Int32Array | Float32Array>>;

/** Training went wrong in a way that further steps would only hide. */
export class Divergence extends Error {
  override readonly name = 'Divergence';
}

export class NeuralLearner {
  readonly network: NeuralNetwork;
  readonly batch: number;
  readonly threads: number;
  /** Do not touch while a step runs. */
  readonly parameters: Parameters;
  /** The state of the optimiser; the same applies. */
  readonly moments: Moments;
  /** Steps taken so far; set it when loading a checkpoint. */
  steps = 0;
  readonly #inputs: readonly InputRow[];
  readonly #measures: readonly string[];
  readonly #workers: readonly Worker[];
  readonly #parts: WorkerStart['parts'];
  readonly #shared: WorkerStart['shared'];
  #failure: Error | undefined;

  private constructor(options: LearnerOptions, parameters: Parameters, starts: readonly WorkerStart[]) {
    const [{ parts, shared, inputs, measures }] = starts as [WorkerStart];
    this.network = options.network;
    this.batch = options.batch;
    this.threads = options.threads;
    this.parameters = parameters;
    this.moments = shared.moments;
    this.#inputs = inputs;
    this.#measures = measures;
    this.#parts = parts;
    this.#shared = shared;
    this.#workers = starts.map((workerData) => {
      const worker = new Worker(new URL('./learner-worker.js', import.meta.url), { workerData, execArgv: [] });
      worker.unref();
      return worker;
    });
  }

  /** The parameters begin as zeros: call `parameters.initialise(seed)`, or load them. */
  static async open(options: LearnerOptions): Promise<NeuralLearner> {
    const { network, objective, batch, threads } = options;
    if (batch < threads) throw new RangeError(`a batch of ${batch} cannot be shared by ${threads} threads`);
    requireStepMemory(options);
    const inputs = [BOARDS, ...objective.inputs];
    const parts = Array.from({ length: threads }, (_, thread) => {
      const from = Math.floor((batch * thread) / threads);
      return { from, rows: Math.floor((batch * (thread + 1)) / threads) - from };
    });
    const models = new Map(parts.map(({ rows }) => [rows, trainingModel(network, objective, rows)]));
    const [{ layout, measures }] = [...models.values()] as [ReturnType<typeof trainingModel>];
    const test = testModel(network, objective);
    const parameters = new Parameters(layout);
    const shared: WorkerStart['shared'] = {
      values: parameters.values,
      moments: { first: sharedFloats(layout.trained), second: sharedFloats(layout.trained) },
      gradients: parts.map(() => sharedFloats(layout.total)),
      inputs: Object.fromEntries(
        inputs.map(({ name, shape }) => [name, new SharedArrayBuffer(4 * batch * shape.reduce((a, b) => a * b, 1))]),
      ),
      control: new Int32Array(new SharedArrayBuffer(16)),
    };
    const starts = parts.map(({ rows }, thread): WorkerStart => ({
      thread,
      parts,
      layout,
      inputs,
      measures,
      model: models.get(rows)!.bytes,
      test,
      shared,
    }));
    const learner = new NeuralLearner(options, parameters, starts);
    try {
      await Promise.all(learner.#workers.map((worker) => learner.#answer(worker)));
    } catch (error) {
      await learner.close();
      throw error;
    }
    return learner;
  }

  /**
   * One step on a batch. The rows are copied at once, so the caller may prepare the next batch meanwhile. Throws a Divergence,
   * with the weights as before the step, if the loss or a gradient is not finite.
   */
  async step(rows: Rows, optimiser: Optimiser): Promise<Measures> {
    this.#copy(rows);
    this.#shared.control[BROKEN] = 0;
    const order: Order = { kind: 'step', optimiser, step: this.steps + 1 };
    const reports = await Promise.all(this.#workers.map((worker) => this.#send(worker, order)));
    const measures = this.#together(
      reports,
      this.#parts.map((part) => part.rows / this.batch),
    );
    if (!Number.isFinite(measures['loss'])) throw new Divergence(`the loss is ${measures['loss']}`);
    const { broken } = reports[0]!;
    if (broken !== undefined) throw new Divergence(`the gradient of ${broken} is not finite`);
    this.steps++;
    return measures;
  }

  /** The measures of any number of rows, as in play, without learning. */
  async test(rows: Rows): Promise<Measures> {
    const count = rows['boards']!.length / 16;
    const cuts = Array.from({ length: this.threads + 1 }, (_, i) => Math.floor((count * i) / this.threads));
    const parts = cuts.slice(1).map((to, i) =>
      Object.fromEntries(
        this.#inputs.map(({ name, shape }) => {
          const width = shape.reduce((a, b) => a * b, 1);
          return [name, rows[name]!.slice(cuts[i]! * width, to * width)];
        }),
      ),
    );
    const busy = parts.filter((part) => part['boards']!.length > 0);
    const reports = await Promise.all(
      busy.map((part, i) => this.#send(this.#workers[i]!, { kind: 'test', rows: part })),
    );
    return this.#together(
      reports,
      busy.map((part) => part['boards']!.length / 16 / count),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #copy(rows: Rows): void {
    for (const { name, type, shape } of this.#inputs) {
      const given = rows[name];
      const width = shape.reduce((a, b) => a * b, 1);
      if (given?.length !== this.batch * width)
        throw new RangeError(`${name} of a step has ${given?.length ?? 'no'} numbers and needs ${this.batch * width}`);
      const buffer = this.#shared.inputs[name]!;
      if (type === 'uint8') new Uint8Array(buffer).set(given);
      else if (type === 'int32') new Int32Array(buffer).set(given);
      else new Float32Array(buffer).set(given);
    }
  }

  #together(reports: readonly Report[], shares: readonly number[]): Measures {
    return Object.fromEntries(
      this.#measures.map((name, i) => [
        name,
        reports.reduce((sum, { measures }, part) => sum + shares[part]! * measures[i]!, 0),
      ]),
    );
  }

  async #send(worker: Worker, order: Order): Promise<Report> {
    if (this.#failure) throw this.#failure;
    const answer = this.#answer(worker);
    worker.postMessage(order);
    return answer;
  }

  /** The next message of a thread. If a thread fails, ends the others, which would wait for it forever. */
  async #answer(worker: Worker): Promise<Report> {
    try {
      return await answerOf<Report>(worker, { ended: 'a thread of the learner ended' });
    } catch (error) {
      this.#failure ??= error as Error;
      await this.close();
      throw this.#failure;
    }
  }
}

/** Parameters and rows → the measures, the gradients and the statistics, for a fixed number of rows. */
/** The runtime shares memory between values that are not needed at the same time: 0.43 of their sum in dcnn5, 0.45 in resnet. */
const SHARE = 0.4;

/** Throws if a step would not fit into free memory: the system would kill the process in the middle of one. */
export function requireStepMemory({ network, objective, batch }: LearnerOptions): void {
  const kept = (rows: number): number => {
    const graph = new Graph({ batch: rows, training: true });
    build(graph, network, objective);
    return graph.keptBytes;
  };
  // Values that depend on weights alone do not grow with the batch.
  const needed = SHARE * batch * (kept(2) - kept(1));
  const free = freemem();
  if (needed <= free) return;
  const fitting = Math.floor((batch * free) / needed);
  throw new InputError(
    `a step of ${decimal(batch)} rows needs ${bytes(needed)} of memory and ${bytes(free)} are free; make the batch smaller${fitting > 1 ? `, at most ${decimal(fitting)} rows` : ''}`,
  );
}

function trainingModel(network: NeuralNetwork, objective: Objective, rows: number) {
  const graph = new Graph({ batch: rows, training: true });
  const { loss, measures } = build(graph, network, objective);
  for (const [name, gradient] of graph.gradients(loss)) graph.output(`gradient.${name}`, gradient);
  for (const [name, measured] of graph.measuredStatistics) graph.output(`gradient.${name}`, measured);
  return { bytes: graph.bytes(), layout: layOut(graph.parameters), measures: ['loss', ...Object.keys(measures)] };
}

/** Parameters and rows → the measures, for any number of rows. */
function testModel(network: NeuralNetwork, objective: Objective): Uint8Array {
  const graph = new Graph({ batch: BATCH, training: false });
  build(graph, network, objective);
  return graph.bytes();
}

function build(graph: Graph, network: NeuralNetwork, objective: Objective) {
  const input = declareInputs(graph, [BOARDS, ...objective.inputs]);
  const built = objective.build(network.forward(input('boards')), input);
  graph.output('loss', built.loss);
  for (const [name, measure] of Object.entries(built.measures)) graph.output(name, measure);
  return built;
}
