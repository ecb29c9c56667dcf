// What the kernel needs of the place it runs in: its bytes, threads, and model files. Node and browsers each have one
// (node.ts, browser.ts); everything else in the library is the same in both.

export interface Platform {
  /** How many threads run at once here; 1 where memory cannot be shared between threads. */
  readonly cores: number;
  /** The compiled kernel of a game. */
  module(game: '2048' | 'threes'): Promise<WebAssembly.Module>;
  /** Starts threads over the memories; thread t owns block t. Rejects where one does not start. */
  startThreads(start: ThreadStart): Promise<Threads>;
  /** The name of the strongest model that ships for a game, for `openModel`; undefined where there is none. */
  champion(game: '2048' | 'threes'): Promise<string | undefined>;
  /** A model file by its name or address, or one in a folder of that name; `onProgress` hears of a download. */
  openModel(name: string, onProgress?: (done: number, total: number) => void): Promise<Bytes>;
  /** Called with every new memory before it is used; may ask the system for huge pages. */
  adviseMemory?(memory: WebAssembly.Memory): void;
  /** How many bytes of memory can be had now; undefined where nobody knows. */
  freeMemory?(): number;
  /** The largest memory that can be had in one piece; all that wasm addresses, 4 GiB, unless said. */
  readonly memoryLimit?: number;
}

/** The models that ship with the project, the strongest first. */
export const CHAMPIONS = { '2048': ['2048-large', '2048-small'], threes: ['threes'] } as const;

/** Bytes that are read by ranges, such as a file. */
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
  /** Calls an export of the kernel on thread t. An error there rejects here, with the thread's stack. */
  call(thread: number, name: string, ...args: (number | bigint)[]): Promise<number>;
  /** Ends the threads; calls under way are rejected. */
  close(): Promise<void>;
}
