// The known tile colours: those of the classic 2048 page, and the app's own in both themes. A palette counts if the
// board's frame has its colour.

import type { GameName } from 'afterstate';
import { TILE_COLOURS } from '../board/colours.ts';
import { apart, type Colour, colourOf } from './pixels.ts';

export interface Palette {
  readonly frame: Colour;
  /** By exponent, from 1 up. */
  readonly tiles: readonly Colour[];
}

/** The grounds of 2 to 2048; all larger tiles share the last. */
const CLASSIC =
  '#eee4da #ede0c8 #f2b179 #f59563 #f67c5f #f65e3b #edcf72 #edcc61 #edc850 #edc53f #edc22e #3c3a32 #3c3a32 #3c3a32 #3c3a32 #3c3a32 #3c3a32';

const classic: Palette = { frame: colourOf('#bbada0'), tiles: CLASSIC.split(' ').map(colourOf) };

function palettesOf(game: GameName): Palette[] {
  const own = Object.values(TILE_COLOURS[game]).map(({ frame, tiles }) => ({
    frame: colourOf(frame),
    tiles: tiles.map(({ ground }) => colourOf(ground)),
  }));
  return game === '2048' ? [classic, ...own] : own;
}

/** How far a colour may be from the palette's, per channel: pictures are compressed, and screens have colour profiles. */
const NEAR = 10;

/** `frame`: its colour in some places; a third of them must match the palette's. */
export function paletteOf(game: GameName, frame: readonly Colour[]): Palette | undefined {
  const share = (palette: Palette): number =>
    frame.filter((colour) => apart(palette.frame, colour) <= NEAR).length / frame.length;
  return palettesOf(game).find((palette) => share(palette) >= 1 / 3);
}

/** How near a ground is to the palette's colour for an exponent: 1 if it is the same, 0 from `NEAR` up. */
export function nearness({ tiles }: Palette, exponent: number, ground: Colour): number {
  const colour = tiles[exponent - 1];
  return colour ? Math.max(0, 1 - apart(colour, ground) / NEAR) : 0;
}
