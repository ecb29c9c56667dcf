// How often a move is drawn instead of chosen: always at first, then less by a straight line, and never less than the last.

export interface EpsilonSchedule {
  /** Moves until which every move is drawn. */
  readonly epsilonFrom: number;
  /** Moves at which the line would be at 0. */
  readonly epsilonMoves: number;
  readonly epsilonFinal: number;
}

/** `moves` were made before this one. */
export function epsilonAt(moves: number, { epsilonFrom, epsilonMoves, epsilonFinal }: EpsilonSchedule): number {
  const line = 1 - (moves - epsilonFrom) / (epsilonMoves - epsilonFrom);
  return Math.min(1, Math.max(epsilonFinal, line));
}
