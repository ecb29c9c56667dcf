// How a kind of job is done, in a separate process. Parameters are checked before they get here, so runners need no schemas, and
// a pool's processes start fast.

export interface RunContext {
  /** The file of a blob, already checked. */
  blob(digest: string): string;
  /** Keeps bytes as a blob, and returns its digest. */
  keep(bytes: Uint8Array): Promise<string>;
  /** The same for bytes written to a file. */
  keepFile(write: (path: string) => Promise<void>): Promise<string>;
  /** How much is done so far, in the unit of the kind. */
  onProgress(done: number): void;
}

export type Runner<Params, Result> = (params: Params, context: RunContext) => Promise<Result>;
