// Boards drawn on a canvas, in the colours of the app's board and with its proportions: for the picture card, and for the tiles
// of an animation.

import { type Board, type Game, rowsOf } from 'afterstate';
import { TILE_COLOURS, type Tone } from '../board/colours.ts';

/** Either kind of canvas. */
export type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif";

/** Shares of the board's width, as in board.css. */
const GAP = 0.024;
const ROUND = 0.016;
const TEXT_SIZES = [0.096, 0.096, 0.082, 0.066, 0.055, 0.047] as const;

export interface Layout {
  /** The board's width, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly gap: number;
  readonly cell: number;
  readonly round: number;
}

/** Where the cells of a board of this width lie: whole pixels, so that edges are sharp. */
export function layoutOf({ rows, columns }: Pick<Game, 'rows' | 'columns'>, width: number): Layout {
  const gap = Math.max(1, Math.round(width * GAP));
  const cell = Math.floor((width - (columns + 1) * gap) / columns);
  return {
    gap,
    cell,
    round: width * ROUND,
    width: columns * cell + (columns + 1) * gap,
    height: rows * cell + (rows + 1) * gap,
  };
}

/** The upper-left corner of a cell within the board; row and column need not be whole while a tile slides. */
export function cornerOf({ gap, cell }: Layout, row: number, column: number): readonly [x: number, y: number] {
  return [Math.round(gap + column * (gap + cell)), Math.round(gap + row * (gap + cell))];
}

export function drawTile(
  pen: Pen,
  game: Game,
  exponent: number,
  tone: Tone,
  layout: Layout,
  x: number,
  y: number,
): void {
  const { tiles } = TILE_COLOURS[game.name][tone];
  const { ground, ink } = tiles[Math.min(exponent, tiles.length) - 1]!;
  const text = String(game.tile(exponent));
  box(pen, x, y, layout.cell, layout.cell, layout.round, ground);
  pen.fillStyle = ink;
  const size = TEXT_SIZES[Math.min(text.length, TEXT_SIZES.length) - 1]! * layout.width;
  write(pen, text, x + layout.cell / 2, y + layout.cell / 2, size, 700, 'center');
}

/** Without tiles if there is no board. */
export function drawBoard(
  pen: Pen,
  game: Game,
  board: Board,
  tone: Tone,
  layout: Layout,
  left: number,
  top: number,
): void {
  const { frame, cell } = TILE_COLOURS[game.name][tone];
  box(pen, left, top, layout.width, layout.height, layout.width * GAP, frame);
  rowsOf(board, game).forEach((exponents, row) =>
    exponents.forEach((exponent, column) => {
      const [x, y] = cornerOf(layout, row, column);
      if (exponent === 0) box(pen, left + x, top + y, layout.cell, layout.cell, layout.round, cell);
      else drawTile(pen, game, exponent, tone, layout, left + x, top + y);
    }),
  );
}

export function box(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  round: number,
  colour: string,
): void {
  pen.fillStyle = colour;
  pen.beginPath();
  pen.roundRect(x, y, width, height, round);
  pen.fill();
}

/** One line of text centred at the height `y`. */
export function write(
  pen: Pen,
  text: string,
  x: number,
  y: number,
  size: number,
  weight: number,
  align: 'left' | 'center' | 'right' = 'left',
): void {
  pen.font = `${weight} ${size}px ${FONT}`;
  pen.textAlign = align;
  pen.textBaseline = 'alphabetic';
  // Digits and capitals are centred by their own height: in some fonts the middle of the line lies lower.
  const { actualBoundingBoxAscent: above } = pen.measureText('0');
  pen.fillText(text, x, y + above / 2);
}
