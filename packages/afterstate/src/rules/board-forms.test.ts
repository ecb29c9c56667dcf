import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readBoard } from './board-forms.ts';
import type { Game, State } from './game.ts';
import { parseGame } from './games.ts';
import { InputError } from './input-error.ts';
import { rowsOf } from './lines.ts';
import { printBoard } from './notation.ts';
import { anyState } from './states.testing.ts';

const classic = parseGame('2048');
const threes = parseGame('threes');

function tilesOf({ board }: State, game: Game): number[] {
  return board.map((exponent) => game.tile(exponent));
}

/** What the classic page keeps: column by column, null for an empty cell. */
function savedGame(state: State): string {
  const rows = rowsOf(tilesOf(state, classic), classic);
  const cells = rows.map((_, x) => rows.map((row, y) => (row[x] === 0 ? null : { position: { x, y }, value: row[x] })));
  return JSON.stringify({ grid: { size: 4, cells }, score: 12, over: false, won: false, keepPlaying: false });
}

const blank = (tile: number): string => (tile === 0 ? '' : String(tile));

/** Each prints the tiles of a board, without the words that a game with hints adds. */
const FORMS: Readonly<Record<string, (rows: number[][]) => string>> = {
  'an array of rows': (rows) => JSON.stringify(rows),
  'an array of rows on many lines': (rows) => JSON.stringify(rows, null, 2),
  'an array with null for an empty cell': (rows) =>
    JSON.stringify(rows.map((row) => row.map((tile) => (tile === 0 ? null : tile)))),
  'an array of texts': (rows) => JSON.stringify(rows.map((row) => row.map(blank))),
  'an array of all cells': (rows) => JSON.stringify(rows.flat()),
  'an array as numpy prints it': (rows) => `[${rows.map((row) => `[${row.join(' ')}]`).join('\n ')}]`,
  'an array of floats': (rows) =>
    `array([${rows.map((row) => `[${row.map((tile) => `${tile}.`).join(', ')}]`).join(',\n       ')}])`,
  'tuples of Python': (rows) => `(${rows.map((row) => `(${row.join(', ')})`).join(', ')})`,
  'an initializer of C': (rows) => `board = {${rows.map((row) => `{${row.join(', ')}}`).join(', ')}};`,
  'a matrix': (rows) => `[${rows.map((row) => row.join(' ')).join('; ')}]`,
  'rows with spaces': (rows) => rows.map((row) => row.join('  ')).join('\n'),
  'rows with dashes': (rows) => rows.map((row) => row.map((tile) => blank(tile) || '-').join(' ')).join('\n'),
  'a spreadsheet': (rows) => rows.map((row) => row.map(blank).join('\t')).join('\r\n'),
  'values between commas': (rows) => rows.map((row) => row.map(blank).join(',')).join('\n'),
  'a table with bars': (rows) => rows.map((row) => `| ${row.map(blank).join(' | ')} |`).join('\n'),
  'bars within the rows only': (rows) => rows.map((row) => row.join('|')).join('\n'),
  'a drawn table': (rows) => {
    const rule = '+------+------+------+------+';
    return [rule, ...rows.flatMap((row) => [`|${row.map((tile) => blank(tile).padStart(6)).join('|')}|`, rule])].join(
      '\n',
    );
  },
  'a table of box lines': (rows) =>
    [
      '┌────┬────┐',
      ...rows.map((row) => `│${row.map((tile) => blank(tile).padEnd(6)).join('│')}│`),
      '└────┴────┘',
    ].join('\n'),
  'an object with a board': (rows) => JSON.stringify({ board: rows, score: 3 }),
};

