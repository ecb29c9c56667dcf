// The frames of an animation: tiles that were drawn once (sprites.ts) are put onto the picture as palette indices, and a frame is
// the rectangle that differs from the previous picture. This needs no canvas, so a worker can do it in any browser.

import type { Board, Game, Move, State } from 'afterstate';
import { trace } from '../board/trace.ts';
import type { Colour, Frame } from './gif.ts';
import { cornerOf, type Layout } from './picture.ts';

/** Something drawn: palette indices, row by row; `CLEAR` shows what is below. */
export interface Sprite {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export const CLEAR = 255;

/** Everything to draw, drawn once. */
export interface Stage {
  readonly palette: readonly Colour[];
  readonly layout: Layout;
  /** The whole picture with an empty board and no score. */
  readonly ground: Sprite;
  /** The rows above the board, where the score stands. */
  readonly head: number;
  /** By exponent; only those needed. */
  readonly tiles: readonly (Sprite | undefined)[];
  /** By character. */
  readonly digits: Readonly<Record<string, Sprite>>;
}

/** How a move is shown. */
export interface Timing {
  /** Between two boards, in hundredths of a second. */
  readonly delay: number;
  /** Whether tiles slide. */
  readonly slides: boolean;
}

/** Where sliding tiles are shown on their way, as shares of it, and for how long each time, in hundredths of a second. */
const ON_THE_WAY = [0.35, 0.75];
const SLIDE_DELAY = 3;

export class Animator {
  readonly #stage: Stage;
  readonly #game: Game;
  readonly #timing: Timing;
  #picture: Uint8Array;

  constructor(stage: Stage, game: Game, timing: Timing) {
    this.#stage = stage;
    this.#game = game;
    this.#timing = timing;
    this.#picture = stage.ground.pixels.slice();
  }

  /** The whole picture, for the start. */
  first(board: Board, score: string, delay: number): Frame {
    this.#picture = this.#drawn(board, score);
    const { width, height } = this.#stage.ground;
    return { x: 0, y: 0, width, height, pixels: this.#picture, delay };
  }

  /** From the current picture to the board that a move made. */
  move(before: State, move: Move, after: Board, score: string, earlier: string): Frame[] {
    const afterstate = this.#game.afterstate(before, move)!;
    const frames: Frame[] = [];
    let { delay } = this.#timing;
    if (this.#timing.slides) {
      const ways = trace(before.board, afterstate.board, move, this.#game);
      for (const share of ON_THE_WAY)
        frames.push(this.#changed(this.#sliding(before.board, ways, share, earlier), SLIDE_DELAY));
      delay -= SLIDE_DELAY * ON_THE_WAY.length;
    }
    frames.push(this.#changed(this.#drawn(after, score), Math.max(2, delay)));
    return frames;
  }

  #drawn(board: Board, score: string): Uint8Array {
    const picture = this.#begun(score);
    board.forEach((exponent, cell) => this.#putTile(picture, exponent, ...this.#placeOf(cell)));
    return picture;
  }

  #sliding(board: Board, ways: ReturnType<typeof trace>, share: number, score: string): Uint8Array {
    const picture = this.#begun(score);
    // Tiles that stay lie below tiles that move.
    const ordered = ways.toSorted((a, b) => Number(a.from !== a.to) - Number(b.from !== b.to));
    for (const { from, to } of ordered) {
      const [row, column] = this.#placeOf(from);
      const [toRow, toColumn] = this.#placeOf(to);
      this.#putTile(picture, board[from]!, row + share * (toRow - row), column + share * (toColumn - column));
    }
    return picture;
  }

  #begun(score: string): Uint8Array {
    const { ground, head, layout, digits } = this.#stage;
    const picture = ground.pixels.slice();
    let x = layout.gap;
    for (const digit of score) {
      const sprite = digits[digit]!;
      this.#put(picture, sprite, x, Math.floor((head - sprite.height) / 2));
      x += sprite.width;
    }
    return picture;
  }

  #placeOf(cell: number): [row: number, column: number] {
    const { columns } = this.#game;
    return [Math.floor(cell / columns), cell % columns];
  }

  #putTile(picture: Uint8Array, exponent: number, row: number, column: number): void {
    if (exponent === 0) return;
    const { tiles, layout, head } = this.#stage;
    const [x, y] = cornerOf(layout, row, column);
    this.#put(picture, tiles[exponent]!, x, head + y);
  }

  #put(picture: Uint8Array, { width, height, pixels }: Sprite, left: number, top: number): void {
    const across = this.#stage.ground.width;
    for (let y = 0; y < height; y++) {
      const row = (top + y) * across + left;
      for (let x = 0; x < width; x++) {
        const index = pixels[y * width + x]!;
        if (index !== CLEAR) picture[row + x] = index;
      }
    }
  }

  /** The smallest rectangle that turns the last picture into this one; one pixel if nothing differs, to let time pass. */
  #changed(picture: Uint8Array, delay: number): Frame {
    const { width, height } = this.#stage.ground;
    const last = this.#picture;
    this.#picture = picture;
    let [left, right, top, bottom] = [width, -1, height, -1];
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (picture[y * width + x] !== last[y * width + x]) {
          left = Math.min(left, x);
          right = Math.max(right, x);
          top = Math.min(top, y);
          bottom = y;
        }
    if (right < 0) [left, right, top, bottom] = [0, 0, 0, 0];
    const wide = right - left + 1;
    const pixels = new Uint8Array(wide * (bottom - top + 1));
    for (let y = top; y <= bottom; y++)
      pixels.set(picture.subarray(y * width + left, y * width + right + 1), (y - top) * wide);
    return { x: left, y: top, width: wide, height: bottom - top + 1, pixels, delay };
  }
}
