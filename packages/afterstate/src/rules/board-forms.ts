// The forms in which people and programs write a board, taken apart into the words of its cells: our notation, arrays, tables with
// bars or tabs, and the saved game of the classic 2048 page. Numbers in brackets may be exponents, if they cannot be tiles;
// in plain text they never are, because there a wrong number is more likely a slip.

import type { Game } from './game.ts';
import { InputError } from './input-error.ts';
import { cellCount } from './lines.ts';
import { type CellWords, parseWith, type ReadBoard, splitCells } from './notation.ts';

/** Like `parseBoard`, for any of these forms; says how it took the numbers. */
export function readBoard(text: string, game: Game): ReadBoard {
  return parseWith(text, game, cellWords);
}

function cellWords(text: string, game: Game): CellWords {
  if (/^\s*\{\s*(?:"|\})/.test(text)) return ofObject(text, game);
  if (/[[({]/.test(text)) return ofBrackets(text, game);
  const words = splitCells(text);
  if (words.length === cellCount(game)) return { words, exponents: false };
  return { words: ofTable(text, game) ?? words, exponents: false };
}

const RULE = /^[\s|+:=─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬-]*$/;
const BAR = /[|│┃║]/;

/** Rows with as many cells as the board has columns, between bars, tabs or commas; a cell may be blank. */
function ofTable(text: string, game: Game): string[] | undefined {
  if (BAR.test(text)) {
    const lines = text.split('\n').filter((line) => BAR.test(line) && !isRule(line));
    const rows = lines.map(barred);
    checkRows(rows, game);
    return rows.flat();
  }
  for (const separator of ['\t', ',']) {
    const lines = text.split(/[\n/;]/).filter((line) => line.includes(separator));
    const rows = lines.map((line) => line.split(separator).map(blankAsEmpty));
    if (rows.length === game.rows && rows.every((row) => row.length === game.columns)) return rows.flat();
  }
  return undefined;
}

/** A line that only divides. A line of only bars and blanks is a row of empty cells. */
function isRule(line: string): boolean {
  return RULE.test(line) && /[-=─━═]/.test(line);
}

/** The cells between the bars or, if bars only separate cells, also those beside them. */
function barred(line: string): string[] {
  const cells = line.trim().split(BAR);
  const outer = cells.length > 2 && cells[0] === '' && cells.at(-1) === '';
  return (outer ? cells.slice(1, -1) : cells).map(blankAsEmpty);
}

function blankAsEmpty(cell: string): string {
  return cell.trim() === '' ? '0' : cell.trim();
}

function checkRows(rows: readonly (readonly string[])[], game: Game): void {
  const { rows: height, columns } = game;
  if (rows.length !== height) throw new InputError(`the board has ${many(rows.length, 'row')}; give ${height}`);
  rows.forEach((row, i) => {
    if (row.length !== columns)
      throw new InputError(`row ${i + 1} of the board has ${many(row.length, 'cell')}; give ${columns}`);
  });
}

function many(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

/** `[[0, 2, 4, 8], …]` or `[0, 2, …]`, as most languages print it; text before it, such as `board = `, is skipped. */
function ofBrackets(text: string, game: Game): CellWords {
  const array = text.replace(/^[\sA-Za-z_.:=]*(?=[[({])/, '').trim();
  const groups = [...array.matchAll(/[[({]([^[\](){}]*)[\])}]/g)].map(([, inner]) => splitCells(inner!).map(bare));
  const rest = array.replace(/[[({]([^[\](){}]*)[\])}]/g, '').replace(/[[\](){}\s,;]/g, '');
  if (rest !== '')
    throw new InputError(`the array of the board holds '${rest.slice(0, 20)}' beside its rows; give the rows alone`);
  if (groups.length > 1) checkRows(groups, game);
  const words = groups.flat();
  return { words, exponents: areExponents(words, game) };
}

const NOTHING = ['null', 'None', 'undefined', ''];

/** Removes quotes; whole numbers may be written as `2.` or `2.0`. */
function bare(word: string): string {
  const inner = word.replace(/^(["'])(.*)\1$/, '$2').replace(/^(\d+)\.0*$/, '$1');
  return NOTHING.includes(inner) ? '0' : inner;
}

/** As tiles they make no board, and as exponents they do. */
function areExponents(words: readonly string[], game: Game): boolean {
  const numbers = words.map((word) => (/^\d{1,6}$/.test(word) ? Number(word) : NaN));
  return numbers.every((n) => n <= game.maxExponent) && numbers.some((n) => n !== 0 && game.exponent(n) === undefined);
}

/** What the classic page keeps of a game (`grid.cells`, column by column), or an object with a `board`. */
function ofObject(text: string, game: Game): CellWords {
  let object: { grid?: { cells?: unknown }; board?: unknown };
  try {
    object = JSON.parse(text) as typeof object;
  } catch {
    throw new InputError('the board begins as JSON but cannot be read as such; copy all of it');
  }
  const columns = object.grid?.cells;
  if (Array.isArray(columns)) return { words: ofColumns(columns, game), exponents: false };
  const { board } = object;
  if (typeof board === 'string' && !board.trimStart().startsWith('{')) return cellWords(board, game);
  if (Array.isArray(board)) return ofBrackets(textOf(board), game);
  throw new InputError(
    "the JSON holds no board; give the saved game of a 2048 page ('grid.cells'), or an array of rows",
  );
}

function ofColumns(columns: readonly unknown[], game: Game): string[] {
  const sizes = columns.map((column) => (Array.isArray(column) ? column.length : 0));
  if (columns.length !== game.columns || sizes.some((size) => size !== game.rows))
    throw new InputError(
      `the saved game has a grid of ${columns.length}×${Math.max(0, ...sizes)}; a board of ${game.name} has ${game.columns}×${game.rows}`,
    );
  const cells = columns as readonly (readonly ({ readonly value?: unknown } | null)[])[];
  return Array.from({ length: cellCount(game) }, (_, cell) => {
    const tile = cells[cell % game.columns]![Math.floor(cell / game.columns)];
    return tile === null || tile === undefined ? '0' : textOf(tile.value);
  });
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '?';
  } catch {
    throw new InputError('the JSON of the board is nested too deeply; give an array of rows');
  }
}
