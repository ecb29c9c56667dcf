// How well a game was played, from 0 to 1: the average of its moves. A move that loses nothing counts 1; one that loses as much as a
// mistake counts a half, twice as much a quarter, and so on. The plain share of value kept was refused: it is above 95% in nearly
// every game, whoever plays. Moves without a choice do not count.

import { type Judgement, NEGLIGIBLE, THRESHOLDS } from './verdict.ts';

export interface Accuracy {
  /** Undefined if no move counts. */
  readonly share: number | undefined;
  /** Moves that count. */
  readonly moves: number;
  readonly blunders: number;
}

/** A part of a game, during which its largest tile had one exponent, or several up to `to`. */
export interface Phase extends Accuracy {
  readonly from: number;
  readonly to: number;
}

/** A judged move, and what it takes to count it. */
export interface Judged {
  readonly judgement: Judgement;
  /** How many moves were legal. */
  readonly legal: number;
  /** The exponent of the largest tile before it. */
  readonly largest: number;
  readonly score: number;
}

/** `score` is the game's score before the move: as with verdicts, losses that are negligible beside the final score do not count. */
export function accuracyOfMove({ loss, share, bestValue }: Judgement, score: number): number {
  const toCome = Math.max(Math.abs(bestValue), 1);
  return loss < NEGLIGIBLE * (Math.max(score, 0) + toCome) ? 1 : 0.5 ** (share / THRESHOLDS.mistake);
}

export function accuracyOf(judged: readonly Judged[]): Accuracy {
  const counted = judged.filter(({ legal }) => legal > 1);
  const sum = counted.reduce((total, { judgement, score }) => total + accuracyOfMove(judgement, score), 0);
  return {
    share: counted.length === 0 ? undefined : sum / counted.length,
    moves: counted.length,
    blunders: counted.filter(({ judgement }) => judgement.verdict === 'blunder').length,
  };
}

/** The most phases a game has; everything before the last ones is a single phase. */
const MOST_PHASES = 4;

/** The phases of a game by its largest tile, in order. */
export function phasesOf(judged: readonly Judged[]): readonly Phase[] {
  const kinds = [...new Set(judged.map(({ largest }) => largest))].sort((a, b) => a - b);
  if (kinds.length === 0) return [];
  const first = kinds.slice(0, Math.max(1, kinds.length - MOST_PHASES + 1));
  return [first, ...kinds.slice(first.length).map((kind) => [kind])].map((group) => ({
    from: group[0]!,
    to: group.at(-1)!,
    ...accuracyOf(judged.filter(({ largest }) => group.includes(largest))),
  }));
}
