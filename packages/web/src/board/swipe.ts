// Swipes: a finger, a pen or a pressed mouse that has gone far enough in one direction makes the move at once, before
// it is lifted; one move per stroke.

import type { Move } from 'afterstate';

const FAR_ENOUGH = 22; // CSS pixels
/** How many times longer a stroke must be in one direction than in the other. */
const CLEAR = 1.25;

/** Listens on an element until the returned function is called. */
export function onSwipe(element: HTMLElement, swiped: (move: Move) => void): () => void {
  let start: { id: number; x: number; y: number } | undefined;
  const controller = new AbortController();
  const { signal } = controller;

  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.isPrimary && event.button === 0) start = { id: event.pointerId, x: event.clientX, y: event.clientY };
    },
    { signal },
  );
  // On the window: a stroke may leave the board before it is long enough.
  window.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== start?.id) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      const [across, along] = [Math.abs(x), Math.abs(y)];
      if (Math.max(across, along) < FAR_ENOUGH) return;
      if (across > CLEAR * along) swiped(x > 0 ? 'right' : 'left');
      else if (along > CLEAR * across) swiped(y > 0 ? 'down' : 'up');
      else return;
      start = undefined;
    },
    { signal },
  );
  for (const end of ['pointerup', 'pointercancel'] as const)
    window.addEventListener(end, () => (start = undefined), { signal });
  return () => controller.abort();
}
