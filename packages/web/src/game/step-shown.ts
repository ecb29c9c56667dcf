// What the board widget shows while a person steps through a game: a neighbouring position slides in, any other simply appears.

import type { Timeline } from 'afterstate';
import type { Shown } from '../board/board-view.tsx';
import { trace } from '../board/trace.ts';

/** The position after `here` plies, coming from that after `from`. `ms`: how long tiles slide, if not as usual. */
export function stepShown(timeline: Timeline, here: number, from: number, ms?: number): Shown {
  const { game } = timeline;
  const { board } = timeline.positionAt(here).state;
  const step = here - from;
  if (Math.abs(step) !== 1) return { game, board };
  const earlier = Math.min(here, from);
  const { state } = timeline.positionAt(earlier);
  const { move, spawn } = timeline.plyAt(earlier)!;
  const slides = trace(state.board, game.afterstate(state, move)!.board, move, game);
  return {
    game,
    board,
    transition: { slides, spawned: spawn.cell },
    backward: step < 0,
    ...(ms !== undefined && { ms }),
  };
}
