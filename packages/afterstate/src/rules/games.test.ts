import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GAME_NAMES, MOVES } from './game.ts';
import { parseGame } from './games.ts';
import { InputError } from './input-error.ts';
import { printBoard } from './notation.ts';
import { Random } from './random.ts';
import { anyState, randomGame } from './states.testing.ts';
import { SYMMETRIES, transform, transformMove } from './symmetry.ts';

const SPECS = [...GAME_NAMES, '2048?four=0', '2048?four=1&start=5', '2048?end=full', '2048?end=32'];

describe.each(SPECS)('%s', (spec) => {
  const game = parseGame(spec);
  const states = anyState(game);
  const tileSum = (board: readonly number[]): number => board.reduce((sum, exponent) => sum + game.tile(exponent), 0);

  test('the tiles of a board add up to the same before and after a move', () => {
    fc.assert(
      fc.property(states, fc.constantFrom(...MOVES), (state, move) => {
        const after = game.afterstate(state, move);
        if (after !== undefined) expect(tileSum(after.board)).toBe(tileSum(state.board));
      }),
    );
  });

  test('a move is legal exactly if it changes the board, and a game without one is over', () => {
    fc.assert(
      fc.property(states, (state) => {
        const legal = MOVES.filter((move) => game.afterstate(state, move) !== undefined);
        expect(game.legalMoves(state)).toEqual(legal);
        expect(game.isOver(state)).toBe(legal.length === 0);
        for (const move of legal) expect(game.afterstate(state, move)!.board).not.toEqual(state.board);
      }),
    );
  });

  test('a move leaves its original state unchanged', () => {
    fc.assert(
      fc.property(states, fc.constantFrom(...MOVES), (state, move) => {
        const copy = structuredClone(state);
        const after = game.afterstate(state, move);
        if (after !== undefined) game.outcomes(after);
        expect(state).toEqual(copy);
      }),
    );
  });

  test('symmetric boards move symmetrically', () => {
    fc.assert(
      fc.property(states, fc.constantFrom(...MOVES), fc.constantFrom(...SYMMETRIES), (state, move, symmetry) => {
        const here = game.afterstate(state, move);
        const there = game.afterstate(
          { ...state, board: transform(state.board, symmetry) },
          transformMove(move, symmetry),
        );
        expect(there?.board).toEqual(here && transform(here.board, symmetry));
        expect(there?.gain).toBe(here?.gain);
        expect(there?.entries.map((cell) => symmetry[cell]!).toSorted((a, b) => a - b)).toEqual(here?.entries);
      }),
    );
  });

  test('new tiles appear on empty cells, listed in ascending order', () => {
    fc.assert(
      fc.property(states, fc.constantFrom(...MOVES), (state, move) => {
        const after = game.afterstate(state, move);
        if (after === undefined) return;
        expect(after.entries.length).toBeGreaterThan(0);
        expect(after.entries.every((cell) => after.board[cell] === 0)).toBe(true);
        expect(after.entries).toEqual(after.entries.toSorted((a, b) => a - b));
      }),
    );
  });

  test('the outcomes of chance are distinct and possible, their probabilities sum to 1, and each can be placed', () => {
    fc.assert(
      fc.property(states, fc.constantFrom(...MOVES), (state, move) => {
        const after = game.afterstate(state, move);
        if (after === undefined) return;
        const outcomes = game.outcomes(after);
        expect(outcomes.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 10);
        expect(outcomes.every(({ probability }) => probability > 0)).toBe(true);
        expect(new Set(outcomes.map(({ spawn }) => JSON.stringify(spawn))).size).toBe(outcomes.length);
        for (const outcome of outcomes) expect(game.place(after, outcome.spawn)).toEqual(outcome.state);
      }),
    );
  });

  test('a game of random moves ends, and the same seed gives the same game', () => {
    const { states: played, score } = randomGame(game, 17, 4);
    expect(played.length).toBeGreaterThan(5);
    expect(game.isOver(played.at(-1)!)).toBe(true);
    expect(randomGame(game, 17, 4)).toEqual({ states: played, score });
    expect(randomGame(game, 17, 5).states).not.toEqual(played);
  });
});

test.each([
  ['2048', '0,0,0,2/0,2,0,0/0,0,0,0/0,0,0,0'],
  ['threes', '0,0,2,1/1,0,0,0/3,3,2,0/0,1,1,3 next=2 bag=0,1,1'],
])('game 0 of seed 1 of %s starts from %s', (spec, board) => {
  const game = parseGame(spec);
  expect(printBoard(game.start(Random.forGame(1, 0)), game)).toBe(board);
});

describe('a game spec', () => {
  test.each([
    ['2048', '2048'],
    ['threes', 'threes'],
    ['2048?four=0.1&start=2&end=stuck', '2048'],
    ['2048?end=full&start=1&four=0', '2048?four=0&start=1&end=full'],
    ['2048?end=2048&four=0', '2048?four=0&end=2048'],
    ['2048?end=full,2048', '2048?end=full,2048'],
    ['2048?four=.25', '2048?four=0.25'],
    ['2048?', '2048'],
    [' threes ', 'threes'],
  ])('%s is %s in its canonical form, which is its own', (spec, canonical) => {
    expect(parseGame(spec).spec).toBe(canonical);
    expect(parseGame(canonical).spec).toBe(canonical);
  });

  test.each([
    ['4096', "unknown game '4096'; the games are 2048, threes"],
    ['', "'' has no name"],
    ['2048?five=1', "unknown option 'five' in '2048?five=1'; 2048 has four, start, end"],
    ['threes?four=1', "unknown option 'four' in 'threes?four=1'; threes has no options"],
    ['2048?four=2', "'2' for four in '2048?four=2' is not possible; four is a number from 0 to 1"],
    ['2048?four=often', "'often' for four"],
    ['2048?start=1.5', 'start is a whole number from 1 to 16'],
    ['2048?start=0', 'start is a whole number from 1 to 16'],
    ['2048?end=never', 'end is stuck, full, a tile from 8 to 131072'],
    ['2048?end=stuck,2048', 'end is stuck, full'],
    ['2048?end=4', 'end is stuck, full, a tile from 8 to 131072'],
    ['2048?end=3000', 'end is stuck, full, a tile from 8 to 131072'],
    ['2048:model', '2048 takes none'],
  ])('%j is an error: %s', (spec, message) => {
    expect(() => parseGame(spec)).toThrow(InputError);
    expect(() => parseGame(spec)).toThrow(message);
  });
});
