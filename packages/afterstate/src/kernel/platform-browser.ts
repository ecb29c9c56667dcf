// The kernel's platform in a page or a worker of it: wasm by fetch, Web Workers where the page is isolated
// (shared memory may then be sent to them), otherwise the calling thread itself.

import { instantiate } from './instance.ts';
import type { Bytes, Platform } from './platform.ts';
import type { Channel } from './threads.ts';
import { sameThread, workerThreads } from './threads.ts';

/** Where a page has what the library loads. */
export interface Places {
  /** A game's kernel; beside the library unless said. */
  wasm?(game: '2048' | 'threes'): string | URL;
  /** What the name of a model in a spec stands for: an address, or the file itself. Without it a name is an address. */
  model?(name: string): string | URL | Blob;
  /** The name of the model for players that name none. */
  champion?(game: '2048' | 'threes'): string | undefined;
}

let places: Places = {};

/** Said once, before the first player is opened; each worker of a page has places of its own. */
export function setPlaces(given: Places): void {
  places = given;
}

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
      module = fetch(places.wasm?.(game) ?? wasmOf[game]).then((response) => {
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

  async champion(game) {
    return places.champion?.(game);
  },

  async openModel(name, onProgress) {
    const place = places.model?.(name) ?? name;
    return place instanceof Blob ? ofBlob(name, place) : download(name, place, onProgress);
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

function ofBlob(name: string, blob: Blob): Bytes {
  const read = async (offset: number, length: number) =>
    new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
  return { name, size: blob.size, read };
}

async function download(
  name: string,
  address: string | URL,
  onProgress: ((done: number, total: number) => void) | undefined,
): Promise<Bytes> {
  const response = await fetch(address);
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
}
