// Board notation: the tile values, row by row. Read with commas, spaces, line breaks or slashes between them and
// `0`, `.` or `_` for an empty cell; written as `0,2,4,8/0,0,2,64/0,0,0,0/0,0,0,2`, which no shell takes apart.
// A game with hints adds its words: Threes ` next=1|2|3|bonus` and, if it is not the full bag less the tile shown,
// ` bag=ones,twos,threes`. Links and records use only this form; board-forms.ts reads whatever else people write,
// such as arrays and tables.

import type { Board, Game, State } from './game.ts';
import { InputError } from './input-error.ts';
import { cellCount, cellName, rowsOf } from './lines.ts';

const EMPTY = ['0', '.', '_', '-', '·'];

export interface ReadBoard {
  readonly state: State;
  /** Whether the numbers in the text were taken as exponents: 1 for the first tile, 2 for the second. */
  readonly exponents: boolean;
}

/** The words of a board's cells, row by row; if it is wrong, possibly fewer or more than it has cells. */
export interface CellWords {
  readonly words: readonly string[];
  /** Whether the words are exponents and not tiles. */
  readonly exponents: boolean;
}

export function parseBoard(text: string, game: Game): State {
  return parseWith(text, game, (cells) => ({ words: splitCells(cells), exponents: false })).state;
}

export function splitCells(text: string): string[] {
  return text.split(/[\s,;/]+/).filter((word) => word !== '');
}

/** `cellWords` takes apart the text without the words of a game with hints. */
export function parseWith(text: string, game: Game, cellWords: (text: string, game: Game) => CellWords): ReadBoard {
  const words = new Map<string, string>();
  const cells = text.replace(/([a-z]+)=([^\s/]*)/gi, (_, key: string, value: string) => {
    if (words.has(key)) throw new InputError(`'${key}' appears twice in the board; give it once`);
    words.set(key, value);
    return ' ';
  });
  const { words: tiles, exponents } = cellWords(cells, game);
  const board = parseCells(tiles, game, exponents);
  const known = game.hints?.keys ?? [];
  for (const key of words.keys()) {
    if (known.includes(key)) continue;
    const remedy =
      known.length > 0
        ? `a board of ${game.name} has ${known.join(', ')}`
        : `a board of ${game.name} is its tiles alone`;
    throw new InputError(`unknown '${key}=' in the board; ${remedy}`);
  }
  return { state: { board, ...game.hints?.read(words, board) }, exponents };
}

export function printBoard(state: State, game: Game): string {
  const tiles = rowsOf(state.board, game).map((row) => row.map((e) => game.tile(e)).join(','));
  return [tiles.join('/'), ...(game.hints?.write(state) ?? [])].join(' ');
}

/** The board as aligned lines of plain text, one per row; `parseBoard` can read them again. */
export function drawBoard(state: State, game: Game): string {
  const tiles = state.board.map((e) => (e === 0 ? '.' : String(game.tile(e))));
  const width = Math.max(4, ...tiles.map((tile) => tile.length));
  const rows = rowsOf(tiles, game).map((row) => row.map((tile) => tile.padStart(width)).join(' '));
  const words = game.hints?.write(state) ?? [];
  return [...rows, ...(words.length > 0 ? [words.join(' ')] : [])].join('\n');
}

function parseCells(words: readonly string[], game: Game, exponents: boolean): Board {
  if (words.length !== cellCount(game)) {
    throw new InputError(
      `the board has ${words.length} ${words.length === 1 ? 'cell' : 'cells'}; give ${cellCount(game)} tile values, row by row, with 0 for an empty cell`,
    );
  }
  return words.map((word, cell) => {
    if (EMPTY.includes(word)) return 0;
    if (exponents) return Number(word);
    const exponent = /^[1-9]\d*$/.test(word) ? game.exponent(Number(word)) : undefined;
    if (exponent === undefined) {
      throw new InputError(
        `'${word}', value ${cell + 1} (${cellName(cell, game)}), is not a tile of ${game.name}; use ${tileNames(game)}, or 0 for empty`,
      );
    }
    return exponent;
  });
}

function tileNames(game: Game): string {
  const first = [1, 2, 3, 4].map((exponent) => game.tile(exponent));
  return `${first.join(', ')} … ${game.tile(game.maxExponent)}`;
}
