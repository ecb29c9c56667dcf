export interface Line {
  readonly kind: string;
  readonly trouble: string;
  readonly runs: number;
  /** How often a run was disturbed before it had ended. */
  readonly disturbed: number;
  readonly failed: number;
}
export interface Failure {
  readonly kind: string;
  readonly trouble: string;
  readonly trial: number;
  readonly seed: number;
  readonly message: string;
}
export interface Chaos {
  readonly seed: number;
  readonly seconds: number;
  readonly lines: readonly Line[];
  readonly failures: readonly Failure[];
}
export const KIND_NAMES: readonly string[];
export const TROUBLE_NAMES: readonly string[];
/** `kills` of all kinds together; each other trouble `others` times for each kind. */
export function chaos(options: {
  kills?: number;
  others?: number;
  kinds?: readonly string[];
  troubles?: readonly string[];
  seed?: number;
  /** How many runs are disturbed at once. */
  parallel?: number;
  signal?: AbortSignal;
}): Promise<Chaos>;
