// What a line of metrics says about the scores of a block of games.

import { deviation, MAXIMA_OF, mean, meanOfMaxima } from 'afterstate/measure';

/** For the games of a block that started from the deal. */
export interface BlockScores {
  readonly averageScore: number | null;
  readonly maxScore: number;
  /** The mean of the maxima of every 100 of these games; null for fewer. With several threads games come in no fixed order. Not for dqn. */
  readonly maxScoreOf100?: number | null;
  /** The sample deviation of these games' scores; null for fewer than two. */
  readonly deviation: number | null;
}

export function blockScores(scores: Float64Array): BlockScores {
  const spread = deviation(scores);
  const maxima = meanOfMaxima(scores, MAXIMA_OF);
  return {
    averageScore: scores.length > 0 ? tenths(mean(scores)) : null,
    maxScore: scores.reduce((most, n) => Math.max(most, n), 0),
    maxScoreOf100: maxima === undefined ? null : tenths(maxima),
    deviation: spread === undefined ? null : tenths(spread),
  };
}

export function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
