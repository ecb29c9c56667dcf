// A board that is being edited. Cells hold the text as typed, so that a wrong value can be shown and explained in the same
// words that the notation uses everywhere else. Each game has a draft of its own, and a reload keeps it.

import { effect, signal, untracked } from '@preact/signals';
import { type Board, type Game, GAME_NAMES, type Hint, parseGame, type State } from 'afterstate';
import { view } from '../game/session.ts';
import { gameName } from '../shell/settings.ts';
import { type Fields, forget, load, save } from '../shell/storage.ts';

export interface Draft {
  readonly game: Game;
  /** The texts of the cells, row by row; '' is an empty one. */
  readonly cells: readonly string[];
  readonly next: Hint | undefined;
  /** The notation as it is being typed in the text field; undefined shows that of the cells. */
  readonly typed?: string | undefined;
  /** Whether the last text typed or pasted held exponents. */
  readonly exponents?: boolean | undefined;
  /** The cells read from a picture that may be wrong and have not been set since. */
  readonly doubtful?: readonly number[];
}

/** The current draft; undefined while nothing is being edited. */
export const draft = signal<Draft | undefined>(undefined);

/** Starts switching the draft with the chosen game, and keeping it in this tab. */
export function keepDraft(): void {
  let shown = gameName.peek();
  draft.value = load(`draft:${shown}`, readDraft, 'session');
  effect(() => {
    const name = gameName.value;
    untracked(() => {
      if (name === shown) return;
      const editing = draft.peek() !== undefined;
      keep();
      shown = name;
      const { game, state } = view.peek();
      if (editing) draft.value = load(`draft:${name}`, readDraft, 'session') ?? fromState(game, state);
    });
  });
  const keep = (): void => {
    const now = draft.peek();
    if (now) save(`draft:${now.game.name}`, { ...now, game: now.game.spec }, 'session');
    else for (const name of GAME_NAMES) forget(`draft:${name}`, 'session');
  };
  effect(() => {
    void draft.value;
    untracked(keep);
  });
}

function readDraft({ game, cells, next, typed }: Fields): Draft {
  const rules = parseGame(String(game));
  const texts = Array.isArray(cells) ? cells.map(String) : [];
  if (texts.length !== rules.rows * rules.columns) throw new Error('not a board');
  return {
    game: rules,
    cells: texts,
    next: rules.hints?.all.find((hint) => hint === next),
    typed: typeof typed === 'string' ? typed : undefined,
  };
}

/** A board as read from a picture; a game with hints shows `next` beside it. */
export function fromBoard(game: Game, board: Board, next: Hint | undefined, doubtful: readonly number[]): Draft {
  return { ...fromState(game, next === undefined ? { board } : { board, next }), doubtful };
}

export function beginDraft(game: Game, state: State): void {
  draft.value = fromState(game, state);
}

export function fromState(game: Game, { board, next }: State, typed?: string): Draft {
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

export function setCell(cell: number, text: string): void {
  const now = draft.peek()!;
  const doubtful = now.doubtful?.filter((other) => other !== cell) ?? [];
  draft.value = { ...now, cells: now.cells.with(cell, text), typed: undefined, exponents: false, doubtful };
}

/** The next larger tile, or, with −1, the next smaller; empty comes before the first and after the last. */
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
  const now = draft.peek()!;
  draft.value = { ...now, cells: now.cells.map(() => ''), typed: undefined, exponents: false, doubtful: [] };
}
