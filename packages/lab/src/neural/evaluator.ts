// The library's evaluator on onnxruntime-node. `evaluate` blocks its thread while the runtime works.

import type { NeuralSession } from 'afterstate';
import { NeuralEvaluator } from 'afterstate';
import { openSession, runtimeTensor } from './session.ts';

export const Evaluator = {
  /** `name` is for messages. Throws an InputError if the file is something else. */
  open: (bytes: Uint8Array, name: string): Promise<NeuralEvaluator> => NeuralEvaluator.open(bytes, name, openNetwork),
};

async function openNetwork(model: Uint8Array): Promise<NeuralSession> {
  const session = await openSession(model);
  return {
    outputNames: session.outputNames,
    async run(boards, rows) {
      const found = await session.run({ boards: runtimeTensor('uint8', boards, [rows, 16]) });
      return Object.fromEntries(Object.entries(found).map(([name, { data }]) => [name, data as Float32Array]));
    },
    release: () => session.release(),
  };
}
