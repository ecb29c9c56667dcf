// Parts of commands that people paste into a shell.

import { DEFAULT_GAME } from 'afterstate';

/** A path or spec as one word of a shell; quoted only if it has to be. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The flag that names a game, with the space before it; empty if the game is the default. */
export function gameFlag(spec: string): string {
  return spec === DEFAULT_GAME ? '' : ` --game ${shellWord(spec)}`;
}
