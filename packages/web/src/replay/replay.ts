// The game being replayed: where it stands, and whether and how fast it plays. It knows nothing about where the game came from, or
// what the browser keeps, so that the view for other sites (embed-view.tsx) loads no more than this.

import { batch, computed, signal } from '@preact/signals';
import { DEFAULT_GAME, emptyBoard, type Game, parseGame, type Position, Timeline } from 'afterstate';
import type { Shown } from '../board/board-view.tsx';
import { slideMs } from '../board/board.ts';
import type { SharedGame } from '../game/replay-link.ts';
import { stepShown } from '../game/step-shown.ts';

export interface Replayed {
  readonly shared: SharedGame;
  readonly game: Game;
  readonly timeline: Timeline;
  readonly moves: number;
}

/** Moves per second. */
export const PACES = [1, 2, 4, 8, 16, 32, 64] as const;

export const replayed = signal<Replayed | undefined>(undefined);
/** The position in view, as a number of moves. */
export const at = signal(0);
export const playing = signal(false);
/** An index of `PACES`. */
export const pace = signal(2);
/** The previous position in view. */
const from = signal(0);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows the game from its start or from a given position. */
export function show(shared: SharedGame, ply = 0): void {
  pause();
  const game = parseGame(shared.record.game);
  const timeline = new Timeline(game, shared.record.start);
  const moves = shared.record.plies.length;
  timeline.restore(shared.record.plies, moves);
  const place = Math.max(0, Math.min(moves, ply));
  batch(() => {
    replayed.value = { shared, game, timeline, moves };
    from.value = place;
    at.value = place;
  });
}

export function close(): void {
  pause();
  replayed.value = undefined;
}

export const position = computed((): Position | undefined => {
  const now = replayed.value;
  if (!now) return undefined;
  const { state, score } = now.timeline.positionAt(at.value);
  return { state, score: score + now.shared.earlier };
});

const nothing = parseGame(DEFAULT_GAME);
const closed: Shown = { game: nothing, board: emptyBoard(nothing) };

/** What the board shows. It may ask once more while the page closes. */
export const shown = computed((): Shown => {
  const now = replayed.value;
  if (!now) return closed;
  const ms = playing.peek() ? slideMs(PACES[pace.peek()]!) : undefined;
  return stepShown(now.timeline, at.value, from.value, ms);
});

/** Goes to a position by hand, which stops playing. */
export function go(ply: number): void {
  pause();
  move(ply);
}

function move(ply: number): void {
  const last = replayed.peek()?.moves ?? 0;
  batch(() => {
    from.value = at.peek();
    at.value = Math.max(0, Math.min(last, ply));
  });
}

/** Plays on from the position in view, or from the start if that is the end. */
export function play(): void {
  const now = replayed.peek();
  if (!now || now.moves === 0 || playing.peek()) return;
  if (at.peek() === now.moves) move(0);
  playing.value = true;
  let due = performance.now();
  const next = (): void => {
    if (!replayed.peek()) return pause();
    move(at.peek() + 1);
    if (at.peek() === replayed.peek()!.moves) return pause();
    // Late moves are not caught up on: a tab that was hidden plays on where it was.
    due = Math.max(due + 1000 / PACES[pace.peek()]!, performance.now());
    timer = setTimeout(next, due - performance.now());
  };
  due += 1000 / PACES[pace.peek()]!;
  timer = setTimeout(next, due - performance.now());
}

export function pause(): void {
  clearTimeout(timer);
  playing.value = false;
}

export function toggle(): void {
  if (playing.peek()) pause();
  else play();
}

/** Slower or faster by one notch. */
export function changePace(by: number): void {
  pace.value = Math.max(0, Math.min(PACES.length - 1, pace.peek() + by));
}
