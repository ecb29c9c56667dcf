// From a game spec to a game: `2048`, `threes`, `2048?four=0&start=1&end=full`.

import { type Game, GAME_NAMES, type GameName } from './game.ts';
import { InputError } from './input-error.ts';
import { cellCount, FOUR_BY_FOUR } from './lines.ts';
import { choice, number, whole } from './option-types.ts';
import { type Labelled, option, type Options, optionsForm, readOptions } from './options.ts';
import { create2048, DEFAULTS_2048, type End, END_TILES } from './rules2048.ts';
import { allowNoModel, parseSpec, type Spec } from './spec.ts';
import { createThrees } from './threes.ts';

const OPTIONS_2048 = {
  four: option(number({ min: 0, max: 1 }), {
    default: DEFAULTS_2048.four,
    label: 'share of 4s',
    about: 'the probability that a new tile is a 4',
  }),
  start: option(whole({ min: 1, max: cellCount(FOUR_BY_FOUR) }), {
    default: DEFAULTS_2048.start,
    label: 'first tiles',
    about: 'how many tiles the board starts with',
  }),
  end: option(
    choice<End>(
      [
        ['stuck', 'when nothing can move'],
        ['full', 'when the board is full'],
        ...END_TILES.map((tile): Labelled<End> => [tile, `when a ${tile} is made`]),
        ...END_TILES.map((tile): Labelled<End> => [`full,${tile}`, `when the board is full or a ${tile} is made`]),
      ],
      'stuck, full, a tile from 8 to 131072, or full and a tile, as in full,2048',
    ),
    { default: DEFAULTS_2048.end, label: 'ends', about: 'when the game is over' },
  ),
  idle: option(
    choice([
      ['refuse', 'not legal'],
      ['spawn', 'a turn like any other'],
    ]),
    { default: DEFAULTS_2048.idle, label: 'idle moves', about: 'how a move that changes nothing counts' },
  ),
};

interface GameKind {
  readonly options: Options;
  create(spec: Spec): Game;
}

const GAMES: Readonly<Record<GameName, GameKind>> = {
  '2048': { options: OPTIONS_2048, create: (spec) => create2048(readOptions(spec, OPTIONS_2048)) },
  threes: {
    options: {},
    create(spec) {
      readOptions(spec, {});
      return createThrees();
    },
  },
};

/** The spec of each game with every option, defaults first: `2048?four=0.1&start=2…`. */
export const GAME_FORMS: readonly string[] = GAME_NAMES.map((name) => {
  const tail = optionsForm(GAMES[name].options);
  return tail === '' ? name : `${name}?${tail}`;
});

/** The game played if none is named. */
export const DEFAULT_GAME: GameName = GAME_NAMES[0];

export function parseGame(text: string): Game {
  const spec = parseSpec(text);
  const name = GAME_NAMES.find((candidate) => candidate === spec.name);
  if (name === undefined) throw new InputError(`unknown game '${spec.name}'; the games are ${GAME_NAMES.join(', ')}`);
  allowNoModel(spec);
  return GAMES[name].create(spec);
}
