// The keys of the Practise page: those of Play move, Enter continues, R tries again, B shows the better line; then the left and right
// arrows step along it.

import type { Move } from 'afterstate';
import { MOVE_KEYS } from '../play/keys.ts';
import { isKeyTaken } from '../shell/taken-keys.ts';
import { leaveLine, lineStep, stepLine } from '../teach/better-line.ts';
import { toggleLine } from '../teach/explanation.ts';
import { next, retry, tried } from './practise.ts';

/** Listens until the returned function is called. */
export function listenToKeys(attempt: (move: Move) => void): () => void {
  const heard = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isKeyTaken(event)) return;
    const act = actOf(event.key.toLowerCase(), attempt);
    if (!act) return;
    event.preventDefault();
    act();
  };
  addEventListener('keydown', heard);
  return () => removeEventListener('keydown', heard);
}

function actOf(key: string, attempt: (move: Move) => void): (() => void) | undefined {
  const move = MOVE_KEYS[key];
  if (lineStep.peek()) {
    if (move === 'left' || move === 'right') return () => stepLine(move === 'left' ? -1 : 1);
    if (key === 'escape') return leaveLine;
  }
  if (move) return () => attempt(move);
  if (!tried.peek()) return undefined;
  return { enter: () => next({ ahead: true }), r: retry, b: toggleLine }[key];
}
