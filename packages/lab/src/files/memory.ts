// Advises Linux about the kernel's memory (madvise). It asks for huge pages: tables of hundreds of megabytes are read at random,
// and with small pages a third of the time goes into address translation. And it gives the pages of closed kernels back at once.
// Node offers neither, so koffi, an optional dependency, calls the C library. Without koffi, or on another system, pages are
// small, and closed memory waits for the next kernel or for garbage collection.

import { createRequire } from 'node:module';
import { setMemoryAdvice, setMemoryRelease } from 'afterstate/node';

const MADV_DONTNEED = 4;
const MADV_HUGEPAGE = 14;

interface Koffi {
  load(name: string): { func(declaration: string): Advise };
}

type Advise = (bytes: Uint8Array, length: number, advice: number) => number;
let advise: Advise | undefined | null = null;

/** Tells the system something about a memory; false if that is not possible. Loads koffi when it is first called. */
function tell({ buffer }: WebAssembly.Memory, advice: number): boolean {
  if (advise === null) advise = loadAdvise();
  const bytes = new Uint8Array(buffer);
  return advise?.(bytes, bytes.length, advice) === 0;
}

function loadAdvise(): Advise | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const koffi = createRequire(import.meta.url)('koffi') as Koffi;
    return koffi.load('libc.so.6').func('int madvise(void *start, size_t length, int advice)');
  } catch {
    return undefined;
  }
}

/** Asks for huge pages for every memory from now on; false if that is not possible. */
export function useHugePages(): boolean {
  advise ??= loadAdvise();
  if (!advise) return false;
  setMemoryAdvice((memory) => void tell(memory, MADV_HUGEPAGE));
  releaseClosedMemory();
  return true;
}

/** Gives the pages of closed kernels back to the system from now on, if possible. */
export function releaseClosedMemory(): void {
  // Memory given back this way reads as 0 when it is next touched.
  setMemoryRelease((memory) => tell(memory, MADV_DONTNEED));
}
