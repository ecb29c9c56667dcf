// The keys of the Play page, the same letters as in the terminal. They are heard anywhere on the page, except where a key
// already means something: in a field that is typed into, and while a dialog is open.

import type { Move } from 'afterstate';

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
    if (event.defaultPrevented || event.altKey || isTaken(event)) return;
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

/**
 * A button that was clicked gives the focus back, so that the next Space is the board's and not another click. One that was
 * reached by keyboard (its clicks count 0) keeps it, and so does a cell of the editor, which is typed into next.
 */
function giveBack({ detail, target }: MouseEvent): void {
  if (detail === 0 || !(target instanceof Element) || document.querySelector('dialog[open]')) return;
  const button = target.closest('button');
  if (button && !button.closest('.edit-grid')) button.blur();
}

/** Whether the focused element has a use of its own for the key. */
function isTaken({ key, target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]')) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('input[type="text"], input[type="number"], textarea, select, [contenteditable]')) return true;
  if (target.closest('input[type="range"]')) return key.startsWith('Arrow');
  if (target.closest('input')) return key.startsWith('Arrow') || key === ' ';
  return (key === ' ' || key === 'Enter') && target.closest('button, a, summary') !== null;
}
