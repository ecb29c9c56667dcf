// A thread of the kernel in Node.

import { parentPort, workerData } from 'node:worker_threads';
import type { CallMessage } from './instance.ts';
import { answer, instantiate } from './instance.ts';

const { module, memories, thread } = workerData as {
  module: WebAssembly.Module;
  memories: WebAssembly.Memory[];
  thread: number;
};
const kernel = instantiate(module, memories, thread);
parentPort?.on('message', (message: CallMessage) => parentPort?.postMessage(answer(kernel, message)));
