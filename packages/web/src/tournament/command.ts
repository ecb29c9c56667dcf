// The command that plays the same games.

import { DEFAULT_GAME } from 'afterstate';
import type { Terms } from './terms.ts';

export function commandOf({ game, players, games, seed }: Terms): string {
  const rules = game === DEFAULT_GAME ? '' : ` --game ${game}`;
  return `npx afterstate compare ${players.map(shellWord).join(' ')}${rules} --games ${games} --seed ${seed}`;
}

/** A spec quoted for a shell. */
function shellWord(text: string): string {
  return /^[\w./:=,@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
