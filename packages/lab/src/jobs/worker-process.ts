// A process of a pool: does one job at a time, as its parent says, and ends with its parent.

import { BlobFolder } from './blob-folder.ts';
import { RUNNERS } from './runners.ts';
import type { FromProcess, ToProcess } from './process-pool.ts';

const PROGRESS_MS = 200;

process.on('message', (message: ToProcess) => void work(message).then((answer) => process.send?.(answer)));
process.on('disconnect', () => process.exit());
// A terminal sends Ctrl-C to every process; the parent decides what it means.
process.on('SIGINT', () => {});

// Most jobs are games: load the code that plays them while the parent still prepares the first.
void RUNNERS['play']!();

/** Growth, in bytes, at which to ask for a garbage collection. */
const GROWTH = 64e6;
let collected = 0;

/**
 * The bytes that this process has in memory. Garbage collection frees what a job leaves behind, such as the memory of a kernel,
 * but V8 does not know how much that is: left alone, it lets a gigabyte pile up. So it is asked to collect once in a while.
 */
function residentBytes(): number {
  if (process.memoryUsage.rss() > collected + GROWTH) {
    globalThis.gc?.();
    collected = process.memoryUsage.rss();
  }
  return process.memoryUsage.rss();
}

async function work({ kind, params, blobs }: ToProcess): Promise<FromProcess> {
  const folder = new BlobFolder(blobs);
  let told = performance.now();
  const began = told;
  try {
    const runner = RUNNERS[kind];
    if (!runner) throw new Error(`there is no job of kind '${kind}'`);
    const result = await (
      await runner()
    ).run(params as never, {
      blob: (digest) => folder.pathOf(digest),
      keep: (bytes) => folder.keep(bytes),
      keepFile: (write) => folder.make(write),
      onProgress(done) {
        const now = performance.now();
        if (now - told < PROGRESS_MS) return;
        told = now;
        process.send?.({ progress: done } satisfies FromProcess);
      },
    });
    return { result, seconds: (performance.now() - began) / 1000, bytes: residentBytes() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error), bytes: residentBytes() };
  }
}
