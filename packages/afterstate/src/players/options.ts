// The options that several players share, and the kinds of values that only players use.

import { MOST_PLIES } from '../kernel/layout.ts';
import type { Game } from '../rules/game.ts';
import { choice, number, whole } from '../rules/option-types.ts';
import type { Labelled, Option, ValueType } from '../rules/options.ts';
import { option } from '../rules/options.ts';

/** Choices to look ahead, on easy boards and on hard ones. */
export interface Plies {
  readonly least: number;
  readonly most: number;
}

/** One number of plies, or a range from which the board decides: `2-4`. */
const plies: ValueType<Plies> = {
  shape: () => ({ kind: 'plies', possible: `a whole number from 1 to ${MOST_PLIES}, a range such as 2-4` }),
  read(text, { wrong }) {
    const match = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text);
    const least = Number(match?.[1]);
    const most = Number(match?.[2] ?? match?.[1]);
    if (!match || least < 1 || most < least || most > MOST_PLIES) throw wrong(text);
    return { least, most };
  },
  write: ({ least, most }) => (least < most ? `${least}-${most}` : `${most}`),
};

/** Tiles in a range of exponents, which are the values; 0 for `zero`. */
export function tile(range: (game: Game) => { min: number; max: number }, zero: string): ValueType<number> {
  return {
    shape(game) {
      if (!game) return { kind: 'tile', possible: `a tile, 0 for ${zero}` };
      const { min, max } = range(game);
      const tiles = Array.from({ length: max - min + 1 }, (_, i): Labelled => {
        const number = String(game.tile(min + i));
        return [number, number];
      });
      return {
        kind: 'tile',
        possible: `a tile from ${game.tile(min)} to ${game.tile(max)}, 0 for ${zero}`,
        choices: [...tiles, ['0', zero]],
      };
    },
    read(text, { game, wrong }) {
      if (text === '0') return 0;
      const exponent = game?.exponent(Number(text));
      if (!game || exponent === undefined) throw wrong(text);
      const { min, max } = range(game);
      if (exponent < min || exponent > max) throw wrong(text);
      return exponent;
    },
    write: (exponent, game) => (exponent === 0 || !game ? '0' : String(game.tile(exponent))),
  };
}

/** How long a move may take. */
export const MS: Option<number> = option(number({ min: 0, max: 3_600_000, unit: 'ms' }), {
  default: 0,
  label: 'time per move',
  about: 'search deeper and deeper for this long; 0 for no limit',
});

export function cutoff(usual: number): Option<number> {
  return option(number({ min: 0, max: 1 }), {
    default: usual,
    label: 'least probability',
    about: 'do not search branches less probable than this',
    rare: true,
  });
}

export const TABLE: Option<number> = option(
  // The kernel's buckets have two entries, and even a one-ply search takes eight of them.
  whole({ min: 4, max: 26, zero: 'no table', unit: '2ⁿ boards' }),
  {
    // How much of a table is used grows with the plies: at three plies it stays in the cache, whatever its size.
    default: 18,
    label: 'memory',
    about: 'size of the transposition table, as a power of two; 0 for none',
    rare: true,
  },
);

/** How expectimax on a network searches. */
export const SEARCH = {
  ply: option(plies, {
    auto: '1, or as ms allows',
    label: 'plies',
    about: 'choices to look ahead; 2-4 is 2 on easy boards and 4 on hard ones',
  }),
  by: option(
    choice([
      ['empties', 'few empty cells'],
      ['distinct', 'many different tiles'],
    ]),
    { default: 'empties', label: 'deeper with', about: 'what makes a board hard, if ply is a range', rare: true },
  ),
  ms: MS,
  cutoff: cutoff(0),
  margin: option(number({ min: 0, max: 1 }), {
    default: 0,
    label: 'margin',
    about: 'after the first choice, drop moves whose one-ply value is this part below the best; 0 for none',
    rare: true,
  }),
  table: TABLE,
} as const;

const DEPTH = whole({ min: 1, max: MOST_PLIES, unit: 'plies' });
const DEPTH_WORDS = { label: 'depth', about: 'choices to look ahead' } as const;

/** How many choices a player with a heuristic looks ahead. */
export function depth(usual: number): Option<number> {
  return option(DEPTH, { ...DEPTH_WORDS, default: usual, always: true });
}

/** The same, if the board or the time decides by default. */
export function freeDepth(auto: string, always: boolean): Option<number | undefined> {
  return option(DEPTH, { ...DEPTH_WORDS, auto, always });
}

/** What a searcher assumes: which tiles appear, and where it values a line. */
export const BELIEF = {
  spawn: option(
    choice([
      ['any', 'any tile'],
      ['2', 'only a 2'],
    ]),
    {
      default: 'any',
      label: 'new tiles',
      about: 'which new tiles the search expects',
      rare: true,
      games: { words: 'games in which a 2 or a 4 appears', has: (game) => game.plainSpawns },
    },
  ),
  leaf: option(
    choice([
      ['after', 'without the new tile'],
      ['state', 'with the new tile'],
    ]),
    {
      default: 'after',
      label: 'judges boards',
      about: 'whether boards at the end of a line are judged without or with the new tile',
      rare: true,
    },
  ),
} as const;
