import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseGame } from '../rules/games.ts';
import { InputError } from '../rules/input-error.ts';
import { parseStages, STAGE_NAMES, stageCount, stageGuess, stageOfTiles, stageReached } from './stages.ts';

const present = (...exponents: number[]): number => exponents.reduce((bits, e) => bits | (1 << e), 0);
const game = parseGame('2048');
const guess = (text: string, board: number[]): number =>
  stageGuess(
    parseStages(text, '2048'),
    Array.from({ length: 16 }, (_, cell) => board[cell] ?? 0),
    game.tile,
  );

describe('stages as text', () => {
  test('are read, by name or in full', () => {
    expect(parseStages('none', '2048')).toEqual({ kind: 'none', text: 'none' });
    expect(parseStages('yeh3', '2048')).toEqual({
      kind: 'reach',
      text: 'reach:16384,16384+8192',
      splits: [[14], [14, 13]],
    });
    expect(parseStages('jaskowski', '2048')).toMatchObject({ kind: 'tiles', exponents: [15, 14, 13, 12] });
    expect(parseStages('largest:16384,32768', '2048')).toMatchObject({ kind: 'largest', exponents: [14, 15] });
    expect(parseStages('sets:16384,16384+8192', '2048')).toMatchObject({ kind: 'sets', sets: [0x4000, 0x6000] });
    expect(parseStages('threes3', 'threes')).toMatchObject({ kind: 'reach', splits: [[12], [13]] });
  });

  test('are counted', () => {
    const counts = {
      none: 1,
      yeh3: 3,
      'yeh-1': 4,
      'yeh-2': 4,
      'yeh-3': 5,
      'yeh-4': 6,
      jaskowski: 16,
      'largest:64': 2,
      'sets:8,8+4': 3,
    };
    for (const [text, count] of Object.entries(counts)) expect(stageCount(parseStages(text, '2048'))).toBe(count);
  });

  test.each([
    ['sometimes', /'sometimes' does not describe stages; give none, reach:.*yeh3/],
    ['reach:', /does not describe stages/],
    ['reach:100', /'100' in the stages 'reach:100' is not a tile that ends a stage in 2048/],
    ['reach:65536', /'65536' .* is not a tile that ends a stage/],
    ['reach:0', /'0' .* is not a tile/],
    ['tiles:16+32', /take single tiles; only reach: and sets: take sums/],
    ['largest:64,32', /the tiles in 'largest:64,32' must grow/],
    ['largest:64,64', /must grow/],
    ['tiles:2,4,8,16,32', /makes 32 stages; at most 16 are possible/],
  ])('that are wrong say what would be right: %s', (text, says) => {
    expect(() => parseStages(text, '2048')).toThrow(InputError);
    expect(() => parseStages(text, '2048')).toThrow(says);
  });

  test('of one game are not those of another', () => {
    expect(() => parseStages('threes3', '2048')).toThrow("'1536' in the stages");
    expect(() => parseStages('yeh3', 'threes')).toThrow(InputError);
  });
});

describe('the stage of a board', () => {
  test('by presence has a bit for each tile, the first the highest', () => {
    const stages = parseStages('jaskowski', '2048');
    expect(stageOfTiles(stages, present(1, 2, 11))).toBe(0);
    expect(stageOfTiles(stages, present(12))).toBe(1);
    expect(stageOfTiles(stages, present(13, 12))).toBe(3);
    expect(stageOfTiles(stages, present(15))).toBe(8);
    expect(stageOfTiles(stages, present(15, 14, 13, 12, 1))).toBe(15);
  });

  test('by the largest tile counts the tiles that were passed', () => {
    const stages = parseStages('largest:1024,16384', '2048');
    expect([5, 9, 10, 13, 14, 15].map((e) => stageOfTiles(stages, present(1, e)))).toEqual([0, 0, 1, 1, 2, 2]);
  });

  test('by sets is that of the last set that is complete on the board', () => {
    const stages = parseStages('sets:4096,8192,8192+4096,32768', '2048');
    const boards = [[11], [12, 3], [13], [13, 12], [14], [14, 12], [15], [15, 13, 12]];
    expect(boards.map((exponents) => stageOfTiles(stages, present(...exponents)))).toEqual([0, 1, 2, 3, 0, 1, 4, 4]);
  });

  test('by reaching only goes forward, and over several splits at once', () => {
    const stages = parseStages('reach:64,64+32,128', '2048');
    expect(stageReached(stages, present(6), 0)).toBe(1);
    expect(stageReached(stages, present(6, 5), 0)).toBe(2);
    expect(stageReached(stages, present(6, 5, 7), 0)).toBe(3);
    // A tile of a later split alone does not end the first stage.
    expect(stageReached(stages, present(7), 0)).toBe(0);
    // What was reached stays reached.
    expect(stageReached(stages, present(1), 2)).toBe(2);
    expect(stageReached(stages, present(1), 3)).toBe(3);
  });
});

describe('the stage of a board with an unknown history', () => {
  test('is past a split if tiles of its size and larger add up to it', () => {
    expect(guess('yeh3', [13, 12])).toBe(0);
    expect(guess('yeh3', [14])).toBe(1);
    expect(guess('yeh3', [13, 13])).toBe(0);
    expect(guess('yeh3', [14, 13])).toBe(2);
    expect(guess('yeh3', [14, 12, 12])).toBe(1);
    expect(guess('yeh3', [15])).toBe(2);
  });

  test('follows from its tiles if these alone decide', () => {
    expect(guess('jaskowski', [15, 12, 3])).toBe(9);
    expect(guess('largest:64', [7])).toBe(1);
    expect(guess('tiles:32768', [17])).toBe(1);
    expect(guess('none', [17])).toBe(0);
  });

  test('does not pass a split that was not reached', () => {
    expect(guess('reach:16384,8192', [13])).toBe(0);
    expect(guess('reach:16384,8192', [14])).toBe(2);
  });

  test('is never behind what the board shows', () => {
    const names = Object.keys(STAGE_NAMES).filter((name) => name.startsWith('yeh'));
    const boards = fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(fc.constantFrom(...names), boards, (name, board) => {
        const stages = parseStages(name, '2048');
        expect(stageGuess(stages, board, game.tile)).toBeGreaterThanOrEqual(stageReached(stages, present(...board), 0));
      }),
    );
  });
});
