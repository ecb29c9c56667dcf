import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseGame } from './games.ts';
import { InputError } from './input-error.ts';
import { drawBoard, parseBoard, printBoard } from './notation.ts';
import { anyState, randomGame } from './states.testing.ts';

const classic = parseGame('2048');
const threes = parseGame('threes');

describe.each([classic, threes])('the notation of $name', (game) => {
  test('round-trips, printed or drawn', () => {
    fc.assert(
      fc.property(anyState(game), (state) => {
        expect(parseBoard(printBoard(state, game), game)).toEqual(state);
        expect(parseBoard(drawBoard(state, game), game)).toEqual(state);
      }),
    );
  });

  test('round-trips along a game', () => {
    for (const state of randomGame(game, 6).states) expect(parseBoard(printBoard(state, game), game)).toEqual(state);
  });

  test('takes any separators and signs for an empty cell', () => {
    const state = anyState(game);
    const gaps = fc.array(fc.constantFrom(',', ' ', '/', '\n', ', ', ' / ', '\t'), { minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(
        state,
        gaps,
        fc.array(fc.constantFrom('0', '.', '_'), { minLength: 16, maxLength: 16 }),
        (from, gap, empty) => {
          const cells = from.board.map((e, i) => (e === 0 ? empty[i] : String(game.tile(e))) + gap[i]!).join('');
          const rest = printBoard(from, game).split(' ').slice(1).join(' ');
          expect(parseBoard(`${cells}${rest}`, game)).toEqual(from);
        },
      ),
    );
  });
});

test('a board of 2048 is printed in one word', () => {
  const board = [0, 1, 2, 3, 0, 0, 1, 6, 0, 0, 0, 0, 0, 0, 0, 17];
  expect(printBoard({ board }, classic)).toBe('0,2,4,8/0,0,2,64/0,0,0,0/0,0,0,131072');
  expect(drawBoard({ board: board.with(15, 1) }, classic)).toBe(
    ['   .    2    4    8', '   .    .    2   64', '   .    .    .    .', '   .    .    .    2'].join('\n'),
  );
});

test('a board of Threes shows what comes next, and its bag if that is not the full one less the tile shown', () => {
  const board = [...Array(15).fill(0), 3] as number[];
  expect(printBoard({ board, next: 1, bag: [3, 4, 4] }, threes)).toBe('0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,3 next=1');
  expect(printBoard({ board, next: 1, bag: [0, 2, 0] }, threes)).toBe(
    '0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,3 next=1 bag=0,2,0',
  );
  expect(parseBoard('0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,3 next=2', threes).bag).toEqual([4, 3, 4]);
  expect(parseBoard('0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,48 next=bonus', threes).bag).toEqual([4, 4, 4]);
});

describe('a wrong board', () => {
  const zeros = '0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0';
  const withCell = (value: string): string => zeros.replace('/0,0', `/0,${value}`);

  test.each([
    ['2048', '', 'the board has 0 cells; give 16 tile values'],
    ['2048', zeros.slice(2), 'the board has 15 cells'],
    ['2048', `${zeros},2`, 'the board has 17 cells'],
    [
      '2048',
      withCell('3'),
      "'3', value 6 (row 2, column 2), is not a tile of 2048; use 2, 4, 8, 16 … 131072, or 0 for empty",
    ],
    ['2048', withCell('1'), "'1', value 6"],
    ['2048', withCell('-2'), "'-2', value 6"],
    ['2048', withCell('NaN'), "'NaN', value 6"],
    ['2048', withCell('2.0'), "'2.0', value 6"],
    ['2048', withCell('0x2'), "'0x2', value 6"],
    ['2048', withCell('two'), "'two', value 6"],
    ['2048', withCell('262144'), "'262144', value 6"],
    ['2048', `${zeros} next=1`, "unknown 'next=' in the board; a board of 2048 is its tiles alone"],
    ['threes', zeros, 'add next=1, next=2, next=3 or next=bonus'],
    [
      'threes',
      `${withCell('4')} next=1`,
      "'4', value 6 (row 2, column 2), is not a tile of threes; use 1, 2, 3, 6 … 6144",
    ],
    ['threes', `${zeros} next=4`, "'4' for next is not possible; next is one of 1, 2, 3, bonus"],
    ['threes', `${zeros} next=`, "'' for next"],
    ['threes', `${zeros} next=bonus`, 'needs a tile of 48 or more'],
    ['threes', `${zeros} next=1 next=2`, "'next' appears twice"],
    ['threes', `${zeros} next=1 bag=4,4,4`, 'at most 4 of each less the 1 that is shown'],
    ['threes', `${zeros} next=1 bag=1,2`, "'1,2' for bag"],
    ['threes', `${zeros} next=1 bag=1,2,3,4`, "'1,2,3,4' for bag"],
    ['threes', `${zeros} next=1 bag=1,-2,3`, "'1,-2,3' for bag"],
    ['threes', `${zeros} next=1 sack=1`, "unknown 'sack=' in the board; a board of threes has next, bag"],
  ])('of %s, %j, is an error: %s', (game, text, message) => {
    expect(() => parseBoard(text, parseGame(game))).toThrow(InputError);
    expect(() => parseBoard(text, parseGame(game))).toThrow(message);
  });

  test('never fails with anything but an input error', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(classic, threes), (text, game) => {
        try {
          parseBoard(text, game);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
    );
  });
});
