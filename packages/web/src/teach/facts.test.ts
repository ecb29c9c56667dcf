// Explanations are true: on a thousand random positions of each game, every fact is found again from the reference rules, in ways
// that share nothing with facts.ts, and every statement is made exactly when it holds.

import {
  type Afterstate,
  type Game,
  GAME_NAMES,
  type Move,
  MOVES,
  parseBoard,
  parseGame,
  Random,
  type State,
} from 'afterstate';
import { describe, expect, it } from 'vitest';
import { percent } from '../shell/numbers.ts';
import { compareMoves, type Comparison, type MoveFacts } from './facts.ts';
import { anyOf, choices, madeByCounting } from './positions.testing.ts';
import { briefly, type Statement, statementsOf, wordsOf } from './statements.ts';

const CORNERS = [0, 3, 12, 15];
const POSITIONS = 1000;

/** Everything that chance may do, by what the rules allow. */
function total(game: Game, after: Afterstate, counts: (state: State, cell: number) => boolean): number {
  let sum = 0;
  for (const { probability, spawn } of game.outcomes(after))
    if (counts(game.place(after, spawn), spawn.cell)) sum += probability;
  return sum;
}

/** How many pairs of neighbours are like this, each pair once: a walk to the right and down from every cell. */
function adjacent(so: (a: number, b: number) => boolean): number {
  let n = 0;
  for (let row = 0; row < 4; row++)
    for (let column = 0; column < 4; column++) {
      const cell = 4 * row + column;
      if (column < 3 && so(cell, cell + 1)) n++;
      if (row < 3 && so(cell, cell + 4)) n++;
    }
  return n;
}

function secondOf(board: readonly number[]): number {
  const kinds = [...new Set(board)].sort((a, b) => b - a);
  return kinds[1] ?? 0;
}

function sideBySide(board: readonly number[], one: number, other: number): boolean {
  return other > 0 && adjacent((a, b) => [board[a]!, board[b]!].sort((x, y) => y - x).join() === `${one},${other}`) > 0;
}

/** The largest tile that any move of a state makes, or 0. */
function mostNext(game: Game, state: State): number {
  return Math.max(
    0,
    ...game.legalMoves(state).flatMap((move) => madeByCounting(game, state.board, game.afterstate(state, move)!.board)),
  );
}

function checkMove(game: Game, state: State, facts: MoveFacts): void {
  const after = game.afterstate(state, facts.move)!;
  const largest = Math.max(...state.board);
  expect(facts.gain).toBe(after.gain);
  expect(facts.empty).toBe(after.board.reduce((sum, exponent) => sum + Number(exponent === 0), 0));
  expect(facts.made).toEqual(madeByCounting(game, state.board, after.board));
  expect(facts.inCorner).toBe(CORNERS.some((cell) => after.board[cell]! >= largest));
  let [ends, forced, sure] = [0, 0, Infinity];
  for (const { probability, spawn } of game.outcomes(after)) {
    const next = game.place(after, spawn);
    const legal = MOVES.filter((move) => game.afterstate(next, move) !== undefined).length;
    if (legal === 0) ends += probability;
    if (legal < 2) forced += probability;
    sure = Math.min(sure, mostNext(game, next));
  }
  expect(facts.ends).toBeCloseTo(ends, 9);
  expect(facts.forced).toBeCloseTo(forced, 9);
  expect(facts.sure).toBe(sure);
  expect(facts.pairs).toBe(adjacent((a, b) => game.merges(after.board[a]!, after.board[b]!)));
  expect(facts.together).toBe(sideBySide(after.board, largest, secondOf(state.board)));
}

function checkComparison(found: Comparison): void {
  const { game, state, played, best } = found;
  checkMove(game, state, played);
  checkMove(game, state, best);
  const largest = Math.max(...state.board);
  expect(found.largest).toBe(largest);
  expect(found.wasInCorner).toBe(CORNERS.some((cell) => state.board[cell] === largest));
  expect(found.second).toBe(secondOf(state.board));
  expect(found.wereTogether).toBe(sideBySide(state.board, largest, secondOf(state.board)));
  const after = game.afterstate(state, played.move)!;
  const left = CORNERS.filter((cell) => state.board[cell] === largest && after.board[cell] === 0);
  expect(found.cornerTaken).toBeCloseTo(
    total(game, after, (_, cell) => left.includes(cell)),
    9,
  );
  const later = new Set<number>();
  for (const { spawn } of best.made.length > 0 ? game.outcomes(after) : []) {
    const then = game.place(after, spawn);
    for (const move of game.legalMoves(then))
      for (const exponent of madeByCounting(game, then.board, game.afterstate(then, move)!.board)) later.add(exponent);
  }
  for (const exponent of new Set(best.made))
    expect(found.givenUp.includes(exponent)).toBe(!played.made.includes(exponent) && !later.has(exponent));
  expect(found.givenUp.every((exponent) => best.made.includes(exponent))).toBe(true);
}

