// What the kernel needs from its surroundings: its bytes, threads, and model files. Node and browsers each have a platform
// (platform-node.ts, platform-browser.ts); everything else in the library is the same in both.

import type { ArgumentsOf, ExportName, ResultOf } from './instance.ts';

import type { GameName } from '../rules/game.ts';

export interface Platform {
  /** How many threads can run at once here; 1 if memory cannot be shared between threads. */
  readonly cores: number;
  /** The compiled kernel of a game. */
  module(game: GameName): Promise<WebAssembly.Module>;
  /** Starts threads over the memories; thread t owns block t. Rejects if one does not start. */
  startThreads(start: ThreadStart): Promise<Threads>;
  /** The name of the strongest model that ships for a game, for `openModel`; undefined if there is none. */
  champion(game: GameName): Promise<string | undefined>;
  /** A model file by its name or address, or one in a folder of that name. */
  openModel(name: string): Promise<Bytes>;
  /** How a user gets a model here if `champion` has none, as the end of a sentence. */
  readonly modelsRemedy?: string;
  /** Called with every new memory before it is used; may ask the system for huge pages. */
  adviseMemory?(memory: WebAssembly.Memory): void;
  /** Gives the pages of a memory back to the system, so that it is all 0; false if that is not possible. */
  emptyMemory?(memory: WebAssembly.Memory): boolean;
  /** How many bytes of memory are available now; undefined if unknown. */
  freeMemory?(): number;
  /** The largest memory available in one piece; by default everything that wasm can address, 4 GiB. */
  readonly memoryLimit?: number;
}

/** Bytes read by ranges, such as a file. */
export interface Bytes {
  readonly name: string;
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
  close?(): Promise<void>;
}

export interface ThreadStart {
  readonly module: WebAssembly.Module;
  /** The first memory holds everything but the tables of networks that do not fit it; see instance.ts. */
  readonly memories: readonly WebAssembly.Memory[];
  readonly threads: number;
}

/** Threads that call the kernel. A call blocks its thread, never the caller's; calls to one thread queue up. */
export interface Threads {
  readonly count: number;
  /** Calls an export of the kernel on thread t. If it throws, this rejects, with the thread's stack. */
  call<K extends ExportName>(thread: number, name: K, ...args: ArgumentsOf<K>): Promise<ResultOf<K>>;
  /** Ends the threads and rejects calls under way. Returns whether the memories are no longer in use. */
  close(): Promise<boolean>;
}
