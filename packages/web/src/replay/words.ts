// A replay in words.

import { count } from '../shell/numbers.ts';
import { movesOf } from '../shell/words.ts';
import { at, position, replayed } from './replay.ts';

/** "Move 12 of 300, 2,345 points". */
export function placeWords(): string {
  const score = count(position.value?.score ?? 0);
  return `Move ${count(at.value)} of ${count(replayed.value?.moves ?? 0)}, ${score} points`;
}

export function paceWords(perSecond: number): string {
  return perSecond === 1 ? '1 move per second' : `${perSecond} moves per second`;
}

/** The score at the end. */
function finalScore(): number {
  const { timeline, moves, shared } = replayed.value!;
  return timeline.positionAt(moves).score + shared.earlier;
}

/** "2048: 12,340 points in 812 moves", a title for frames. */
export function titleWords(): string {
  const { game, moves } = replayed.value!;
  return `${game.title}: ${count(finalScore())} points in ${movesOf(moves)}`;
}

/** "2048-12340", the beginning of a file's name. */
export function fileName(): string {
  return `${replayed.value!.game.name}-${finalScore()}`;
}
