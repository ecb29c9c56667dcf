// What vite.config.ts makes at build time.

declare module 'virtual:papers' {
  export const PAPERS: readonly import('@afterstate/lab/papers').PaperData[];
}

declare module 'virtual:models' {
  /** The files of the project's models/ folder, smallest first. */
  export const SHIPPED: readonly {
    /** As written in a player's spec. */
    readonly name: string;
    readonly game: import('afterstate').GameName;
    /** The players that use it, the strongest first. */
    readonly players: readonly string[];
    /** Its address, relative to the page's folder. */
    readonly file: string;
    /** In bytes. */
    readonly size: number;
    /** The memory it takes once opened, in bytes, if known. */
    readonly memory?: number;
    /** Whether it is loaded unasked. */
    readonly small: boolean;
    /** Whether it is the smallest n-tuple network of its game, and small: it gives the first hint. */
    readonly first: boolean;
  }[];
  /** The size of ONNX Runtime, which runs neural networks, in bytes. */
  export const RUNTIME_SIZE: number;
}

declare module 'virtual:hint-model' {
  /** The file of the network used by the hint on other pages, in base 64; '' if there is none. */
  export const MODEL: string;
  /** The player that it asks. */
  export const PLAYER: string;
}
