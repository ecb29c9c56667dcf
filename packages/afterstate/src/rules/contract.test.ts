// What game.ts promises, for every game and for a 2048 on a board of another shape: the facts agree with the rules.

import { describe, expect, test } from 'vitest';
import { type Game, GAME_NAMES, MOST_CELLS } from './game.ts';
import { parseGame } from './games.ts';
import { cellCount } from './lines.ts';
import { Random } from './random.ts';
import { plyBytes } from './replay.ts';
import { create2048 } from './rules2048.ts';
import { randomGame } from './states.testing.ts';

const exponentsOf = (game: Game): number[] => Array.from({ length: game.maxExponent }, (_, i) => i + 1);

const GAMES: [string, Game][] = [
  ...GAME_NAMES.map((name): [string, Game] => [name, parseGame(name)]),
  ['2048 on 3×3', create2048({}, { rows: 3, columns: 3 })],
  ['2048 on 2×5', create2048({ four: 0.5 }, { rows: 2, columns: 5 })],
];

describe.each(GAMES)('%s', (_, game) => {
  const { states } = randomGame(game, 1);

  test('has boards of its shape', () => {
    expect(cellCount(game)).toBeLessThanOrEqual(MOST_CELLS);
    for (const { board } of states) expect(board).toHaveLength(game.rows * game.columns);
  });

  test('has tiles that grow, each with its own exponent', () => {
    expect(game.tile(0)).toBe(0);
    for (const e of exponentsOf(game)) {
      expect(game.tile(e)).toBeGreaterThan(game.tile(e - 1));
      expect(game.exponent(game.tile(e))).toBe(e);
      if (e > game.doublesFrom) expect(game.tile(e)).toBe(2 * game.tile(e - 1));
    }
    expect(game.exponent(game.tile(game.maxExponent) * 2)).toBeUndefined();
    // The kernel's two bits per cell tell 15, 16 and 17 apart, and a hint takes their place.
    expect(game.maxExponent).toBeLessThanOrEqual(game.hints ? 15 : 17);
  });

  test('names tiles that it has', () => {
    const named = [
      game.doublesFrom,
      game.goal,
      game.rare,
      game.reportedFrom,
      game.lowestTop,
      ...game.milestones.flat(),
    ];
    for (const exponent of [...named, ...(game.win === undefined ? [] : [game.win])]) {
      expect(exponent).toBeGreaterThanOrEqual(1);
      expect(exponent).toBeLessThanOrEqual(game.maxExponent);
    }
    expect(game.goal).toBeGreaterThanOrEqual(game.reportedFrom);
  });

  test('merges two neighbours exactly if a move does', () => {
    for (const a of [0, ...exponentsOf(game)]) {
      for (const b of [0, ...exponentsOf(game)]) {
        const board = Array.from({ length: cellCount(game) }, (_cell, i) => (i === 0 ? a : i === 1 ? b : 0));
        const next = game.hints ? { next: 1 as const, bag: [3, 4, 4] as const } : {};
        const after = game.afterstate({ board, ...next }, 'left')?.board;
        const tiles = after?.filter((exponent) => exponent !== 0).length;
        expect(game.merges(a, b), `${a}, ${b}`).toBe(a > 0 && b > 0 && tiles === 1);
      }
    }
  });

  test('shows what comes next in every state, or in none', () => {
    for (const state of states) {
      expect(state.next !== undefined).toBe(game.hints !== undefined);
      expect(state.bag !== undefined).toBe(game.hints !== undefined);
      if (state.next !== undefined) expect(game.hints!.all).toContain(state.next);
    }
  });

  test('spawns as it says', () => {
    for (const state of states.slice(0, 40)) {
      const [move] = game.legalMoves(state);
      if (move === undefined) continue;
      const after = game.afterstate(state, move)!;
      const outcomes = game.outcomes(after);
      expect(outcomes.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12);
      if (!game.plainSpawns) continue;
      const empty = after.board.flatMap((exponent, cell) => (exponent === 0 ? [cell] : []));
      expect([...new Set(outcomes.map(({ spawn }) => spawn.cell))]).toEqual(empty);
      for (const { spawn } of outcomes) expect([1, 2]).toContain(spawn.exponent);
    }
    if (game.plainSpawns) expect(game.hints).toBeUndefined();
    expect(plyBytes(game)).toBe(game.plainSpawns ? 1 : 2);
  });

  test('tells the score of a game from its board approximately, and exactly if spawns score', () => {
    for (let number = 0; number < 20; number++) {
      const { states: played, score } = randomGame(game, 3, number);
      const told = game.scoreOf(played.at(-1)!.board);
      const scores = exponentsOf(game).some((exponent) => game.spawnScore(exponent) > 0);
      if (scores) expect(told).toBe(score);
      else expect(told).toBeGreaterThan(0.4 * score);
    }
    expect(game.scoreOf(game.start(Random.forGame(1, 0)).board)).toBeGreaterThanOrEqual(0);
  });

  test('has a title, and a spec whose options it lists', () => {
    expect(game.title.toLowerCase()).toBe(game.name);
    expect(game.spec.split('?')[0]).toBe(game.name);
    for (const option of game.spec.split('?')[1]?.split('&') ?? []) {
      const [key, value] = option.split('=');
      expect(String(game.options[key!])).toBe(value);
    }
  });
});
