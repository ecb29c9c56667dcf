// The better line: how the game would have continued after the best move, a few moves on, to step through on the board. While it is
// in view, it replaces the position that it starts from.

import { computed, signal } from '@preact/signals';
import { cellName, type Game, type Move, packPly, type Ply, type State, Timeline } from 'afterstate';
import type { Shown } from '../board/board-view.tsx';
import { stepShown } from '../game/step-shown.ts';
import { engine } from '../engine/engine.ts';
import { capital } from '../shell/words.ts';

/** Moves of a line. */
const LENGTH = 5;
/** A slow player finds fewer of them. */
const LIMIT_MS = 3000;

interface Line {
  readonly game: Game;
  readonly timeline: Timeline;
  readonly plies: readonly Ply[];
  /** How many of its moves have been made, and how many before that. */
  readonly at: number;
  readonly from: number;
}

const line = signal<Line | undefined>(undefined);
/** Whether a requested line has not come yet. */
export const lineAwaited = signal(false);
let asked: object | undefined;

/** While a line is in view: its step, and how many it has. */
export const lineStep = computed(() => line.value && { at: line.value.at, moves: line.value.plies.length });

/** Finds the line and makes its first move; another call, or leaving it, cancels this one. */
export async function showLine({ game, state, best, judge }: LineQuestion): Promise<void> {
  const mine = (asked = {});
  lineAwaited.value = true;
  const job = {
    kind: 'line',
    game: game.spec,
    player: judge,
    state,
    first: best,
    moves: LENGTH,
    ms: LIMIT_MS,
  } as const;
  try {
    const { plies } = await engine.ask(job);
    if (asked !== mine || plies.length === 0) return;
    const timeline = new Timeline(game, state);
    timeline.restore(Uint16Array.from(plies, packPly), 0);
    line.value = { game, timeline, plies, at: 1, from: 0 };
  } catch {
    // Interrupted: it can be requested again.
  } finally {
    if (asked === mine) lineAwaited.value = false;
  }
}

interface LineQuestion {
  readonly game: Game;
  readonly state: State;
  readonly best: Move;
  readonly judge: string;
}

/** One move on, or back; back from its start leaves it. */
export function stepLine(by: 1 | -1): void {
  const now = line.peek();
  if (!now) return;
  const at = now.at + by;
  if (at < 0) leaveLine();
  else if (at <= now.plies.length) line.value = { ...now, at, from: now.at };
}

export function leaveLine(): void {
  asked = undefined;
  lineAwaited.value = false;
  line.value = undefined;
}

/** What the board shows while the line is in view. */
export const lineShown = computed((): Shown | undefined => {
  const now = line.value;
  return now && stepShown(now.timeline, now.at, now.from);
});

/** The state at the step in view. */
export const lineState = computed(() => line.value?.timeline.positionAt(line.value.at).state);

/** The step in view as a sentence. */
export const lineWords = computed((): string | undefined => {
  const now = line.value;
  if (!now) return undefined;
  const ply = now.plies[now.at - 1];
  if (!ply) return 'The line, before its first move.';
  const tile = now.game.tile(ply.spawn.exponent);
  return `The line, move ${now.at} of ${now.plies.length}: ${capital(ply.move)}, then ${tile} in ${cellName(ply.spawn.cell, now.game)}.`;
});
