// The kernel's platform in a page or its worker: wasm by fetch, Web Workers if the page is isolated
// (shared memory may then be sent to them), otherwise the calling thread itself.

import type { GameName } from '../rules/game.ts';
import { instantiate } from './instance.ts';
import type { Bytes, Platform } from './platform.ts';
import type { Channel } from './threads.ts';
import { sameThread, workerThreads } from './threads.ts';

/** Where a page has what the library loads. */
export interface Places {
  /** A game's kernel: its address, or what a fetch of it answers; beside the library by default. */
  wasm?(game: GameName): string | URL | Promise<Response>;
  /** The script of the kernel's threads, `afterstate/worker`; beside the library by default. Undefined starts no threads. */
  worker?(): string | URL | undefined;
  /** What a model's name in a spec stands for: an address, or the file itself. By default, a name is an address. */
  model?(name: string): string | URL | Blob;
  /** The name of the model for players that name none. */
  champion?(game: GameName): string | undefined;
}

let places: Places = {};

/** Call it once, before opening the first player; each worker of a page has its own places. */
export function setPlaces(given: Places): void {
  places = given;
}

const modules = new Map<string, Promise<WebAssembly.Module>>();
const wasmOf: Readonly<Record<GameName, URL>> = {
  '2048': new URL('../../wasm/2048.wasm', import.meta.url),
  threes: new URL('../../wasm/threes.wasm', import.meta.url),
};
/** Whether memory can be shared with threads, and there is a script to start them. */
const shares = () => globalThis.crossOriginIsolated === true && (!places.worker || places.worker() !== undefined);

export const browserPlatform: Platform = {
  get cores() {
    return shares() ? Math.max(1, navigator.hardwareConcurrency || 1) : 1;
  },

  module(game) {
    let module = modules.get(game);
    if (!module) {
      module = loadModule(game);
      module.catch(() => modules.delete(game));
      modules.set(game, module);
    }
    return module;
  },

  async startThreads({ module, memories, threads }) {
    if (!shares()) return sameThread(instantiate(module, memories, 0));
    return workerThreads(
      Array.from({ length: threads }, (_, thread) => {
        const script = places.worker?.();
        // Bundlers recognise a worker only in this form, so the address must not be a variable.
        const worker = script
          ? new Worker(script, { type: 'module' })
          : new Worker(new URL('./worker-browser.js', import.meta.url), { type: 'module' });
        worker.postMessage({ start: { module, memories, thread } });
        return channel(worker);
      }),
    );
  },

  modelsRemedy: 'or name one for all: setPlaces({ champion, model })',

  async champion(game) {
    return places.champion?.(game);
  },

  async openModel(name) {
    const place = places.model?.(name) ?? name;
    return place instanceof Blob ? ofBlob(name, place) : download(name, place);
  },
};

async function loadModule(game: GameName): Promise<WebAssembly.Module> {
  const place = places.wasm?.(game) ?? wasmOf[game];
  const response = await (place instanceof Promise ? place : fetch(place));
  const what = `the kernel of ${game} could not be loaded from ${response.url || 'its place'}`;
  const remedy = 'say where it is: setPlaces({ wasm }), or embed it: setPlaces(embedded)';
  if (!response.ok) throw new Error(`${what}: ${response.status}; ${remedy}`);
  // Hosts that do not know wasm send it as another type, and a host without the file may send a page instead.
  if (response.headers.get('content-type')?.startsWith('application/wasm'))
    return WebAssembly.compileStreaming(response);
  const bytes = await response.arrayBuffer();
  if (!WebAssembly.validate(bytes)) throw new Error(`${what}: it is not wasm; ${remedy}`);
  return WebAssembly.compile(bytes);
}

function channel(worker: Worker): Channel {
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => worker.addEventListener('message', ({ data }) => listener(data)),
    onFailure: (listener) =>
      worker.addEventListener('error', (event) =>
        listener(
          new Error(
            event.message ||
              "a thread of the kernel did not start; say where 'afterstate/worker' is: setPlaces({ worker })",
          ),
        ),
      ),
    end: async () => worker.terminate(),
    endsForSure: false,
  };
}

function ofBlob(name: string, blob: Blob): Bytes {
  const read = async (offset: number, length: number) =>
    new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
  return { name, size: blob.size, read };
}

async function download(name: string, address: string | URL): Promise<Bytes> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${name} could not be loaded: ${response.status} ${response.statusText}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { name, size: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) };
}
