// A move in words, for those who hear the board.

import type { Hint } from 'afterstate';
import type { View } from '../game/session.ts';
import { formOf } from '../players/forms.ts';
import { count, difference, movesOf, percent, short } from '../shell/numbers.ts';
import type { Advice } from './advice.ts';

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

/** Advice in words: "Best: left, 43,560. Up, −6.2k. Down, −8.1k." */
export function describeAdvice({ choice: { best, moves }, player }: Advice): string {
  const top = moves.find(({ move }) => move === best);
  if (!top) return 'The player does not go on from here.';
  const unit = formOf(player)?.unit;
  const full = (value: number): string =>
    unit === 'probability' ? percent(value) : unit === 'score' ? count(value) : short(value);
  const others = moves
    .filter((other) => other !== top)
    .map(
      ({ move, value }) =>
        `${capital(move)}, ${unit === 'probability' ? percent(value) : difference(value - top.value)}.`,
    );
  return [`Best: ${top.move}, ${full(top.value)}.`, ...others].join(' ');
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
