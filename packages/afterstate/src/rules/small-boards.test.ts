// Nothing that works by the rules alone assumes a board of four rows of four: notation, symmetries and records of a 2048 on
// other shapes.

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MOVES, type Shape } from './game.ts';
import { linesOf } from './lines.ts';
import { drawBoard, parseBoard, printBoard } from './notation.ts';
import { Random } from './random.ts';
import { type GameRecord, packPly, replay, unpackPly } from './replay.ts';
import { create2048 } from './rules2048.ts';
import { anyBoard, anyState } from './states.testing.ts';
import { canonicalBoard, symmetriesOf, transform, transformMove } from './symmetry.ts';

const SHAPES: Shape[] = [
  { rows: 3, columns: 3 },
  { rows: 2, columns: 4 },
  { rows: 5, columns: 3 },
  { rows: 1, columns: 6 },
];

describe.each(SHAPES)('2048 on $rows×$columns', (shape) => {
  const game = create2048({}, shape);

  test('a board is written row by row, and read again', () => {
    fc.assert(
      fc.property(anyState(game), (state) => {
        const text = printBoard(state, game);
        expect(text.split('/').map((row) => row.split(',').length)).toEqual(
          Array.from({ length: shape.rows }, () => shape.columns),
        );
        expect(parseBoard(text, game)).toEqual(state);
        expect(parseBoard(drawBoard(state, game), game)).toEqual(state);
        expect(drawBoard(state, game).split('\n')).toHaveLength(shape.rows);
      }),
    );
  });

  test('an error says how many cells the board has', () => {
    const cells = shape.rows * shape.columns;
    expect(() => parseBoard('2', game)).toThrow(`the board has 1 cell; give ${cells} tile values`);
    const wrong = Array.from({ length: cells }, (_, i) => (i === cells - 1 ? 3 : 0)).join();
    expect(() => parseBoard(wrong, game)).toThrow(`row ${shape.rows}, column ${shape.columns}`);
  });

  test('its symmetries are a group, eight of a square and four of another shape', () => {
    const all = symmetriesOf(shape);
    const names = new Set(all.map(String));
    const square = shape.rows === shape.columns;
    // A single row is its own image upside down.
    expect(names.size).toBe(square ? 8 : shape.rows === 1 ? 2 : 4);
    for (const a of all) for (const b of all) expect(names.has(String(transform(a, b)))).toBe(true);
  });

  test('the game plays the same on every symmetric board', () => {
    const all = symmetriesOf(shape);
    fc.assert(
      fc.property(anyState(game), fc.constantFrom(...MOVES), fc.constantFrom(...all), (state, move, symmetry) => {
        const after = game.afterstate(state, move);
        const image = game.afterstate(
          { board: transform(state.board, symmetry) },
          transformMove(move, symmetry, shape),
        );
        expect(image?.board).toEqual(after && transform(after.board, symmetry));
        expect(image?.gain).toBe(after?.gain);
      }),
    );
    fc.assert(
      fc.property(anyBoard(game), (board) => {
        const forms = all.map((symmetry) => String(canonicalBoard(transform(board, symmetry), shape)));
        expect(new Set(forms).size).toBe(1);
      }),
    );
  });

  test('a game is recorded and replayed', () => {
    const chance = Random.forGame(5, 0);
    const start = game.start(chance);
    const plies: number[] = [];
    let [state, score] = [start, 0];
    for (let [move] = game.legalMoves(state); move !== undefined; [move] = game.legalMoves(state)) {
      const after = game.afterstate(state, move)!;
      const { spawn, state: next } = game.spawn(after, chance);
      plies.push(packPly({ move, spawn }));
      expect(unpackPly(plies.at(-1)!, game)).toEqual({ move, spawn });
      score += after.gain;
      state = next;
    }
    const record: GameRecord = {
      game: game.spec,
      rulesVersion: game.rulesVersion,
      player: 'first',
      seed: 5,
      gameNumber: 0,
      start,
      plies: Uint16Array.from(plies),
      score,
      moves: plies.length,
    };
    const last = [...replay(record, game)].at(-1)!;
    expect(last.after).toEqual(state);
    expect(last.score).toBe(score);
  });
});

test('a board has at most sixteen cells', () => {
  expect(() => linesOf({ rows: 5, columns: 5 })).toThrow('a board of 5×5 is not possible; it has at most 16 cells');
  expect(() => create2048({}, { rows: 0, columns: 4 })).toThrow(RangeError);
});
