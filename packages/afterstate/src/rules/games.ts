// From a game spec to a game: `2048`, `threes`, `2048?four=0&start=1&end=full`.

import type { Game } from './game.ts';
import { InputError } from './input-error.ts';
import { CELLS } from './lines.ts';
import { create2048, DEFAULTS_2048, ENDS, IDLES } from './rules2048.ts';
import { allowNoModel, allowOptions, parseSpec, readChoice, readInteger, readNumber, type Spec } from './spec.ts';
import { createThrees } from './threes.ts';

const GAMES: Readonly<Record<Game['name'], (spec: Spec) => Game>> = {
  '2048': (spec) => {
    allowOptions(spec, ['four', 'start', 'end', 'idle']);
    return create2048({
      four: readNumber(spec, 'four', { min: 0, max: 1 }, DEFAULTS_2048.four),
      start: readInteger(spec, 'start', { min: 1, max: CELLS }, DEFAULTS_2048.start),
      end: readChoice(spec, 'end', ENDS, DEFAULTS_2048.end),
      idle: readChoice(spec, 'idle', IDLES, DEFAULTS_2048.idle),
    });
  },
  threes: (spec) => {
    allowOptions(spec, []);
    return createThrees();
  },
};

export const GAME_NAMES: readonly Game['name'][] = ['2048', 'threes'];

export function parseGame(text: string): Game {
  const spec = parseSpec(text);
  const name = GAME_NAMES.find((candidate) => candidate === spec.name);
  if (name === undefined) throw new InputError(`unknown game '${spec.name}'; the games are ${GAME_NAMES.join(', ')}`);
  allowNoModel(spec);
  return GAMES[name](spec);
}
