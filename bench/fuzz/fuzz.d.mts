export interface Problem {
  readonly target: string;
  readonly number: number;
  readonly problem: string;
  readonly input: { readonly text?: string; readonly base64?: string };
  readonly stack?: string;
}
export interface Fuzzed {
  readonly seed: number;
  readonly seconds: number;
  readonly inputs: number;
  readonly inputsPerSecond: number;
  /** Inputs of each target. */
  readonly targets: Readonly<Record<string, number>>;
  /** More than one if any died. */
  readonly processes: number;
  /** In bytes; null if the process did not come to its end. */
  readonly residentStart: number | null;
  readonly residentWarm: number | null;
  readonly residentEnd: number | null;
  readonly isFlat: boolean;
  readonly problems: readonly Problem[];
}
export function fuzz(options: { ms: number; seed: number; targets?: readonly string[] }): Promise<Fuzzed>;
/** Saved cases, each with what is wrong with it today: null if nothing is. */
export function tryCases(paths: readonly string[]): Promise<{ path: string; problem: string | null }[]>;
