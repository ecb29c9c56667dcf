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
  // Slender enough to lie between the numbers of two columns or rows.
  return <path class={kind} d="M-1.4-12V-38H-4.2L0-48L4.2-38H1.4V-12z" transform={`rotate(${ANGLES[move]})`} />;
}
