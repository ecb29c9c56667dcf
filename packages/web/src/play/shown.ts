// What the board widget shows of the game's view: the board, and where the tiles went.

import { computed } from '@preact/signals';
import type { Shown } from '../board/board-view.tsx';
import { trace } from '../board/trace.ts';
import { type View, view } from '../game/session.ts';

export function toShown({ game, state, change }: View): Shown {
  const { board } = state;
  if (change.kind === 'jump') return { game, board };
  const from = change.kind === 'move' ? change.before : state;
  const { move, spawn } = change.ply;
  const afterstate = game.afterstate(from, move);
  if (!afterstate) return { game, board };
  const transition = { slides: trace(from.board, afterstate.board, move, game), spawned: spawn.cell };
  if (change.kind === 'undo') return { game, board, transition, backward: true };
  return { game, board, transition, ...(change.ms !== undefined && { ms: change.ms }) };
}

export const shown = computed(() => toShown(view.value));
