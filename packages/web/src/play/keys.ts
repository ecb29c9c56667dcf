// The keys of the Play page, the same letters as in the terminal. They work anywhere on the page, except where a key
// already means something: in a text field, and while a dialog is open.

import type { Move } from 'afterstate';
import { giveBack, isKeyTaken } from '../shell/taken-keys.ts';

export const MOVE_KEYS: Readonly<Record<string, Move>> = {
  arrowup: 'up',
  arrowright: 'right',
  arrowdown: 'down',
  arrowleft: 'left',
  w: 'up',
  d: 'right',
  s: 'down',
  a: 'left',
  k: 'up',
  l: 'right',
  j: 'down',
  h: 'left',
};

export interface KeyActions {
  move(move: Move): void;
  undo(): void;
  redo(): void;
  hint(): void;
  values(): void;
  auto(): void;
  step(): void;
  newGame(): void;
  edit(): void;
}

const COMMANDS: Readonly<Record<string, keyof Omit<KeyActions, 'move'>>> = {
  u: 'undo',
  backspace: 'undo',
  r: 'redo',
  '?': 'hint',
  '/': 'hint',
  v: 'values',
  ' ': 'auto',
  '.': 'step',
  n: 'newGame',
  e: 'edit',
};

export function listenToKeys(actions: KeyActions): () => void {
  const heard = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || isKeyTaken(event)) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === 'z' || key === 'y') {
        event.preventDefault();
        if (key === 'y' || event.shiftKey) actions.redo();
        else actions.undo();
      }
      return;
    }
    const move = MOVE_KEYS[key];
    const command = COMMANDS[key];
    if (move) actions.move(move);
    else if (command) actions[command]();
    else return;
    event.preventDefault();
  };
  addEventListener('keydown', heard);
  addEventListener('click', giveBack);
  return () => {
    removeEventListener('keydown', heard);
    removeEventListener('click', giveBack);
  };
}
