// The parts of an animation, drawn once on a canvas: the empty board, the tiles, the digits of the score. The palette follows
// from the parts: each has a few colours and the steps between them, so nothing has to be guessed from pixels.

import { emptyBoard, type Game } from 'afterstate';
import { TILE_COLOURS, type Tone } from '../board/colours.ts';
import { CLEAR, type Sprite, type Stage } from './frames.ts';
import type { Colour } from './gif.ts';
import { drawBoard, drawTile, layoutOf, type Pen, write } from './picture.ts';

const GROUND = { light: '#faf7f2', dark: '#181614' } as const;
const INK = { light: '#2b2622', dark: '#ece6dd' } as const;

/** Shares of the first of two colours, for the smooth edges of letters and corners. */
const STEPS = [0.25, 0.5, 0.75];

/** The board may be a few pixels narrower than requested. */
export function makeStage(game: Game, exponents: ReadonlySet<number>, tone: Tone, width: number): Stage {
  const layout = layoutOf(game, width);
  const head = Math.round(width * 0.11);
  const { frame, cell, tiles: colours } = TILE_COLOURS[game.name][tone];
  const [ground, ink] = [GROUND[tone], INK[tone]];
  const palette = new Palette();
  const pen = penOf(layout.width, head + layout.height);

  pen.fillStyle = ground;
  pen.fillRect(0, 0, layout.width, head + layout.height);
  drawBoard(pen, game, emptyBoard(game), tone, layout, 0, head);
  const empty = palette.sprite(pen, layout.width, head + layout.height, [
    [ground, frame],
    [frame, cell],
  ]);

  const tiles: (Sprite | undefined)[] = [];
  for (const exponent of exponents) {
    const face = colours[Math.min(exponent, colours.length) - 1]!;
    pen.fillStyle = frame;
    pen.fillRect(0, 0, layout.cell, layout.cell);
    drawTile(pen, game, exponent, tone, layout, 0, 0);
    tiles[exponent] = palette.sprite(
      pen,
      layout.cell,
      layout.cell,
      [
        [face.ground, frame],
        [face.ground, face.ink],
      ],
      frame,
    );
  }

  const digits: Record<string, Sprite> = {};
  const size = head * 0.62;
  for (const digit of '0123456789,') {
    write(pen, '', 0, 0, size, 700);
    // Digits of one width keep the score from dancing.
    const wide = Math.ceil(pen.measureText(digit === ',' ? ',' : '0').width);
    pen.fillStyle = ground;
    pen.fillRect(0, 0, wide, head);
    pen.fillStyle = ink;
    write(pen, digit, wide / 2, head / 2, size, 700, 'center');
    digits[digit] = palette.sprite(pen, wide, head, [[ink, ground]]);
  }
  return { palette: palette.colours, layout, ground: empty, head, tiles, digits };
}

function penOf(width: number, height: number): Pen {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  return canvas.getContext('2d', { willReadFrequently: true })!;
}

/** Colours with their indices; each is listed once. */
class Palette {
  readonly colours: Colour[] = [];
  readonly #numbers = new Map<string, number>();

  /** The drawing in the upper-left corner, in the colours of the pairs and the steps between them. Where `clear` is alone, it is transparent. */
  sprite(
    pen: Pen,
    width: number,
    height: number,
    pairs: readonly (readonly [string, string])[],
    clear?: string,
  ): Sprite {
    const near = pairs.flatMap(([one, other]) => [one, other, ...STEPS.map((share) => between(one, other, share))]);
    const choices = [...new Set(near.map((colour) => this.#number(colour)))];
    const clearIndex = clear === undefined ? -1 : this.#number(clear);
    const { data } = pen.getImageData(0, 0, width, height);
    const known = new Map<number, number>();
    const pixels = Uint8Array.from({ length: width * height }, (_, i) => {
      const [red, green, blue] = [data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!];
      const key = (red << 16) | (green << 8) | blue;
      let index = known.get(key);
      if (index === undefined) {
        index = this.#nearest([red, green, blue], choices);
        known.set(key, index);
      }
      return index === clearIndex ? CLEAR : index;
    });
    return { width, height, pixels };
  }

  #number(colour: string): number {
    const known = this.#numbers.get(colour);
    if (known !== undefined) return known;
    this.#numbers.set(colour, this.colours.length);
    this.colours.push(rgb(colour));
    return this.colours.length - 1;
  }

  #nearest([red, green, blue]: Colour, choices: readonly number[]): number {
    let [best, least] = [0, Infinity];
    for (const index of choices) {
      const [r, g, b] = this.colours[index]!;
      const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
      if (distance < least) [best, least] = [index, distance];
    }
    return best;
  }
}

function rgb(colour: string): Colour {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Colour;
}

function between(one: string, other: string, share: number): string {
  const [a, b] = [rgb(one), rgb(other)];
  const mixed = a.map((part, i) => Math.round(share * part + (1 - share) * b[i]!));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
