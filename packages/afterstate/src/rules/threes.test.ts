import { describe, expect, test } from 'vitest';
import type { Afterstate, Hint, Move, State } from './game.ts';
import { parseBoard, printBoard } from './notation.ts';
import { Random } from './random.ts';
import { randomGame } from './states.testing.ts';
import { createThrees } from './threes.ts';

const game = createThrees();
const state = (text: string): State => parseBoard(text, game);
const tilesOf = (text: string): string => text.split(' ')[0]!;

function left(row: string): { row: string; gain: number } | undefined {
  const after = game.afterstate(state(`${row} / 0 0 0 0 / 0 0 0 0 / 0 0 0 0 next=1`), 'left');
  return after && { row: tilesOf(printBoard(after, game)).split('/')[0]!.replaceAll(',', ' '), gain: after.gain };
}

describe('a move of Threes', () => {
  test.each([
    ['0 0 0 3', '0 0 3 0', 0], // one cell, not to the wall
    ['0 1 2 0', '1 2 0 0', 0], // the gap at the wall closes; nothing else folds
    ['1 2 0 0', '3 0 0 0', 3],
    ['2 1 0 0', '3 0 0 0', 3],
    ['1 2 1 2', '3 1 2 0', 3], // only the first pair
    ['3 3 3 3', '6 3 3 0', 3],
    ['1 3 3 2', '1 6 2 0', 3],
    ['3 0 3 6', '3 3 6 0', 0], // the first gap replaces any later fold
    ['6 6 0 0', '12 0 0 0', 9],
    ['3 6 12 12', '3 6 24 0', 27],
    ['3072 3072 1 0', '6144 1 0 0', 3 ** 12 - 2 * 3 ** 11],
    ['6144 6144 0 1', '6144 6144 1 0', 0],
  ])('to the left makes of %s: %s, and gains %i', (before, row, gain) => {
    expect(left(before)).toEqual({ row, gain });
  });

  test.each(['1 1 1 1', '2 2 0 0', '1 3 2 6', '6144 6144 6144 6144', '3 0 0 0'])(
    'that would leave %s as it is, is not legal',
    (row) => expect(left(row)).toBeUndefined(),
  );

  test.each<[Move, string, number[]]>([
    ['up', '3,1,0,2/0,0,0,0/3,1,3,0/0,0,0,0', [12, 13, 14]],
    ['right', '0,0,1,2/0,2,0,0/0,0,0,0/0,3,1,3', [0, 4, 12]],
    ['down', '0,0,0,0/1,0,0,0/2,1,0,2/3,1,0,3', [0, 1, 3]],
    ['left', '1,1,2,0/2,0,0,0/0,0,0,0/3,1,3,0', [3]],
  ])('%s goes %s and lets a tile in behind the lines that moved', (move, board, entries) => {
    const before = {
      up: '1 1 0 2 / 2 0 0 0 / 0 0 0 0 / 3 1 3 0',
      right: '0 1 2 0 / 2 0 0 0 / 0 0 0 0 / 3 1 3 0',
      down: '1 0 0 0 / 2 1 0 2 / 0 0 0 1 / 3 1 0 2',
      left: '1 1 0 2 / 2 0 0 0 / 0 0 0 0 / 3 1 3 0',
    }[move as string]!;
    const after = game.afterstate(state(`${before} next=2`), move)!;
    expect(tilesOf(printBoard(after, game))).toBe(board);
    expect(after.entries).toEqual(entries);
    expect(after.next).toBe(2);
  });

  test('does not exist on a board that does not fold, and the game is over', () => {
    const stuck = state('1 3 1 3 / 3 1 3 1 / 1 3 1 3 / 3 1 3 6 next=1');
    expect(game.legalMoves(stuck)).toEqual([]);
    expect(game.isOver(stuck)).toBe(true);
  });
});

