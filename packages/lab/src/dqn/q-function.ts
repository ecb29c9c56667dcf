// Action values of boards by changing weights: the weights are inputs of the session, so that it need not be reopened after each
// learning step. Blocks the calling thread while it runs.

import type { Tensor as RuntimeTensor } from 'onnxruntime-node';
import { Graph } from '../neural/graph.ts';
import type { NeuralNetwork } from '../neural/network.ts';
import { boardsInput } from '../neural/network.ts';
import { BATCH } from '../neural/onnx.ts';
import type { ParameterLayout } from '../neural/parameters.ts';
import type { Session } from '../neural/session.ts';
import { openSession, runtimeTensor } from '../neural/session.ts';

export class QFunction {
  /** The weights in use: a copy, because the runtime takes no shared memory. */
  readonly weights: Float32Array;
  readonly #session: Session;
  readonly #feeds: Readonly<Record<string, RuntimeTensor>>;

  private constructor(session: Session, layout: ParameterLayout) {
    this.#session = session;
    this.weights = new Float32Array(layout.total);
    this.#feeds = Object.fromEntries(
      layout.parameters
        .filter(({ name }) => session.inputNames.includes(name))
        .map(({ name, offset, size, shape }) => [
          name,
          runtimeTensor('float32', this.weights.subarray(offset, offset + size), shape),
        ]),
    );
  }

  static async open(network: NeuralNetwork, layout: ParameterLayout): Promise<QFunction> {
    const graph = new Graph({ batch: BATCH, training: false });
    graph.output('values', network.forward(boardsInput(graph)).policy!);
    return new QFunction(await openSession(graph.bytes()), layout);
  }

  /** Four values per board: up, right, down, left. `boards` are u8 exponents, sixteen per board, and not shared memory. */
  async evaluate(boards: Uint8Array): Promise<Float32Array> {
    const given = runtimeTensor('uint8', boards, [boards.length / 16, 16]);
    return (await this.#session.run({ ...this.#feeds, boards: given }))['values']!.data as Float32Array;
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}
