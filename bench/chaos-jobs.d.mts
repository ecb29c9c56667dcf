export interface Prepared {
  readonly command: string;
  readonly jobs: string;
  readonly expected: ReadonlyMap<string, string>;
}
export interface Round {
  readonly round: number;
  readonly results: number;
  /** Results that were there when the coordinator was killed. */
  readonly kept: number;
  readonly workersKilled: number;
  readonly seconds: number;
}
export function prepareChaos(folder: string, command: string): Promise<Prepared>;
export function chaosRound(folder: string, prepared: Prepared, seed: number): Promise<Round>;
