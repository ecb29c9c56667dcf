// Sessions of ONNX Runtime. `run` blocks the thread that calls it, so one thread has one session, which itself uses no
// further threads: two workers with half a batch each are faster than one session on two threads.

import type { InferenceSession as Session } from 'onnxruntime-node';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { ElementType } from './onnx.ts';

const OPTIONS: Session.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  // Errors only: users can do nothing about the runtime's messages on its own fusions.
  logSeverityLevel: 3,
  // Idle threads do not spin; numbers below 1e-38, which slow a CPU down a hundred times, are zero.
  extra: { session: { intra_op: { allow_spinning: '0' }, set_denormal_as_zero: '1' } },
};

export type { Session };

export function openSession(model: Uint8Array): Promise<Session> {
  return InferenceSession.create(model, OPTIONS);
}

/** The runtime takes no memory that threads share; the tensor uses `data` itself, which may be refilled. */
export function runtimeTensor(
  type: ElementType,
  data: Float32Array | Int32Array | Uint8Array,
  shape: readonly number[],
): Tensor {
  return new Tensor(type, data as Float32Array, [...shape]);
}
