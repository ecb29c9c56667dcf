// The keys of a replay, as for a film, wherever the focus is.

import { announce } from '../shell/notes.ts';
import { giveBack, isKeyTaken } from '../shell/taken-keys.ts';
import { at, changePace, go, pace, PACES, replayed, toggle } from './replay.ts';
import { paceWords, placeWords } from './words.ts';

const KEYS: Readonly<Record<string, () => void>> = {
  ' ': toggle,
  ArrowLeft: () => step(at.peek() - 1),
  ArrowRight: () => step(at.peek() + 1),
  ArrowUp: () => quicken(1),
  ArrowDown: () => quicken(-1),
  Home: () => step(0),
  End: () => step(Infinity),
};

function step(ply: number): void {
  go(ply);
  announce(placeWords());
}

function quicken(by: number): void {
  changePace(by);
  announce(paceWords(PACES[pace.peek()]!));
}

export function listenToReplayKeys(): () => void {
  const heard = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const act = KEYS[event.key];
    if (!act || !replayed.peek() || isKeyTaken(event)) return;
    event.preventDefault();
    act();
  };
  addEventListener('keydown', heard);
  addEventListener('click', giveBack);
  return () => {
    removeEventListener('keydown', heard);
    removeEventListener('click', giveBack);
  };
}
