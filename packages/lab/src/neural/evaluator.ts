// The evaluator: a model file opened, boards in, probabilities and values out. Everything that plays by a network evaluates
// through it, many boards at once.

import { InputError } from 'afterstate';
import type { ModelCard } from './model-file.ts';
import { readCard } from './model-file.ts';
import type { Session } from './session.ts';
import { openSession, runtimeTensor } from './session.ts';

/** For each board in turn; the arrays are the caller's. */
export interface Evaluation {
  /** Probabilities of up, right, down, left: four a board. Empty where the network has no policy. */
  readonly policy: Float32Array;
  /** One a board. Empty where the network has no value. */
  readonly value: Float32Array;
}

/** Boards of one run of the runtime: the fastest, since what it works on stays in the cache. */
const CHUNK = 256;

export class Evaluator {
  readonly card: ModelCard;
  readonly #session: Session;

  private constructor(card: ModelCard, session: Session) {
    this.card = card;
    this.#session = session;
  }

  /** `name` is for messages. Throws an InputError for what is no network of ours. */
  static async open(bytes: Uint8Array, name: string): Promise<Evaluator> {
    const card = readCard(bytes, name);
    let session: Session;
    try {
      session = await openSession(bytes);
    } catch (error) {
      throw new InputError(`'${name}' cannot be run: ${(error as Error).message}`, { cause: error });
    }
    const outputs = session.outputNames.filter((output) => output !== 'policy' && output !== 'value');
    if (session.inputNames.join() !== 'boards' || outputs.length > 0) {
      await session.release();
      throw new InputError(
        `'${name}' has the inputs ${session.inputNames.join(', ')} and the outputs ${session.outputNames.join(', ')}, not boards and policy or value`,
      );
    }
    return new Evaluator(card, session);
  }

  /** Blocks this thread while the runtime works. `boards` are u8 exponents, sixteen a board, row by row. */
  async evaluate(boards: Uint8Array): Promise<Evaluation> {
    const count = boards.length / 16;
    if (!Number.isInteger(count)) throw new RangeError(`${boards.length} exponents are no whole number of boards`);
    const { outputNames } = this.#session;
    const policy = new Float32Array(outputNames.includes('policy') ? 4 * count : 0);
    const value = new Float32Array(outputNames.includes('value') ? count : 0);
    for (let from = 0; from < count; from += CHUNK) {
      const part = boards.subarray(16 * from, 16 * (from + CHUNK));
      const rows = part.length / 16;
      // A single board takes other paths in the runtime, and comes out otherwise in the last digits: it is given twice, so
      // that a board's result never depends on those beside it.
      const given = rows === 1 ? Uint8Array.of(...part, ...part) : part;
      const found = await this.#session.run({ boards: runtimeTensor('uint8', given, [given.length / 16, 16]) });
      if (found['policy']) policy.set((found['policy'].data as Float32Array).subarray(0, 4 * rows), 4 * from);
      if (found['value']) value.set((found['value'].data as Float32Array).subarray(0, rows), from);
    }
    return { policy, value };
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}
