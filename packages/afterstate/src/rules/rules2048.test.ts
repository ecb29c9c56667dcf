import { describe, expect, test } from 'vitest';
import type { Afterstate, Move, State } from './game.ts';
import { parseBoard, printBoard } from './notation.ts';
import { Random } from './random.ts';
import { create2048 } from './rules2048.ts';
import { randomGame } from './states.testing.ts';

const game = create2048();
const state = (text: string): State => parseBoard(text, game);

/** The first row after a move to the left, and the gain. */
function left(row: string): { row: string; gain: number } | undefined {
  const after = game.afterstate(state(`${row} / 0 0 0 0 / 0 0 0 0 / 0 0 0 0`), 'left');
  return after && { row: printBoard(after, game).split('/')[0]!.replaceAll(',', ' '), gain: after.gain };
}

describe('a move of 2048', () => {
  test.each([
    ['0 0 0 2', '2 0 0 0', 0],
    ['2 0 0 2', '4 0 0 0', 4],
    ['2 2 2 0', '4 2 0 0', 4],
    ['2 2 2 2', '4 4 0 0', 8],
    ['4 2 2 0', '4 4 0 0', 4],
    ['2 2 4 8', '4 4 8 0', 4],
    ['4 0 4 8', '8 8 0 0', 8],
    ['2 0 4 4', '2 8 0 0', 8],
    ['16384 16384 32768 0', '32768 32768 0 0', 32768],
    ['32768 32768 0 0', '65536 0 0 0', 65536],
    ['65536 0 65536 2', '131072 2 0 0', 131072],
    ['131072 0 131072 0', '131072 131072 0 0', 0],
  ])('to the left makes of %s: %s, and gains %i', (before, row, gain) => {
    expect(left(before)).toEqual({ row, gain });
  });

  test.each(['2 4 2 4', '2 0 0 0', '0 0 0 0', '131072 131072 0 0'])(
    'that would leave %s as it is, is not legal',
    (row) => {
      expect(left(row)).toBeUndefined();
    },
  );

  test.each<[Move, string]>([
    ['up', '4,4,0,2/0,4,0,0/0,0,0,0/0,0,0,0'],
    ['right', '0,0,0,2/0,0,0,4/0,0,0,4/0,0,0,4'],
    ['down', '0,0,0,0/0,0,0,0/0,4,0,0/4,4,0,2'],
    ['left', '2,0,0,0/4,0,0,0/4,0,0,0/4,0,0,0'],
  ])('%s goes %s', (move, board) => {
    const before = state('0 0 0 2 / 2 2 0 0 / 2 2 0 0 / 0 4 0 0');
    expect(printBoard(game.afterstate(before, move)!, game)).toBe(board);
  });

  test('does not exist on a full board without equal neighbours, and the game is over', () => {
    const stuck = state('2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2');
    expect(game.legalMoves(stuck)).toEqual([]);
    expect(game.isOver(stuck)).toBe(true);
  });

  test('on a full board with one pair is along the pair', () => {
    const nearly = state('2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 8 8');
    expect(game.legalMoves(nearly)).toEqual(['right', 'left']);
    expect(game.isOver(nearly)).toBe(false);
  });
});

describe('the tiles of 2048', () => {
  test('are the powers of two up to 131072', () => {
    const tiles = Array.from({ length: game.maxExponent + 1 }, (_, exponent) => game.tile(exponent));
    expect(tiles.slice(0, 4)).toEqual([0, 2, 4, 8]);
    expect(tiles.at(-1)).toBe(131072);
    expect(tiles.map((tile) => game.exponent(tile))).toEqual([...tiles.keys()]);
    expect([1, 3, 6, -2, 2.5, NaN, Infinity, 262144].map((tile) => game.exponent(tile))).toEqual(
      Array(8).fill(undefined),
    );
  });
});

describe('chance in 2048', () => {
  const after = game.afterstate(state('0 0 0 2 / 2 2 0 0 / 2 2 0 0 / 0 4 0 0'), 'left')!;

  test('puts a 2 or a 4 on any empty cell', () => {
    const outcomes = game.outcomes(after);
    expect(outcomes).toHaveLength(24);
    expect(outcomes[0]!.spawn).toEqual({ cell: 1, exponent: 1 });
    expect(outcomes[0]!.probability).toBeCloseTo(0.9 / 12, 12);
    expect(outcomes[1]!.spawn).toEqual({ cell: 1, exponent: 2 });
    expect(outcomes[1]!.probability).toBeCloseTo(0.1 / 12, 12);
  });

  test('draws its outcomes as often as they are likely', () => {
    const random = Random.forGame(2048, 0);
    const counts = new Map(game.outcomes(after).map(({ spawn }) => [`${spawn.cell} ${spawn.exponent}`, 0]));
    const draws = 60_000;
    for (let i = 0; i < draws; i++) {
      const { cell, exponent } = game.spawn(after, random).spawn;
      counts.set(`${cell} ${exponent}`, counts.get(`${cell} ${exponent}`)! + 1);
    }
    const chiSquare = game.outcomes(after).reduce((sum, { probability, spawn }) => {
      const expected = probability * draws;
      return sum + (counts.get(`${spawn.cell} ${spawn.exponent}`)! - expected) ** 2 / expected;
    }, 0);
    expect(chiSquare).toBeLessThan(49.7); // 99.9% at 23 degrees of freedom
  });

  test('takes one random number: the low half the cell, the high half the tile', () => {
    const only = (hi: number, lo: number): Random => ({ next: () => ({ hi, lo }) }) as Random;
    const spawn = (hi: number, lo: number): unknown => game.spawn(after, only(hi, lo)).spawn;
    expect(spawn(429496729, 0)).toEqual({ cell: 1, exponent: 2 });
    expect(spawn(429496730, 0)).toEqual({ cell: 1, exponent: 1 });
    expect(spawn(0, 2 ** 32 - 1)).toEqual({ cell: 15, exponent: 2 });
    expect(spawn(2 ** 32 - 1, 2 ** 31)).toEqual({ cell: 9, exponent: 1 });
  });

  test('cannot do what the rules do not allow', () => {
    expect(() => game.place(after, { cell: 0, exponent: 1 })).toThrow('row 1, column 1, which is not empty');
    expect(() => game.place(after, { cell: 1, exponent: 3 })).toThrow('cannot be a 8');
    expect(() => game.place(after, { cell: 1, exponent: 1, next: 1 })).toThrow('no next tile');
  });
});

