// One kernel instance over given memories: one per thread. Runs on the thread itself.

import type { KernelExports } from './exports.ts';
import { BLOCK, THREADS } from './layout.ts';

/**
 * Instantiates the kernel for thread t. A network too big for one memory is spread over several: the instance over the
 * first memory calls the one over the second, and so on, without going through JavaScript.
 */
export function instantiate(
  module: WebAssembly.Module,
  memories: readonly WebAssembly.Memory[],
  thread: number,
): KernelExports {
  let next: KernelExports | undefined;
  const chain: KernelExports[] = [];
  for (const memory of memories.toReversed()) {
    const restValue = next?.value ?? (() => 0);
    const restAdjust = next?.adjust ?? (() => {});
    const now = () => performance.now();
    next = new WebAssembly.Instance(module, { env: { memory, restValue, restAdjust, now } })
      .exports as unknown as KernelExports;
    chain.push(next);
  }
  if (!next) throw new Error('a kernel needs a memory');
  next.attach(THREADS + thread * BLOCK);
  return {
    ...next,
    configureNetwork: () => {
      for (const kernel of chain) kernel.configureNetwork();
    },
  };
}

/** What a kernel export takes and returns. */
export type ExportName = keyof KernelExports;
export type ArgumentsOf<K extends ExportName> = Parameters<KernelExports[K]>;
export type ResultOf<K extends ExportName> = ReturnType<KernelExports[K]>;

/** A call to a thread and its answer, as messages. */
export interface CallMessage {
  readonly id: number;
  readonly name: ExportName;
  readonly args: readonly (number | bigint)[];
}
export type AnswerMessage =
  | { readonly id: number; readonly result: ResultOf<ExportName> }
  | { readonly id: number; readonly error: { readonly message: string; readonly stack: string | undefined } };

/** Answers one call. */
export function answer(kernel: KernelExports, { id, name, args }: CallMessage): AnswerMessage {
  try {
    // A message may come from code that was not compiled with these types.
    const call = kernel[name] as ((...given: typeof args) => ResultOf<ExportName>) | undefined;
    if (!call) throw new Error(`the kernel has no function ${name}`);
    return { id, result: call(...args) };
  } catch (error) {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    return { id, error: { message, stack } };
  }
}
