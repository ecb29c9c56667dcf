// What the app says when another game takes the place of the one on the board.

import { say } from '../shell/notes.ts';
import { bringBack } from './session.ts';

export function sayReplaced(what: string): void {
  say(`${what} Your game before is kept under Games.`, { label: 'Back to it', run: () => void bringBack() });
}
