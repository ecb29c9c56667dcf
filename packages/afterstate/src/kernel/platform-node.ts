// The kernel's platform in Node: wasm from the package, worker_threads, files.

import { readFile } from 'node:fs/promises';
import { availableParallelism, freemem } from 'node:os';
import { Worker } from 'node:worker_threads';
import { openModelFile } from './file-node.ts';
import type { AnswerMessage } from './instance.ts';
import type { Platform } from './platform.ts';
import { findChampion, modelsRemedy } from './places-node.ts';
import type { Channel } from './threads.ts';
import { workerThreads } from './threads.ts';

const modules = new Map<string, Promise<WebAssembly.Module>>();

let advice: ((memory: WebAssembly.Memory) => void) | undefined;
export function setMemoryAdvice(advise: (memory: WebAssembly.Memory) => void): void {
  advice = advise;
}

let empty: ((memory: WebAssembly.Memory) => boolean) | undefined;
export function setMemoryRelease(release: (memory: WebAssembly.Memory) => boolean): void {
  empty = release;
}

export const nodePlatform: Platform = {
  cores: availableParallelism(),

  module(game) {
    let module = modules.get(game);
    if (!module) {
      module = readFile(new URL(`../../wasm/${game}.wasm`, import.meta.url)).then((bytes) =>
        WebAssembly.compile(bytes),
      );
      modules.set(game, module);
    }
    return module;
  },

  async startThreads({ module, memories, threads }) {
    const workers = Array.from(
      { length: threads },
      (_, thread) =>
        // Without the process's own flags: some, such as --input-type, prevent a worker from starting.
        new Worker(new URL('./worker-node.js', import.meta.url), {
          workerData: { module, memories, thread },
          execArgv: [],
        }),
    );
    return workerThreads(workers.map(channel));
  },

  openModel: openModelFile,

  champion: findChampion,
  get modelsRemedy() {
    return modelsRemedy();
  },

  adviseMemory: (memory) => advice?.(memory),
  emptyMemory: (memory) => empty?.(memory) ?? false,
  freeMemory: freemem,
};

/** An idle pool does not keep the process alive; a working one does. */
function channel(worker: Worker): Channel {
  let calls = 0;
  worker.unref();
  return {
    post: (message) => {
      if (calls++ === 0) worker.ref();
      worker.postMessage(message);
    },
    onMessage: (listener) =>
      worker.on('message', (message: AnswerMessage) => {
        if (--calls === 0) worker.unref();
        listener(message);
      }),
    onFailure: (listener) => worker.on('error', listener),
    end: async () => {
      await worker.terminate();
    },
    endsForSure: true,
  };
}
