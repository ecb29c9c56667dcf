// The kernel's platform in a page or a worker of it: wasm by fetch, Web Workers where the page is isolated
// (shared memory may then be sent to them), otherwise the calling thread itself.

import { instantiate } from './instance.ts';
import type { Platform } from './platform.ts';
import { CHAMPIONS } from './platform.ts';
import type { Channel } from './threads.ts';
import { sameThread, workerThreads } from './threads.ts';

const modules = new Map<string, Promise<WebAssembly.Module>>();
const wasmOf = {
  '2048': new URL('../../wasm/2048.wasm', import.meta.url),
  threes: new URL('../../wasm/threes.wasm', import.meta.url),
};
const shares = () => globalThis.crossOriginIsolated === true;

export const browserPlatform: Platform = {
  get cores() {
    return shares() ? Math.max(1, navigator.hardwareConcurrency || 1) : 1;
  },

  module(game) {
    let module = modules.get(game);
    if (!module) {
      module = fetch(wasmOf[game]).then((response) => {
        if (!response.ok) throw new Error(`the kernel of ${game} could not be loaded: ${response.status}`);
        return WebAssembly.compileStreaming(response);
      });
      module.catch(() => modules.delete(game));
      modules.set(game, module);
    }
    return module;
  },

  async startThreads({ module, memories, threads }) {
    if (!shares()) return sameThread(instantiate(module, memories, 0));
    return workerThreads(
      Array.from({ length: threads }, (_, thread) => {
        const worker = new Worker(new URL('./worker-browser.js', import.meta.url), { type: 'module' });
        worker.postMessage({ start: { module, memories, thread } });
        return channel(worker);
      }),
    );
  },

  /** A page loads what is small at once; larger ones are for people to ask for. */
  async champion(game) {
    const name = CHAMPIONS[game].at(-1);
    return name && new URL(`models/${name}/model.compact`, globalThis.location.origin).href;
  },

  async openModel(name, onProgress) {
    const response = await fetch(name);
    if (!response.ok || !response.body)
      throw new Error(`${name} could not be loaded: ${response.status} ${response.statusText}`);
    const total = Number(response.headers.get('content-length')) || 0;
    const parts: Uint8Array[] = [];
    let done = 0;
    const reader = response.body.getReader();
    for (;;) {
      const part = await reader.read();
      if (part.done) break;
      parts.push(part.value);
      done += part.value.length;
      onProgress?.(done, total);
    }
    const bytes = new Uint8Array(done);
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return { name, size: done, read: async (offset, length) => bytes.subarray(offset, offset + length) };
  },
};

function channel(worker: Worker): Channel {
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => worker.addEventListener('message', ({ data }) => listener(data)),
    onFailure: (listener) =>
      worker.addEventListener('error', (event) =>
        listener(new Error(event.message || 'a worker of the kernel failed')),
      ),
    end: async () => worker.terminate(),
  };
}
