// Huge pages for the kernel's memory, where the system gives them: tables of hundreds of megabytes are read at random, and
// with small pages a third of the time goes into finding them. Linux gives huge pages to memory that asks (madvise); Node
// has no way to ask, so koffi, an optional dependency, calls the C library. Without koffi, or elsewhere, nothing changes.

import { createRequire } from 'node:module';
import { setMemoryAdvice } from 'afterstate/node';

const MADV_HUGEPAGE = 14;

interface Koffi {
  load(name: string): { func(declaration: string): (bytes: Uint8Array, length: number, advice: number) => number };
}

/** Asks for huge pages for every memory from now on; false where that is not possible. */
export function useHugePages(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const koffi = createRequire(import.meta.url)('koffi') as Koffi;
    const madvise = koffi.load('libc.so.6').func('int madvise(void *start, size_t length, int advice)');
    setMemoryAdvice(({ buffer }) => {
      const bytes = new Uint8Array(buffer);
      madvise(bytes, bytes.length, MADV_HUGEPAGE);
    });
    return true;
  } catch {
    return false;
  }
}
