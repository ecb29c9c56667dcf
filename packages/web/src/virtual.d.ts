// What vite.config.ts makes at build time.

declare module 'virtual:models' {
  /** The files of the project's models/ folder, the one to start with first. */
  export const SHIPPED: readonly {
    readonly name: string;
    readonly game: '2048' | 'threes';
    readonly file: string;
    readonly size: number;
  }[];
}
