// The board widget: plain DOM, no framework, no rules. It is given a board and how the previous one became it, and draws
// that: tiles keep their element while they slide, two that slide to one cell are replaced by the tile they make.
// Whoever calls `show` has changed the page before it returns, so a key press is on screen in the same frame.

import { type Board, cellCount, type Shape } from 'afterstate';
import type { Transition } from './trace.ts';

export interface Face {
  readonly text: string;
  readonly background: string;
  readonly color: string;
}

export interface ShowOptions {
  /** Without one, or if the system asks for reduced motion, the board changes at once. */
  readonly transition?: Transition | undefined;
  /** An undo: the transition led from the new board to the old one. */
  readonly backward?: boolean;
  /** How long tiles slide, in ms. */
  readonly ms?: number;
}

export const SLIDE_MS = 100;

/** How long tiles slide at this many moves per second; beyond thirty, a slide cannot be seen. */
export function slideMs(perSecond: number): number {
  return perSecond > 30 ? 0 : Math.min(SLIDE_MS, 700 / perSecond);
}

interface Tile {
  readonly element: HTMLElement;
  readonly exponent: number;
}

export class BoardWidget {
  readonly #tiles: HTMLElement;
  readonly #face: (exponent: number) => Face;
  readonly #stillness = matchMedia('(prefers-reduced-motion: reduce)');
  readonly #shape: Shape;
  #cells: (Tile | undefined)[];
  #leaving: HTMLElement[] = [];
  #cleanup: ReturnType<typeof setTimeout> | undefined;

  /** Draws into `root`, which it fills and owns. */
  constructor(root: HTMLElement, shape: Shape, face: (exponent: number) => Face) {
    this.#shape = shape;
    this.#face = face;
    this.#cells = this.#none();
    const cells = document.createElement('div');
    cells.className = 'cells';
    for (let i = 0; i < cellCount(shape); i++) cells.append(document.createElement('i'));
    this.#tiles = document.createElement('div');
    this.#tiles.className = 'tiles';
    root.replaceChildren(cells, this.#tiles);
  }

  show(board: Board, { transition, backward = false, ms = SLIDE_MS }: ShowOptions = {}): void {
    this.#clear();
    if (!transition || ms <= 0 || this.#stillness.matches) return this.#set(board);
    this.#tiles.style.setProperty('--slide', `${ms}ms`);
    if (backward) this.#slideBack(board, transition);
    else this.#slide(board, transition);
    this.#cleanup = setTimeout(() => this.#clear(), ms);
  }

  #slide(board: Board, { slides, spawned }: Transition): void {
    const before = this.#cells;
    const after = this.#none();
    const arrivals = new Map<number, Tile[]>();
    for (const { from, to } of slides) {
      const tile = before[from];
      if (tile) arrivals.set(to, [...(arrivals.get(to) ?? []), tile]);
    }
    for (const [to, tiles] of arrivals) {
      for (const { element } of tiles) this.#place(element, to);
      const [only] = tiles;
      if (tiles.length === 1 && only?.exponent === board[to]) {
        after[to] = only;
      } else {
        this.#leaving.push(...tiles.map(({ element }) => element));
        after[to] = this.#create(board[to]!, to, 'merged');
      }
    }
    if (spawned !== undefined) after[spawned] = this.#create(board[spawned]!, spawned, 'spawned');
    this.#cells = after;
    // If the transition is incomplete, the board decides.
    this.#set(board);
  }

  #slideBack(board: Board, { slides }: Transition): void {
    for (const tile of this.#cells) tile?.element.remove();
    this.#cells = this.#none();
    for (const { from, to } of slides) this.#cells[from] = this.#create(board[from]!, to);
    void this.#tiles.offsetWidth; // Makes the browser take note of where they start.
    for (const { from } of slides) {
      const tile = this.#cells[from];
      if (tile) this.#place(tile.element, from);
    }
    this.#set(board);
  }

  #set(board: Board): void {
    for (let cell = 0; cell < cellCount(this.#shape); cell++) {
      const exponent = board[cell] ?? 0;
      const tile = this.#cells[cell];
      if ((tile?.exponent ?? 0) === exponent) continue;
      tile?.element.remove();
      this.#cells[cell] = exponent === 0 ? undefined : this.#create(exponent, cell);
    }
  }

  #create(exponent: number, cell: number, arrival = ''): Tile {
    const { text, background, color } = this.#face(exponent);
    const element = document.createElement('div');
    element.className = `tile ${arrival}`;
    const face = document.createElement('div');
    face.className = 'face';
    face.dataset['digits'] = String(text.length);
    face.style.background = background;
    face.style.color = color;
    face.textContent = text;
    element.append(face);
    this.#place(element, cell);
    this.#tiles.append(element);
    return { element, exponent };
  }

  #none(): (Tile | undefined)[] {
    return Array.from({ length: cellCount(this.#shape) });
  }

  #place(element: HTMLElement, cell: number): void {
    const { columns } = this.#shape;
    element.style.setProperty('--column', String(cell % columns));
    element.style.setProperty('--row', String(Math.floor(cell / columns)));
  }

  #clear(): void {
    clearTimeout(this.#cleanup);
    for (const element of this.#leaving) element.remove();
    this.#leaving = [];
  }
}