/** The numbers that the words of a statement must contain. */
function numbersOf(statement: Statement): string[] {
  switch (statement.kind) {
    case 'ends':
    case 'forced':
      return [percent(statement.played), statement.best === 0 ? 'never' : percent(statement.best)];
    case 'corner':
      return [String(statement.tile), ...(statement.taken > 0 ? [percent(statement.taken)] : [])];
    case 'apart':
      return [`The ${statement.tile} and the ${statement.second} `];
    case 'given-up':
      return [String(statement.tile)];
    case 'merges':
      return [...statement.played, ...statement.best].map(String);
    case 'sure':
      return [String(statement.best), statement.played === 0 ? 'nothing is sure' : String(statement.played)];
    case 'pairs':
      return [statement.played === 0 ? 'no pairs' : `${statement.played} pair`, String(statement.best)];
    case 'empty':
      return [statement.played === 0 ? 'no empty' : String(statement.played), String(statement.best)];
  }
}

/** Whether each kind of statement holds, by facts found to be true. */
function holds({ played, best, ...found }: Comparison): Record<Statement['kind'], boolean> {
  const ends = played.ends > best.ends + 1e-9;
  const givenUp = found.givenUp.length > 0;
  const larger = (best.made[0] ?? 0) > (played.made[0] ?? 0);
  return {
    ends,
    forced: !ends && played.forced > best.forced + 1e-9,
    corner: found.wasInCorner && !played.inCorner && best.inCorner,
    apart:
      found.wereTogether &&
      !played.together &&
      best.together &&
      played.made.every((exponent) => exponent <= found.second),
    'given-up': givenUp,
    merges: !givenUp && (best.made.length > played.made.length || larger),
    empty: best.empty > played.empty,
    sure: best.sure > played.sure,
    pairs: best.pairs > played.pairs,
  };
}

describe.each(GAME_NAMES)('what is said about moves of %s', (name) => {
  const game = parseGame(name);

  it(`is true on ${POSITIONS} random positions`, () => {
    const random = Random.forGame(3, 0);
    const seen = new Map<string, number>();
    for (const { state, legal } of choices(game, POSITIONS)) {
      const played = anyOf(legal, random);
      const best = anyOf(
        legal.filter((move) => move !== played),
        random,
      );
      const found = compareMoves(game, state, played, best);
      expect([found.played.move, found.best.move]).toEqual([played, best]);
      checkComparison(found);
      const stated = statementsOf(found);
      const kinds = stated.map(({ kind }) => kind);
      for (const [kind, true_] of Object.entries(holds(found)))
        expect(kinds.includes(kind as Statement['kind']), kind).toBe(true_);
      for (const statement of stated) {
        seen.set(statement.kind, (seen.get(statement.kind) ?? 0) + 1);
        const words = wordsOf(statement, found);
        for (const number of numbersOf(statement)) expect(words).toContain(number);
        expect(words.toLowerCase()).toContain(best);
      }
      // What is said if there is nothing to state: at least as many cells, and as much merged.
      if (stated.length === 0) {
        expect(found.played.empty).toBeGreaterThanOrEqual(found.best.empty);
        expect(found.played.made.length).toBeGreaterThanOrEqual(found.best.made.length);
      }
      expect(briefly(found) === undefined).toBe(stated.length === 0);
    }
    // No kind of statement went unchecked; in Threes it hardly ever happens that only a single move is left.
    const kinds = ['apart', 'corner', 'empty', 'ends', 'given-up', 'merges', 'pairs', 'sure'];
    expect([...seen.keys()]).toEqual(expect.arrayContaining(name === '2048' ? [...kinds, 'forced'] : kinds));
  });
});

describe('a blunder in words', () => {
  const game = parseGame('2048');
  const said = (board: string, played: Move, best: Move): string[] => {
    const found = compareMoves(game, parseBoard(board, game), played, best);
    return statementsOf(found).map((statement) => wordsOf(statement, found));
  };

  it('names the tile that leaves its corner', () => {
    expect(said('512,64,64,8/32,16,4,2/2,4,8,0/0,0,0,0', 'right', 'left')).toEqual([
      'The largest tile, 512, leaves the corner, and the next tile takes its place with a chance of 17%; left keeps it there',
    ]);
  });

  it('names what is not made, and the remaining cells', () => {
    expect(said('64,64,32,16/2,4,8,4/16,2,32,8/4,8,2,0', 'down', 'left')).toEqual([
      'Left makes a 128 by merging, down makes nothing',
      'Down leaves 1 empty cell, left 2',
    ]);
  });
});
