// The settings of `select`, declared once for its flags, files of settings and select.json, and the plan that they make: the tuples
// to choose from, and how many games and seeds each one takes.

import { canonicalTuple, InputError, parseGame, tupleClasses } from 'afterstate';
import type { Game, TupleClass } from 'afterstate';
import { z } from 'zod';
import type { RunFolder } from '../files/run-folder.ts';
import { gameSetting, seedSetting } from '../runs/common-settings.ts';
import { setting, Settings } from '../runs/settings.ts';
import type { Criterion } from './criterion.ts';
import { CRITERIA, criterionOf } from './criterion.ts';

/** Seeds of one master seed are consecutive; the next master seed has the next thousand. */
const SEEDS_EACH = 1000;
const MOST_CELLS = 8;
/** A first look at every tuple has a tenth of the games. */
const SHORT_SHARE = 10;

const SELECTION = 'What to select:';

export const selectSettings = new Settings(
  {
    size: setting(z.union([z.number().int().min(1).max(MOST_CELLS), z.string()]), {
      argument: 'n',
      description: `cells of a tuple, 1 to ${MOST_CELLS}; several sizes to choose from: 4,5,6`,
      group: SELECTION,
      remedy: 'give the number of cells, such as --size 6',
    }),
    tuples: setting(z.number().int().min(1).max(64), {
      argument: 'n',
      description: 'how many tuples to select, one after another',
      group: SELECTION,
      remedy: 'say how many tuples the network should have',
      onResume: 'more',
    }),
    among: setting(z.string().optional(), {
      argument: 'tuples',
      description: 'choose only among these tuples of that size, such as 012456,012459',
      group: SELECTION,
      fallback: 'all connected ones',
    }),
    games: setting(z.number().int().min(2).max(1e9), {
      argument: 'n',
      description: 'games of each training',
      group: SELECTION,
    }),
    seeds: setting(z.number().int().min(1).max(SEEDS_EACH), {
      argument: 'n',
      description: 'trainings of each candidate at most',
      group: SELECTION,
    }),
    by: setting(z.enum(CRITERIA).default('score'), {
      argument: 'name',
      description: [
        'what to choose the best candidate by:',
        'score: points under TD, as in the paper',
        'tc: points under temporal coherence',
        '3-ply: points of 3-ply play with the trained network',
        'byte: points per byte of weights',
        'lookup: points per weight looked up',
      ].join('\n'),
      group: SELECTION,
    }),
    method: setting(z.enum(['td', 'tc']).optional(), {
      argument: 'name',
      description: 'td or tc: how candidates are trained for --by 3-ply, byte and lookup',
      group: SELECTION,
      fallback: 'td',
    }),
    playGames: setting(z.number().int().min(2).max(65_536).default(100), {
      argument: 'n',
      description: 'with --by 3-ply: games that each trained network plays',
      group: SELECTION,
    }),
    race: setting(z.boolean().default(false), {
      description: 'give more than two seeds only to candidates that may still win',
      group: SELECTION,
    }),
    short: setting(z.boolean().default(false), {
      description:
        'a tenth of the games for every candidate, all games only for the best; not a reproduction: short trainings prefer other tuples',
      group: SELECTION,
    }),
    keep: setting(z.number().int().min(1).max(10_000).default(8), {
      argument: 'n',
      description: 'with --short: candidates that get all games',
      group: SELECTION,
    }),
    game: gameSetting(),
    seed: seedSetting(),
  },
  {
    all: [
      { label: '', values: { games: 1_000_000, seeds: 5 } },
      { label: '--short', values: { games: 200_000, seeds: 3 } },
    ],
    chosenBy: ({ short }) => ({
      label: '',
      values: short === true ? { games: 200_000, seeds: 3 } : { games: 1_000_000, seeds: 5 },
    }),
  },
);

export type SelectConfig = ReturnType<typeof selectSettings.parse>;
export type SelectRun = RunFolder<SelectConfig>;

export interface SelectPlan {
  readonly config: SelectConfig;
  readonly game: Game;
  readonly criterion: Criterion;
  /** All tuples to choose from. */
  readonly candidates: readonly TupleClass[];
  /** The seeds of trainings, in order of use: those of a master seed s begin at 1000 (s − 1) + 1. */
  readonly seeds: readonly number[];
  /** Games of the first look at every candidate, with --short. */
  readonly firstGames: number;
}

/** Checks that the parts fit together. */
export function planSelection(asked: SelectConfig): SelectPlan {
  const game = parseGame(asked.game);
  const sizes = sizesOf(String(asked.size));
  const config = { ...asked, game: game.spec, size: sizes.join(',') };
  const candidates =
    config.among === undefined ? sizes.flatMap((size) => tupleClasses(size)) : tuplesNamed(config.among, sizes);
  if (config.tuples > candidates.length)
    throw new InputError(
      `--tuples ${config.tuples} is too many; there are ${candidates.length} ${config.among === undefined ? `of ${config.size} cells` : 'in --among'}`,
    );
  if (config.race && config.short)
    throw new InputError('--race and --short save time in different ways and cannot be combined; give one of them');
  if (config.race && config.seeds < 3)
    throw new InputError(`--race gives every candidate two seeds, so with --seeds ${config.seeds} it saves nothing`);
  const firstGames = Math.floor(config.games / SHORT_SHARE);
  if (config.short && firstGames < 2)
    throw new InputError(`--games ${config.games} is too few for --short; give at least ${2 * SHORT_SHARE}`);
  const first = SEEDS_EACH * (config.seed - 1) + 1;
  if (first < 0 || first > Number.MAX_SAFE_INTEGER - SEEDS_EACH)
    throw new InputError(
      `--seed ${config.seed} is out of range: training k has seed 1,000 (SEED − 1) + k; give one from 1 to 9,000,000,000,000`,
    );
  return {
    config,
    game,
    criterion: criterionOf(config),
    candidates,
    seeds: Array.from({ length: config.seeds }, (_, i) => first + i),
    firstGames,
  };
}

/** The classes of tuples that a list names, in any of their placements; they need not be connected. */
function tuplesNamed(list: string, sizes: readonly number[]): TupleClass[] {
  const named = list.split(',').map((part) => {
    const text = part.trim();
    const cells = [...text].map((cell) => Number.parseInt(cell, 16));
    const isTuple = /^[\da-f]+$/.test(text) && new Set(cells).size === cells.length;
    if (!isTuple || !sizes.includes(cells.length))
      throw new InputError(
        `--among '${text}' is not a tuple of ${sizes.join(' or ')} cells; write cells in hex, such as 012456, with commas between tuples`,
      );
    return canonicalTuple(cells);
  });
  const twice = named.find((text, i) => named.indexOf(text) < i);
  if (twice) throw new InputError(`--among names ${twice} twice; another placement of a tuple is the same tuple`);
  return sizes.flatMap((size) => tupleClasses(size, { connected: false })).filter(({ text }) => named.includes(text));
}

function sizesOf(text: string): number[] {
  const sizes = text.split(',').map((part) => (/^\d+$/.test(part.trim()) ? Number(part) : NaN));
  if (sizes.some((size) => !(size >= 1 && size <= MOST_CELLS)))
    throw new InputError(`--size must be whole numbers from 1 to ${MOST_CELLS}, such as 6 or 4,5,6, not '${text}'`);
  return [...new Set(sizes)].sort((a, b) => a - b);
}
