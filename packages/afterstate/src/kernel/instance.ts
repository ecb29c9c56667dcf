// One kernel instance over given memories: what a thread has. Runs on the thread itself.

import { BLOCK, THREADS } from './layout.ts';

export type KernelExports = Record<string, (...args: (number | bigint)[]) => number>;

/** Instantiates the kernel for thread t. The tables of memories after the first are reached through instances of their own. */
export function instantiate(
  module: WebAssembly.Module,
  memories: readonly WebAssembly.Memory[],
  thread: number,
): KernelExports {
  const [memory] = memories;
  if (!memory) throw new Error('a kernel needs a memory');
  const kernel = new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as KernelExports;
  kernel['attach']?.(THREADS + thread * BLOCK);
  return kernel;
}

/** A call to a thread and its answer, as messages. */
export interface CallMessage {
  readonly id: number;
  readonly name: string;
  readonly args: readonly (number | bigint)[];
}
export type AnswerMessage =
  | { readonly id: number; readonly result: number }
  | { readonly id: number; readonly error: { readonly message: string; readonly stack: string | undefined } };

/** Answers one call. */
export function answer(kernel: KernelExports, { id, name, args }: CallMessage): AnswerMessage {
  try {
    const call = kernel[name];
    if (!call) throw new Error(`the kernel has no function ${name}`);
    return { id, result: call(...args) };
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    return { id, error: { message, stack } };
  }
}
