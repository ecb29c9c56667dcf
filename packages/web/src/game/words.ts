// What the app says when another game replaces the one on the board.

import { say } from '../shell/notes.ts';
import { bringBack } from './session.ts';

export function sayReplaced(what: string): void {
  say(`${what} Your previous game is kept under Games.`, { label: 'Back to it', run: () => void bringBack() });
}
