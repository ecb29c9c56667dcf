// A board that is being set up. Cells hold text as it was typed, so that a wrong value can be shown and explained by the
// same words with which the notation is read everywhere else.

import { computed, signal } from '@preact/signals';
import { type Game, type Hint, parseBoard, parseGame, printBoard, type State } from 'afterstate';
import { parseHash } from '../shell/address.ts';

export interface Draft {
  readonly game: Game;
  /** Sixteen texts; '' is an empty cell. */
  readonly cells: readonly string[];
  readonly next: Hint | undefined;
  /** The notation as it stands in the text field while it is being typed; undefined shows the cells' own. */
  readonly typed?: string | undefined;
}

/** The draft in work; undefined while nothing is edited. */
export const draft = signal<Draft | undefined>(undefined);

export function beginDraft(game: Game, state: State): void {
  draft.value = fromState(game, state);
}

function fromState(game: Game, { board, next }: State, typed?: string): Draft {
  const cells = board.map((exponent) => (exponent === 0 ? '' : String(game.tile(exponent))));
  return { game, cells, next, typed };
}

export function draftText({ cells, next, typed }: Draft): string {
  if (typed !== undefined) return typed;
  const rows = [0, 4, 8, 12].map((first) =>
    cells
      .slice(first, first + 4)
      .map((cell) => (cell === '' ? '0' : cell))
      .join(','),
  );
  return rows.join('/\n') + (next === undefined ? '' : ` next=${next}`);
}

/** The position that the draft stands for, or what is wrong with it. */
export const reading = computed((): { state: State } | { problem: string } | undefined => {
  if (!draft.value) return undefined;
  try {
    return { state: parseBoard(draftText(draft.value), draft.value.game) };
  } catch (error) {
    return { problem: (error as Error).message };
  }
});

export function setCell(cell: number, text: string): void {
  const now = draft.peek()!;
  draft.value = { ...now, cells: now.cells.with(cell, text), typed: undefined };
}

/** The next larger tile, or with −1 the next smaller; empty comes before the first and after the last. */
export function cycleCell(cell: number, by: 1 | -1): void {
  const { game, cells } = draft.peek()!;
  const exponent = game.exponent(Number(cells[cell] || 0)) ?? 0;
  const size = game.maxExponent + 1;
  const next = (exponent + by + size) % size;
  setCell(cell, next === 0 ? '' : String(game.tile(next)));
}

export function setNext(next: Hint): void {
  draft.value = { ...draft.peek()!, next, typed: undefined };
}

export function clearCells(): void {
  draft.value = { ...draft.peek()!, cells: Array.from({ length: 16 }, () => ''), typed: undefined };
}

/** The notation as a person types or pastes it; a link to a position is understood as well. */
export function setText(text: string): void {
  const now = draft.peek()!;
  const linked = boardOfLink(text);
  try {
    const state = parseBoard(linked ?? text, now.game);
    draft.value = fromState(now.game, state, linked ?? text);
  } catch {
    draft.value = { ...now, typed: text };
  }
}

export function settleText(): void {
  const now = draft.peek();
  if (now && reading.peek() && 'state' in reading.peek()!) draft.value = { ...now, typed: undefined };
}

function boardOfLink(text: string): string | undefined {
  const hash = text.indexOf('#/');
  return hash < 0 ? undefined : (parseHash(text.slice(hash)).parameters.get('board') ?? undefined);
}

export function positionParameters(game: Game, state: State): { game: string; board: string } {
  return { game: game.spec, board: printBoard(state, game) };
}

/** The position that an address carries; throws an InputError where it is none. */
export function positionOf(parameters: URLSearchParams): { game: Game; state: State } | undefined {
  const board = parameters.get('board');
  if (board === null) return undefined;
  const game = parseGame(parameters.get('game') ?? '2048');
  return { game, state: parseBoard(board, game) };
}
