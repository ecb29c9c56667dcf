// How a kind of job is done, in a process of its own. Parameters were checked before they get here, so runners need no schemas,
// and a pool's processes start fast.

export interface RunContext {
  /** Where a blob is, in a file that has been checked. */
  blob(digest: string): string;
  /** Keeps bytes as a blob, and gives its digest. */
  keep(bytes: Uint8Array): Promise<string>;
  /** The same for what is written to a file. */
  keepFile(write: (path: string) => Promise<void>): Promise<string>;
  /** How much is done so far, in what the kind counts. */
  onProgress(done: number): void;
}

export type Runner<Params, Result> = (params: Params, context: RunContext) => Promise<Result>;
