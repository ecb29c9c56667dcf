// The evaluator: a network's file opened, boards in, probabilities and values out. Everything that plays with a network evaluates
// through it, many boards at once. The runtime is the host's: onnxruntime-node in the lab, onnxruntime-web in a page.

import { InputError } from '../rules/input-error.ts';
import type { NeuralCard } from './neural-file.ts';
import { readCard } from './neural-file.ts';
import type { Evaluated } from './neural.ts';

/** A network in a runtime. */
export interface NeuralSession {
  /** `policy`, `value`, or both. */
  readonly outputNames: readonly string[];
  /**
   * `boards` are u8 exponents, [rows, 16]; each output is under its name. The calling thread may block meanwhile. The
   * boards are not kept, and the arrays are read before the next call.
   */
  run(boards: Uint8Array, rows: number): Promise<Readonly<Record<string, Float32Array>>>;
  release(): Promise<void>;
}

export type OpenSession = (model: Uint8Array) => Promise<NeuralSession>;

/** Boards in one run of the runtime: the fastest number, because its data stay in the cache. */
const CHUNK = 256;

export class NeuralEvaluator {
  readonly card: NeuralCard;
  readonly #session: NeuralSession;

  private constructor(card: NeuralCard, session: NeuralSession) {
    this.card = card;
    this.#session = session;
  }

  /** `name` is for messages. Throws an InputError for any other file. */
  static async open(bytes: Uint8Array, name: string, openSession: OpenSession): Promise<NeuralEvaluator> {
    const card = readCard(bytes, name);
    try {
      return new NeuralEvaluator(card, await openSession(bytes));
    } catch (error) {
      throw new InputError(`'${name}' cannot be run: ${(error as Error).message}`, { cause: error });
    }
  }

  /** `boards` are u8 exponents, sixteen a board, row by row; the arrays that come back are the caller's. */
  async evaluate(boards: Uint8Array): Promise<Evaluated> {
    const count = boards.length / 16;
    if (!Number.isInteger(count)) throw new RangeError(`${boards.length} exponents are not a whole number of boards`);
    const { outputNames } = this.#session;
    const policy = new Float32Array(outputNames.includes('policy') ? 4 * count : 0);
    const value = new Float32Array(outputNames.includes('value') ? count : 0);
    for (let from = 0; from < count; from += CHUNK) {
      const part = boards.subarray(16 * from, 16 * (from + CHUNK));
      const rows = part.length / 16;
      // A single board takes other paths in the runtime, and its result differs in the last digits: it is given twice, so
      // that a board's result never depends on those beside it.
      const given = rows === 1 ? Uint8Array.of(...part, ...part) : part;
      const found = await this.#session.run(given, given.length / 16);
      if (found['policy']) policy.set(found['policy'].subarray(0, 4 * rows), 4 * from);
      if (found['value']) value.set(found['value'].subarray(0, rows), from);
    }
    return { policy, value };
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}
