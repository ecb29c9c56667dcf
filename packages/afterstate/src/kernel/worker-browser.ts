// A thread of the kernel in a page.

import type { KernelExports } from './exports.ts';
import type { CallMessage } from './instance.ts';
import { answer, instantiate } from './instance.ts';

interface StartMessage {
  readonly start: { module: WebAssembly.Module; memories: WebAssembly.Memory[]; thread: number };
}

let kernel: KernelExports | undefined;
self.addEventListener('message', ({ data }: MessageEvent<StartMessage | CallMessage>) => {
  if ('start' in data) kernel = instantiate(data.start.module, data.start.memories, data.start.thread);
  else if (kernel) self.postMessage(answer(kernel, data));
});
