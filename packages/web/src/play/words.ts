// A move in words, for people who use a screen reader.

import { cellName } from 'afterstate';
import { nextWords } from '../board/next-tile.tsx';
import type { View } from '../game/session.ts';
import { formOf } from '../players/forms.ts';
import { alike, below, count, percent } from '../shell/numbers.ts';
import { capital, movesOf } from '../shell/words.ts';
import type { Advice } from './advice.ts';

export function describeChange({ game, state, score, over, moves, change }: View): string {
  const parts: string[] = [];
  if (change.kind === 'move') {
    const { move, spawn } = change.ply;
    parts.push(change.gain > 0 ? `${capital(move)}, gained ${count(change.gain)}` : capital(move));
    parts.push(`new ${game.tile(spawn.exponent)} in ${cellName(spawn.cell, game)}`);
  } else if (change.kind === 'undo') {
    parts.push(`Undid ${change.ply.move}`);
  } else {
    parts.push(change.moves > 0 ? movesOf(moves) : moves > 0 ? 'Game resumed' : 'New game');
  }
  parts.push(`score ${count(score)}`);
  if (state.next !== undefined) parts.push(`next ${nextWords(state.next)}`);
  if (over) parts.push('game over');
  return `${parts.join('; ')}.`;
}

/** Advice in words: "Best: left, 43,560. Up, −6,210. Down, −8,115." */
export function describeAdvice({ choice: { best, moves }, player }: Advice): string {
  const top = moves.find(({ move }) => move === best);
  if (!top) return 'The player makes no further move.';
  const alone = formOf(player)?.unit === 'probability';
  const write = alone ? percent : alike(moves.map(({ value }) => value));
  const others = moves
    .filter((other) => other !== top)
    .map(({ move, value }) => `${capital(move)}, ${alone ? write(value) : below(write(top.value - value))}.`);
  return [`Best: ${top.move}, ${write(top.value)}.`, ...others].join(' ');
}
