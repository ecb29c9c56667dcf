// The options that commands share, and the readers that turn their text into values or say what would be right.

import { cores } from 'afterstate/node';
import { DEFAULT_GAME, GAME_FORMS, InputError, parseGame, PLAYERS } from 'afterstate';
import type { Game } from 'afterstate';
import { Option } from 'commander';
import { decimal } from '../terminal/table.ts';

export const MAX_GAMES = 1e8;

/** More than four threads per core would only wait for each other. */
export function maxThreads(): number {
  return Math.min(64, 4 * cores);
}

/** A reader of whole numbers in decimal notation, 1e6 included. */
export function wholeNumber(flag: string, min: number, max: number, remark = ''): (text: string) => number {
  return (text) => {
    const value = /^\d+(\.\d+)?(e\+?\d+)?$/i.test(text) ? Number(text) : NaN;
    if (!Number.isSafeInteger(value) || value < min || value > max) {
      throw new InputError(
        `${flag} must be a whole number from ${decimal(min)} to ${decimal(max)}${remark}, not '${text}'`,
      );
    }
    return value;
  };
}

/** A reader of positive numbers. */
export function positiveNumber(flag: string, max: number): (text: string) => number {
  return (text) => {
    const value = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
    if (!(value > 0 && value <= max))
      throw new InputError(`${flag} must be a number above 0 and at most ${decimal(max)}, not '${text}'`);
    return value;
  };
}

/** A reader of numbers from 0 to 1. */
export function share(flag: string): (text: string) => number {
  return (text) => {
    const value = /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : NaN;
    if (!(value >= 0 && value <= 1)) throw new InputError(`${flag} must be a number from 0 to 1, not '${text}'`);
    return value;
  };
}

/**
 * The value of a required option. Commander would ask for it before it looks at the other options, and so never report a misspelt
 * one.
 */
export function needed<T>(value: T | undefined, flag: string, remedy: string): T {
  if (value === undefined) throw new InputError(`${flag} is missing; ${remedy}`);
  return value;
}

/** The spec that `--player` gives, for commands that require it. */
export function neededPlayer(spec: string | undefined): string {
  const names = PLAYERS.map(({ name }) => name).join(', ');
  return needed(spec, '--player', `give a player: ${names}; 'afterstate players NAME' lists its options`);
}

/** The end of the help of commands that take players. */
export const PLAYERS_HELP = (): string =>
  `\nPlayers: ${PLAYERS.map(({ name }) => name).join(', ')}.\n'afterstate players' lists the players, 'afterstate players NAME' the options of one.`;

export function gameOption(): Option {
  return new Option('--game <spec>', `the game and its rules: ${GAME_FORMS.join(', ')}`)
    .argParser((text: string): Game => parseGame(text))
    .default(parseGame(DEFAULT_GAME), DEFAULT_GAME);
}

export function gamesOption(fallback: number): Option {
  return new Option('--games <n>', 'how many games to play')
    .argParser(wholeNumber('--games', 1, MAX_GAMES))
    .default(fallback);
}

export function seedOption(): Option {
  return new Option('--seed <n>', 'the series of games: the same seed gives the same games')
    .argParser(wholeNumber('--seed', 0, Number.MAX_SAFE_INTEGER))
    .default(1);
}

export function threadsOption(): Option {
  return new Option('--threads <n>', 'how many threads to use; the results do not depend on it')
    .argParser(wholeNumber('--threads', 1, maxThreads(), ` (this machine has ${cores} core${cores === 1 ? '' : 's'})`))
    .default(cores, `${cores}, the cores of this machine`);
}

export function jsonOption(description = 'print one JSON document'): Option {
  return new Option('--json', description).default(false);
}
