// The winning tile, and every larger one, the first time a game makes it: announced, and shown around the board for a moment.

import { effect, signal } from '@preact/signals';
import { type View, view } from '../game/session.ts';
import { praise } from '../shell/notes.ts';
import { running } from './auto-run.ts';
import { again } from './run-choices.ts';

const SHOWN_MS = 2400;

/** The tile just made; undefined most of the time. */
export const milestone = signal<number | undefined>(undefined);
let fading: ReturnType<typeof setTimeout> | undefined;

/** The first exponent worth a word. */
function firstGladness({ game }: View): number {
  return game.win ?? game.goal;
}

/** Starts watching the game in view. */
export function startMilestones(): void {
  let last: { game: string; largest: number; moves: number } | undefined;
  let highest = 0;
  effect(() => {
    const now = view.value;
    const { game, state, moves, change } = now;
    const largest = Math.max(...state.board);
    // The same game continues by one move, or by many at once in auto-run; anything else starts afresh.
    const goesOn =
      last?.game === game.spec &&
      moves > last.moves &&
      (change.kind === 'move' || (change.kind === 'jump' && change.moves > 0));
    if (!goesOn && (moves === 0 || last?.game !== game.spec)) highest = largest;
    if (goesOn && largest > Math.max(highest, last!.largest) && largest >= firstGladness(now)) celebrate(now, largest);
    highest = Math.max(highest, largest);
    last = { game: game.spec, largest, moves };
  });
}

function celebrate({ game }: View, exponent: number): void {
  // A run that plays game after game makes them over and over.
  if (running.peek() && again.peek()) return;
  const tile = game.tile(exponent);
  const text = exponent === game.win ? `${tile} reached. The game continues.` : `${tile} reached.`;
  praise(text);
  milestone.value = tile;
  clearTimeout(fading);
  fading = setTimeout(() => (milestone.value = undefined), SHOWN_MS);
}
