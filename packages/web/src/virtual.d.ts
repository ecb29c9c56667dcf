// What vite.config.ts makes at build time.

declare module 'virtual:papers' {
  export const PAPERS: readonly import('@afterstate/lab/papers').PaperData[];
}

declare module 'virtual:models' {
  /** The files of the project's models/ folder, the smallest first. */
  export const SHIPPED: readonly {
    /** As it stands in a player's spec. */
    readonly name: string;
    readonly game: import('afterstate').GameName;
    /** The players that use it, the strongest first. */
    readonly players: readonly string[];
    /** Its address, from the page's folder. */
    readonly file: string;
    /** In bytes. */
    readonly size: number;
    /** What it takes of memory once it is opened, in bytes, where that is known. */
    readonly memory?: number;
    /** Whether it is loaded without being asked for. */
    readonly small: boolean;
    /** Whether it is the smallest n-tuple network of its game, and small: it gives the first hint. */
    readonly first: boolean;
  }[];
  /** The size of ONNX Runtime, which runs neural networks, in bytes. */
  export const RUNTIME_SIZE: number;
}

declare module 'virtual:hint-model' {
  /** The file of the network that the hint on other pages plays by, in base 64; '' where there is none. */
  export const MODEL: string;
  /** The player that it asks. */
  export const PLAYER: string;
}
