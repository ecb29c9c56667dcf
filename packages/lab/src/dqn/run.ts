// Runs of deep Q-learning: a run folder (files/run-folder.ts) with its settings, and a line of metrics a block of games.

import type { RunFolder, RunKind } from '../files/run-folder.ts';
import type { BlockMetrics } from '../learn/run-folder.ts';
import type { DqnConfig } from './config.ts';
import { parseDqnConfig } from './config.ts';

export type DqnRun = RunFolder<DqnConfig>;

export const DQN_RUN: RunKind<DqnConfig> = { command: 'train', parse: parseDqnConfig, counter: 'games' };

/** One line of metrics.jsonl, and of `train --json`; scores are those of the games as they were played, with their drawn moves. */
export interface DqnMetrics extends BlockMetrics {
  /** Steps of learning since the beginning. */
  readonly steps: number;
  /** ε at the end of the block. */
  readonly epsilon: number;
  /** Means over the block's steps: of the loss, and of the value of the moves that were learned from. Null before the first. */
  readonly loss: number | null;
  readonly value: number | null;
}