describe('the tiles of Threes', () => {
  test('are 1, 2, 3 and the doubles of 3 up to 6144', () => {
    const tiles = Array.from({ length: game.maxExponent + 1 }, (_, exponent) => game.tile(exponent));
    expect(tiles).toEqual([0, 1, 2, 3, 6, 12, 24, 48, 96, 192, 384, 768, 1536, 3072, 6144]);
    expect(tiles.map((tile) => game.exponent(tile))).toEqual([...tiles.keys()]);
    expect([4, 9, -1, 1.5, NaN, 12288].map((tile) => game.exponent(tile))).toEqual(Array(6).fill(undefined));
  });

  test('score a power of three from the 3 up', () => {
    expect([1, 2, 3, 4, 5, 14].map((exponent) => game.spawnScore(exponent))).toEqual([0, 0, 3, 9, 27, 531441]);
  });

  test("count for the score all through: a game's score is that of its last board", () => {
    for (let number = 0; number < 20; number++) {
      const { states, score } = randomGame(game, 5, number);
      expect(score).toBe(states.at(-1)!.board.reduce((sum, exponent) => sum + game.spawnScore(exponent), 0));
    }
  });
});

describe('the start of Threes', () => {
  test('is nine tiles of the first bag, and shows the tenth', () => {
    for (let number = 0; number < 50; number++) {
      const { board, next, bag } = game.start(Random.forGame(1, number));
      const count = (tile: number): number => board.filter((exponent) => exponent === tile).length;
      expect(count(0)).toBe(7);
      expect(next).not.toBe('bonus');
      for (const tile of [1, 2, 3] as const) expect(count(tile) + bag![tile - 1]! + Number(next === tile)).toBe(4);
    }
  });
});

