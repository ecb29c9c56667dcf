// What a player thinks of the moves of a game. A move is judged by its loss as a share of the value of the best move, which is
// the expected remaining score. Shares mean the same early and late in a game and in both games; points do not. Near the end of
// a game a few points are a large share, so very small losses never count.

export const VERDICTS = ['inaccuracy', 'mistake', 'blunder'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The loss, as a share of the expected remaining score, at which a move gets the verdict. */
export const THRESHOLDS: Readonly<Record<Verdict, number>> = { inaccuracy: 0.02, mistake: 0.05, blunder: 0.1 };

/** Losses below this share of the expected final score are not counted. */
export const NEGLIGIBLE = 0.002;

export interface Judgement {
  /** Moves by their numbers in `MOVES`. */
  readonly played: number;
  readonly best: number;
  readonly bestValue: number;
  /** How much less the played move is worth than the best, in the player's unit; 0 for the best. */
  readonly loss: number;
  /** The loss as a share of the best value. */
  readonly share: number;
  readonly verdict: Verdict | undefined;
}

/** `values` are those of the four moves, NaN if one is not legal; `score` is the game's score before the move. */
export function judge(values: ArrayLike<number>, played: number, score: number): Judgement {
  let best = played;
  for (let move = 0; move < 4; move++) if (values[move]! > values[best]!) best = move;
  const bestValue = values[best]!;
  const loss = bestValue - values[played]!;
  const toCome = Math.max(Math.abs(bestValue), 1);
  const share = Math.min(1, loss / toCome);
  const counts = loss >= NEGLIGIBLE * (Math.max(score, 0) + toCome);
  const verdict = counts ? VERDICTS.findLast((name) => share >= THRESHOLDS[name]) : undefined;
  return { played, best, bestValue, loss, share, verdict };
}
