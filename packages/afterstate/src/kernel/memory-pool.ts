// Reuses the memories of closed kernels. A WebAssembly memory ends only when it is collected, which may take
// long, because to the engine it is a small object. So a memory that is no longer in use is emptied at once, if
// the platform can (its pages go back to the system), and serves the next kernel of about its size. The pool holds
// memories weakly: one that nobody wants is collected as usual.

import type { Platform } from './platform.ts';

const PAGE = 65536;
/** How much larger than requested a memory may be. */
const SLACK = 1.25;

interface Closed {
  readonly memory: WeakRef<WebAssembly.Memory>;
  readonly bytes: number;
  /** Whether all its bytes are 0. */
  readonly isEmpty: boolean;
}

let closed: Closed[] = [];

/** A memory of at least this many pages, all 0. */
export function takeMemory(platform: Platform, pages: number): WebAssembly.Memory {
  closed = closed.filter(({ memory }) => memory.deref());
  const most = Math.min(pages * PAGE * SLACK, platform.memoryLimit ?? Infinity);
  const fitting = closed.filter(({ bytes }) => bytes >= pages * PAGE && bytes <= most);
  const [best] = fitting.sort((a, b) => a.bytes - b.bytes || Number(b.isEmpty) - Number(a.isEmpty));
  const memory = best?.memory.deref();
  if (!best || !memory) {
    const fresh = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    platform.adviseMemory?.(fresh);
    return fresh;
  }
  closed.splice(closed.indexOf(best), 1);
  if (!best.isEmpty) new Uint8Array(memory.buffer).fill(0);
  return memory;
}

/** Takes a memory that is no longer in use. */
export function giveBack(platform: Platform, memory: WebAssembly.Memory): void {
  const isEmpty = platform.emptyMemory?.(memory) ?? false;
  closed.push({ memory: new WeakRef(memory), bytes: memory.buffer.byteLength, isEmpty });
}
