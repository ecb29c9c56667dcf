// Arrows over the board: the move that was played, and the one that would have been better.

import { type Move, MOVES } from 'afterstate';

const ANGLES: Readonly<Record<Move, number>> = { up: 0, right: 90, down: 180, left: 270 };

export function MoveArrows({ played, better }: { played: number | undefined; better: number | undefined }) {
  return (
    <svg class="move-arrows" viewBox="-50 -50 100 100" aria-hidden="true">
      {played !== undefined && <Arrow move={MOVES[played]!} kind="played" />}
      {better !== undefined && better !== played && <Arrow move={MOVES[better]!} kind="better" />}
    </svg>
  );
}

function Arrow({ move, kind }: { move: Move; kind: 'played' | 'better' }) {
  return <path class={kind} d="M-3.2-22V-35H-8.5L0-47L8.5-35H3.2V-22z" transform={`rotate(${ANGLES[move]})`} />;
}
