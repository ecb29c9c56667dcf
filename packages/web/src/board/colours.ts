// The colours of tiles, in both themes. 2048: one family that warms from cream over amber to red as numbers grow and
// continues through plum and violet to blue, one step per doubling, to 131072. Threes: 1 blue, 2 red, and neutrals from 3 up. The
// steps were chosen in OKLCH, even to the eye; colours.test.ts holds them to it, and to the contrast of the numbers.

import type { Game, GameName } from 'afterstate';

export interface TileColour {
  readonly ground: string;
  readonly ink: string;
}

export interface TileColours {
  /** By exponent, from 1 up. */
  readonly tiles: readonly TileColour[];
  readonly frame: string;
  readonly cell: string;
}

export type Tone = 'light' | 'dark';

const DARK_INK = '#221c17';
const LIGHT_INK = '#fffdf9';

/** The first `split` grounds carry one ink, the rest the other. */
function family(grounds: string, split: number, inks: readonly [string, string]): TileColour[] {
  return grounds.split(' ').map((ground, i) => ({ ground, ink: i < split ? inks[0] : inks[1] }));
}

const LIGHT_2048 = family(
  '#f7f3eb #f4e8cf #f5dba8 #f7cb81 #f8b65a #f79f3f #f5862e #ee6928 #c73f1c #b72c2f #a32143 #932160 #802777 #6c2b88 #572e91 #3e3493 #153a83',
  8,
  [DARK_INK, LIGHT_INK],
);
const DARK_2048 = family(
  '#403b35 #4f4533 #644f2a #795822 #8f5c13 #a85a04 #cb760a #e57c16 #f56f2f #f35d43 #ef5467 #ed6793 #e370b7 #ce78d6 #b987eb #a196f4 #7ea7f3',
  6,
  [LIGHT_INK, DARK_INK],
);
const ONE_AND_TWO = family('#2179b7 #c83248', 2, [LIGHT_INK, LIGHT_INK]);
const LIGHT_THREES = family(
  '#fdfcf9 #f3f0e9 #e7e2d9 #d9d4c9 #ccc5b9 #bdb5a8 #ada599 #9d9488 #797065 #685f54 #554d44 #413a34',
  8,
  [DARK_INK, LIGHT_INK],
);
const DARK_THREES = family(
  '#464340 #524f4b #605b56 #6d6861 #79736c #989188 #a7a096 #b7b0a5 #c7c0b4 #d7d2c7 #e8e4dc #faf8f5',
  5,
  [LIGHT_INK, DARK_INK],
);

export const TILE_COLOURS: Readonly<Record<GameName, Readonly<Record<Tone, TileColours>>>> = {
  '2048': {
    light: { tiles: LIGHT_2048, frame: '#d5cec4', cell: '#e4dfd7' },
    dark: { tiles: DARK_2048, frame: '#23201c', cell: '#2d2926' },
  },
  threes: {
    light: { tiles: [...ONE_AND_TWO, ...LIGHT_THREES], frame: '#b8d4d7', cell: '#cae2e5' },
    dark: { tiles: [...ONE_AND_TWO, ...DARK_THREES], frame: '#1b2325', cell: '#252d2f' },
  },
};

/** The colours of one exponent as CSS that follows the theme. */
export function tileStyle(game: GameName, exponent: number): { background: string; color: string } {
  const { light, dark } = TILE_COLOURS[game];
  const last = light.tiles.length - 1;
  const at = Math.min(exponent - 1, last);
  const [l, d] = [light.tiles[at]!, dark.tiles[at]!];
  return { background: `light-dark(${l.ground}, ${d.ground})`, color: `light-dark(${l.ink}, ${d.ink})` };
}

/** The ground of a tile in each theme, for drawing outside style sheets. */
export function tileGround(game: GameName, exponent: number): Readonly<Record<Tone, string>> {
  const { light, dark } = TILE_COLOURS[game];
  return { light: light.tiles[exponent - 1]!.ground, dark: dark.tiles[exponent - 1]!.ground };
}

/** What the style sheets need to know of a game's board: its colours, which follow the theme, and its shape. */
export function boardStyle({
  name,
  rows,
  columns,
}: Pick<Game, 'name' | 'rows' | 'columns'>): Record<string, string | number> {
  const { light, dark } = TILE_COLOURS[name];
  return {
    '--frame': `light-dark(${light.frame}, ${dark.frame})`,
    '--cell': `light-dark(${light.cell}, ${dark.cell})`,
    '--rows': rows,
    '--columns': columns,
  };
}