describe('chance in Threes', () => {
  const after = (text: string, move: Move): Afterstate => game.afterstate(state(text), move)!;
  const only = (...bits: [hi: number, lo: number][]): Random =>
    ({ next: () => (([hi, lo]) => ({ hi, lo }))(bits.shift()!) }) as unknown as Random;
  const TOP = 2 ** 32 - 1;

  test('brings in the tile that was shown, and shows one that is still in the bag', () => {
    const outcomes = game.outcomes(after('1 2 0 0 / 3 0 0 0 / 0 0 0 0 / 0 0 0 0 next=2 bag=1,0,3', 'left'));
    expect(outcomes.map(({ spawn, probability }) => ({ ...spawn, probability }))).toEqual([
      { cell: 3, exponent: 2, next: 1, probability: 0.25 },
      { cell: 3, exponent: 2, next: 3, probability: 0.75 },
    ]);
    expect(outcomes.map((outcome) => outcome.state.bag)).toEqual([
      [0, 0, 3],
      [1, 0, 2],
    ]);
  });

  test('fills the bag again when it is empty', () => {
    const outcomes = game.outcomes(after('1 2 0 0 / 3 0 0 0 / 0 0 0 0 / 0 0 0 0 next=2 bag=0,0,0', 'left'));
    expect(outcomes.map((outcome) => outcome.state.bag)).toEqual([
      [3, 4, 4],
      [4, 3, 4],
      [4, 4, 3],
    ]);
  });

  test('shows a bonus once in 21 with a 48 on the board, and leaves the bag alone', () => {
    const outcomes = game.outcomes(after('1 2 0 0 / 48 0 0 0 / 0 0 0 0 / 0 0 0 0 next=2 bag=0,0,0', 'left'));
    const bonus = outcomes.filter(({ spawn }) => spawn.next === 'bonus');
    expect(bonus).toHaveLength(1);
    expect(bonus[0]!.probability).toBeCloseTo(1 / 21, 12);
    expect(bonus[0]!.state.bag).toEqual([0, 0, 0]);
  });

  test('makes a bonus at least a 6 and at most an eighth of the largest tile on the board that it enters', () => {
    const entering = (text: string): Set<number> =>
      new Set(game.outcomes(after(`${text} next=bonus`, 'left')).map(({ spawn }) => game.tile(spawn.exponent)));
    expect(entering('1 2 0 0 / 48 0 0 0 / 0 0 0 0 / 0 0 0 0')).toEqual(new Set([6]));
    expect(entering('48 48 0 0 / 1 0 0 0 / 0 0 0 0 / 0 0 0 0')).toEqual(new Set([6, 12]));
    expect(entering('0 6144 0 0 / 1 0 0 0 / 0 0 0 0 / 0 0 0 0')).toEqual(new Set([6, 12, 24, 48, 96, 192, 384, 768]));
  });

  test('shows no bonus before there is a 48', () => {
    const outcomes = game.outcomes(after('1 2 0 0 / 24 0 0 0 / 0 0 0 0 / 0 0 0 0 next=3', 'left'));
    expect(outcomes.some(({ spawn }) => spawn.next === 'bonus')).toBe(false);
  });

  test('takes two random numbers, one for the tile and one for the hint', () => {
    const plain = after('1 2 0 0 / 0 3 0 0 / 384 0 0 0 / 0 0 0 0 next=2 bag=2,1,1', 'left');
    const drawn = (random: Random): unknown => game.spawn(plain, random).spawn;
    expect(drawn(only([0, 0], [TOP, 0]))).toEqual({ cell: 3, exponent: 2, next: 1 });
    expect(drawn(only([0, TOP], [TOP, 2 ** 31]))).toEqual({ cell: 7, exponent: 2, next: 2 });
    expect(drawn(only([0, TOP], [204522252, TOP]))).toEqual({ cell: 7, exponent: 2, next: 3 });
    expect(drawn(only([0, TOP], [204522251, TOP]))).toEqual({ cell: 7, exponent: 2, next: 'bonus' });
    const bonus = after('1 2 0 0 / 0 3 0 0 / 384 0 0 0 / 0 0 0 0 next=bonus', 'left');
    const exponents = [0, 2 ** 30, 2 ** 31, TOP].map((hi) => game.spawn(bonus, only([hi, 0], [TOP, 0])).spawn.exponent);
    expect(exponents).toEqual([4, 5, 6, 7]);
  });

  test('draws its outcomes as often as they are likely', () => {
    const from = after('1 2 0 0 / 0 3 0 0 / 384 0 0 0 / 0 1 0 0 next=bonus bag=2,1,1', 'left');
    const outcomes = game.outcomes(from);
    const key = ({ cell, exponent, next }: { cell: number; exponent: number; next?: Hint }): string =>
      `${cell} ${exponent} ${next}`;
    const counts = new Map(outcomes.map(({ spawn }) => [key(spawn), 0]));
    const random = Random.forGame(3, 0);
    const draws = 60_000;
    for (let i = 0; i < draws; i++) {
      const drawn = key(game.spawn(from, random).spawn);
      counts.set(drawn, counts.get(drawn)! + 1);
    }
    expect(outcomes).toHaveLength(48);
    const chiSquare = outcomes.reduce((sum, { probability, spawn }) => {
      const expected = probability * draws;
      return sum + (counts.get(key(spawn))! - expected) ** 2 / expected;
    }, 0);
    expect(chiSquare).toBeLessThan(82.7); // 99.9% at 47 degrees of freedom
  });

  test('cannot do what the rules do not allow', () => {
    const from = after('1 2 0 0 / 3 0 0 0 / 0 0 0 0 / 0 0 0 0 next=2 bag=1,0,3', 'left');
    expect(() => game.place(from, { cell: 1, exponent: 2, next: 1 })).toThrow('row 1, column 2');
    expect(() => game.place(from, { cell: 3, exponent: 1, next: 1 })).toThrow(
      'a 1 cannot enter where the next tile was shown as 2',
    );
    expect(() => game.place(from, { cell: 3, exponent: 2, next: 2 })).toThrow('the bag holds 1, 0, 3');
    expect(() => game.place(from, { cell: 3, exponent: 2, next: 'bonus' })).toThrow('no tile of 48');
    expect(() => game.place(from, { cell: 3, exponent: 2 })).toThrow('Threes always shows one');
  });

  test('comes from bags of twelve: between refills each tile is drawn four times', () => {
    const { states } = randomGame(game, 11, 0);
    const drawn = { 1: 0, 2: 0, 3: 0 };
    for (const { next, bag } of states) {
      if (next !== 'bonus') drawn[next!]++;
      if (bag!.every((count) => count === 0) && next !== 'bonus') {
        const start = states[0]!.board;
        const total = ([1, 2, 3] as const).map(
          (tile) => drawn[tile] + start.filter((exponent) => exponent === tile).length,
        );
        expect(new Set(total).size).toBe(1);
      }
    }
  });
});
