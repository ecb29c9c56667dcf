// A move in words, for those who hear the board.

import type { Hint } from 'afterstate';
import type { View } from '../game/session.ts';
import { count, movesOf } from '../shell/numbers.ts';

const place = (cell: number): string => `row ${(cell >> 2) + 1}, column ${(cell & 3) + 1}`;

export function nextWords(next: Hint): string {
  return next === 'bonus' ? 'a bonus' : String(next);
}

export function describeChange({ game, state, score, over, moves, change }: View): string {
  const parts: string[] = [];
  if (change.kind === 'move') {
    const { move, spawn } = change.ply;
    parts.push(change.gain > 0 ? `${capital(move)}, gained ${count(change.gain)}` : capital(move));
    parts.push(`new ${game.tile(spawn.exponent)} in ${place(spawn.cell)}`);
  } else if (change.kind === 'undo') {
    parts.push(`Took back ${change.ply.move}`);
  } else {
    parts.push(change.moves > 0 ? movesOf(moves) : moves > 0 ? 'Game resumed' : 'New game');
  }
  parts.push(`score ${count(score)}`);
  if (state.next !== undefined) parts.push(`next ${nextWords(state.next)}`);
  if (over) parts.push('game over');
  return `${parts.join('; ')}.`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
