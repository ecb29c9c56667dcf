// Runs of `train`: a run folder (files/run-folder.ts) with the settings of a training, and a line of metrics a block of games.

import type { RunFolder, RunKind } from '../files/run-folder.ts';
import type { TrainConfig } from './config.ts';
import { parseConfig } from './config.ts';

export type TrainRun = RunFolder<TrainConfig>;

export const TRAIN_RUN: RunKind<TrainConfig> = { command: 'train', parse: parseConfig, counter: 'games' };

/** One line of metrics.jsonl, and of `train --json`. */
export interface BlockMetrics {
  readonly phase: string;
  /** Games and moves since the beginning. */
  readonly games: number;
  readonly moves: number;
  /** Of the games of this block that started from the deal. */
  readonly averageScore: number | null;
  readonly maxScore: number;
  /** The share of this block's games that reached each tile. */
  readonly reach: Readonly<Record<string, number>>;
  readonly largestTile: number;
  readonly alpha: number;
  readonly movesPerSecond: number;
  /** Seconds of learning since the beginning, pauses not counted. */
  readonly seconds: number;
}
