// What vite.config.ts makes at build time.

declare module 'virtual:models' {
  /** The files of the project's models/ folder, the smallest first. */
  export const SHIPPED: readonly {
    /** As it stands in a player's spec. */
    readonly name: string;
    readonly game: '2048' | 'threes';
    /** The players that play by it, the one that makes the most of it first. */
    readonly players: readonly string[];
    /** Its address, from the page's folder. */
    readonly file: string;
    /** In bytes. */
    readonly size: number;
    /** What it takes of memory once it is opened, in bytes, where that is known. */
    readonly memory?: number;
    /** Whether it is loaded without being asked for. */
    readonly small: boolean;
  }[];
  /** The bytes of what runs neural networks. */
  export const RUNTIME_SIZE: number;
}