describe.each([classic, threes])('a board of $name', (game) => {
  test.each(Object.keys(FORMS))('is the same when read from %s', (form) => {
    fc.assert(
      fc.property(anyState(game), (state) => {
        const printed = FORMS[form]!(rowsOf(tilesOf(state, game), game));
        const words = printBoard(state, game).split(' ').slice(1);
        // A board in an object has no place for the words of a game with hints.
        if (words.length > 0 && printed.startsWith('{')) return;
        expect(readBoard([printed, ...words].join(' '), game)).toEqual({ state, exponents: false });
      }),
    );
  });

  test('is read from exponents in an array, if they cannot be tiles', () => {
    fc.assert(
      fc.property(anyState(game), (state) => {
        const words = printBoard(state, game).split(' ').slice(1);
        const printed = [JSON.stringify(rowsOf(state.board, game)), ...words].join(' ');
        const distinct = state.board.some((e) => e !== 0 && game.exponent(e) === undefined);
        if (!distinct) return;
        expect(readBoard(printed, game)).toEqual({ state, exponents: true });
      }),
    );
  });

  test('is never anything but a board or an input error', () => {
    const pieces = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      '(',
      '|',
      '\t',
      ',',
      '\n',
      '2',
      '16',
      '"',
      'null',
      '-',
      ':',
      'x',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        try {
          expect(readBoard(parts.join(''), game).state.board).toHaveLength(16);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
    );
  });
});

test('the saved game of the classic page is read column by column', () => {
  fc.assert(
    fc.property(anyState(classic), (state) => {
      expect(readBoard(savedGame(state), classic)).toEqual({ state, exponents: false });
    }),
  );
});

test('numbers that can be tiles are tiles', () => {
  const rows = [
    [0, 2, 4, 8],
    [16, 2, 4, 8],
    [0, 0, 0, 0],
    [0, 0, 0, 2],
  ];
  expect(readBoard(JSON.stringify(rows), classic)).toEqual({
    state: { board: [0, 1, 2, 3, 4, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 1] },
    exponents: false,
  });
});

test('the answer of `move --json` is a board', () => {
  const state = { board: [0, 1, 2, 3, 0, 0, 1, 6, 0, 0, 0, 0, 0, 0, 0, 17] };
  expect(readBoard(JSON.stringify({ board: printBoard(state, classic), best: 'up' }), classic).state).toEqual(state);
});

describe('a wrong board', () => {
  const row = '[0,0,0,0]';
  test.each([
    [`[${row},${row},${row}]`, 'the board has 3 rows; give 4'],
    [`[${row},[0,0,0],${row},${row}]`, 'row 2 of the board has 3 cells; give 4'],
    [`[${row},${row},${row},[0,0,0,20]]`, "'20', value 16 (row 4, column 4), is not a tile of 2048"],
    [`[${row},${row},${row},[0,1,0,32]]`, "'1', value 14"],
    [`[0,2,4]`, 'the board has 3 cells; give 16'],
    [`[${row},${row},${row},${row}] and more`, "holds 'andmore' beside its rows"],
    ['| 2 | 4 |\n| 2 | 4 |', 'the board has 2 rows; give 4'],
    ['|2|4|8|\n|2|4|8|16|\n|2|4|8|16|\n|2|4|8|16|', 'row 1 of the board has 3 cells; give 4'],
    ['{"grid":', 'begins as JSON but cannot be read as such; copy all of it'],
    ['{"score": 12}', 'the JSON holds no board'],
    ['{"grid":{"size":3,"cells":[[null,null,null],[null,null,null],[null,null,null]]}}', 'a grid of 3×3'],
    [`{"grid":{"cells":[${'[null,null,null,{"value":"two"}],'.repeat(4).slice(0, -1)}]}}`, 'is not a tile of 2048'],
  ])('%j is an error: %s', (text, message) => {
    expect(() => readBoard(text, classic)).toThrow(InputError);
    expect(() => readBoard(text, classic)).toThrow(message);
  });

  test('is recognised however deeply it is nested', () => {
    const deep = `{"board":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(() => readBoard(deep, classic)).toThrow(InputError);
  });
});