describe('the options of 2048', () => {
  const tiles = (board: readonly number[]): number[] => board.filter((exponent) => exponent > 0);
  const empty: Afterstate = { board: Array(16).fill(0), gain: 0, entries: [...Array(16).keys()] };

  test('four=0 has only 2s, four=1 only 4s', () => {
    for (const [four, exponent] of [
      [0, 1],
      [1, 2],
    ] as const) {
      const variant = create2048({ four });
      expect(new Set(variant.outcomes(empty).map(({ spawn }) => spawn.exponent))).toEqual(new Set([exponent]));
      expect(variant.outcomes(empty)).toHaveLength(16);
      const random = Random.forGame(1, 1);
      const drawn = Array.from({ length: 500 }, () => variant.spawn(empty, random).spawn.exponent);
      expect(new Set(drawn)).toEqual(new Set([exponent]));
      expect(() => variant.place(empty, { cell: 0, exponent: 3 - exponent })).toThrow('cannot be');
    }
  });

  test.each([1, 2, 5, 16])('start=%i starts with as many tiles', (start) => {
    expect(tiles(create2048({ start }).start(Random.forGame(9, 9)).board)).toHaveLength(start);
  });

  test('end=full ends the game on the first full board, merges or not', () => {
    const full = create2048({ end: 'full' });
    const board = state('2 2 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2');
    expect(game.isOver(board)).toBe(false);
    expect(full.isOver(board)).toBe(true);
    expect(full.legalMoves(board)).toEqual([]);
    expect(full.isOver(state('2 2 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 0'))).toBe(false);
    const last = randomGame(full, 3).states.at(-1)!;
    expect(tiles(last.board)).toHaveLength(16);
  });

  test('end=2048 ends the game when a 2048 was made, after chance has answered, and not before', () => {
    const cut = create2048({ end: '2048' });
    const board = state('1024 1024 512 4 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0');
    const after = cut.afterstate(board, 'left')!;
    expect(after.gain).toBe(2048);
    expect(cut.isOver(board)).toBe(false);
    expect(cut.isOver(cut.spawn(after, Random.forGame(1, 1)).state)).toBe(true);
    expect(cut.isOver(state('4096 0 0 2 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0'))).toBe(true);
    expect(game.isOver(state('4096 0 0 2 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0'))).toBe(false);
    expect(cut.isOver(state('2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2'))).toBe(true);
  });

  test('end=64 cuts a game down to its beginning, up to the first 64', () => {
    const cut = create2048({ end: '64' });
    for (let number = 0; number < 20; number++) {
      const whole = randomGame(game, 5, number).states;
      const made = whole.findIndex(({ board }) => Math.max(...board) >= 6);
      expect(randomGame(cut, 5, number).states).toEqual(made < 0 ? whole : whole.slice(0, made + 1));
    }
  });

  test('end=full,64 ends at whichever comes first', () => {
    const both = create2048({ end: 'full,64' });
    for (let number = 0; number < 20; number++) {
      const whole = randomGame(game, 6, number).states;
      const ended = whole.findIndex(({ board }) => Math.max(...board) >= 6 || !board.includes(0));
      expect(randomGame(both, 6, number).states).toEqual(ended < 0 ? whole : whole.slice(0, ended + 1));
    }
  });

  test('end=131072 is refused on a board that is too small for it', () => {
    expect(() => create2048({ end: '131072' }, { rows: 3, columns: 3 })).toThrow('the largest tile of 9 cells is 1024');
  });

  test.each([{ four: -0.1 }, { four: 1.1 }, { four: NaN }, { start: 0 }, { start: 17 }, { start: 1.5 }])(
    '%o is refused',
    (options) => expect(() => create2048(options)).toThrow(RangeError),
  );
});

test('random play of 2048 averages what the literature says, about 1,094', () => {
  const games = 2000;
  const scores = Array.from({ length: games }, (_, number) => randomGame(game, 1, number).score);
  const mean = scores.reduce((sum, score) => sum + score, 0) / games;
  const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (games - 1));
  const halfWidth = (2.58 * deviation) / Math.sqrt(games); // 99%
  expect(Math.abs(mean - 1094)).toBeLessThan(halfWidth);
});
