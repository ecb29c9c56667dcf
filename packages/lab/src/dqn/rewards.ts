// The immediate reward of a move, by three measures. He et al.'s is about records and the end of the game; the others are what
// the move gains: its points, or their logarithm, which grows with the exponents of the tiles and so stays below 20.

import type { DqnConfig } from './config.ts';

/** A move, as its reward sees it. */
export interface Rewarded {
  /** Points of the move, including those of the new tile (in Threes). */
  readonly gain: number;
  /** Whether it made a larger tile than the game had had. */
  readonly record: boolean;
  /** Whether it was the last. */
  readonly over: boolean;
  /** The average score of all games so far, including this one if it is over. */
  readonly averageScore: number;
}

/** For a new largest tile; a won game has one too. */
const HE_RECORD = 100_000_000;

const REWARDS: Readonly<Record<DqnConfig['reward'], (move: Rewarded) => number>> = {
  he: ({ record, over, averageScore }) => (record ? HE_RECORD : over ? -averageScore : 0),
  log2: ({ gain }) => (gain > 0 ? Math.log2(gain) : 0),
  points: ({ gain }) => gain,
};

export function rewardOf(move: Rewarded, { reward, rewardScale }: Pick<DqnConfig, 'reward' | 'rewardScale'>): number {
  return REWARDS[reward](move) * rewardScale;
}
