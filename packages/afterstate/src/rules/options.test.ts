import { describe, expect, expectTypeOf, test } from 'vitest';
import { parseGame } from './games.ts';
import { InputError } from './input-error.ts';
import { choice, list, number, text, toggle, whole } from './option-types.ts';
import type { Defaults, Values } from './options.ts';
import { describeOptions, option, optionsForm, readOptions, writeOptions } from './options.ts';
import { formatSpec, parseSpec } from './spec.ts';

const words = { label: 'words', about: 'what it does' };
const OPTIONS = {
  depth: option(whole({ min: 1, max: 12, unit: 'plies' }), { ...words, default: 2, always: true }),
  share: option(number({ min: 0, max: 1 }), { ...words, default: 0.5 }),
  table: option(whole({ min: 4, max: 26, zero: 'none' }), { ...words, default: 18 }),
  by: option(
    choice([
      ['empties', 'empty cells'],
      ['distinct', 'different tiles'],
    ]),
    { ...words, default: 'empties' },
  ),
  spawn: option(
    choice([
      ['any', 'any tile'],
      ['2', 'only a 2'],
    ]),
    { ...words, default: 'any', games: { words: 'games without hints', has: (one) => !one.hints } },
  ),
  moves: option(list({ of: ['up', 'left'], most: 3, suggestions: [] }), { ...words, default: ['up', 'left'] }),
  chance: option(toggle('drawn', 'stays'), { ...words, auto: 'as it was taught', rare: true }),
  c: option(number({ min: 1e-6, max: Infinity }), { ...words, auto: 'as it was taught' }),
  debt: option(whole({ min: -Infinity, max: 6 }), { ...words, default: 0 }),
  any: option(number({ min: -Infinity, max: Infinity }), { ...words, default: 0 }),
  name: option(text('a name'), { ...words, default: 'x' }),
};
const TAUGHT = { chance: true, c: 2 };

const game = parseGame('2048');
const read = (tail: string, of = game) => readOptions(parseSpec(`p?${tail}`.replace(/\?$/, '')), OPTIONS, of);
const canonical = (tail: string): string => formatSpec('p', writeOptions(OPTIONS, read(tail), TAUGHT, game));

describe('declared options', () => {
  test('have their defaults if a spec does not name them', () => {
    expect(read('')).toEqual({
      depth: 2,
      share: 0.5,
      table: 18,
      by: 'empties',
      spawn: 'any',
      moves: ['up', 'left'],
      chance: undefined,
      c: undefined,
      debt: 0,
      any: 0,
      name: 'x',
    });
  });

  test('are read as what they are', () => {
    expect(
      read('depth=1e1&share=.25&table=0&by=distinct&moves=left,left&chance=off&c=3&debt=-1e6&any=-2.5&name=a.txt'),
    ).toMatchObject({
      depth: 10,
      share: 0.25,
      table: 0,
      by: 'distinct',
      moves: ['left', 'left'],
      chance: false,
      c: 3,
      debt: -1_000_000,
      any: -2.5,
      name: 'a.txt',
    });
    expect(read('chance=auto&c=auto')).toEqual(read(''));
  });

  test('are typed by their declarations', () => {
    expectTypeOf<Values<typeof OPTIONS>>().toEqualTypeOf<{
      readonly depth: number;
      readonly share: number;
      readonly table: number;
      readonly by: 'empties' | 'distinct';
      readonly spawn: 'any' | '2';
      readonly moves: readonly ('up' | 'left')[];
      readonly chance: boolean | undefined;
      readonly c: number | undefined;
      readonly debt: number;
      readonly any: number;
      readonly name: string;
    }>();
    expectTypeOf<keyof Defaults<typeof OPTIONS>>().toEqualTypeOf<'chance' | 'c'>();
  });

  test.each([
    [
      'dept=2',
      "unknown option 'dept' in 'p?dept=2'; p has depth, share, table, by, spawn, moves, chance, c, debt, any, name",
    ],
    ['depth=0', "'0' for depth in 'p?depth=0' is not possible; depth is a whole number from 1 to 12"],
    ['depth=1.5', 'depth is a whole number from 1 to 12'],
    ['depth=0x2', "'0x2' for depth"],
    ['depth=auto', "'auto' for depth"],
    ['share=1.01', 'share is a number from 0 to 1'],
    ['table=3', 'table is a whole number from 4 to 26, or 0 for none'],
    ['by=empty', 'by is one of empties, distinct'],
    ['moves=up,down', "'down' for moves in 'p?moves=up,down' is not possible; moves is 1 to 3 of up, left"],
    ['moves=up,up,up,up', 'has 4 parts; at most 3 are possible'],
    ['chance=yes', 'chance is on or off, or auto'],
    ['debt=7', 'debt is a whole number of at most 6'],
    ['any=big', 'any is a number of any size'],
    ['c=0', 'c is a number of at least 0.000001, or auto'],
  ])('are refused if they are not possible: %s', (tail, message) => {
    expect(() => read(tail)).toThrow(InputError);
    expect(() => read(tail)).toThrow(message);
  });

  test('of one game are refused in another, unless they have their default', () => {
    const threes = parseGame('threes');
    expect(read('spawn=2').spawn).toBe('2');
    expect(read('spawn=any', threes).spawn).toBe('any');
    expect(() => read('spawn=2', threes)).toThrow(
      "spawn=2 in 'p?spawn=2' is for games without hints; leave it out in threes",
    );
    const keys = (of: typeof game) => describeOptions(OPTIONS, of).map(({ key }) => key);
    expect(keys(game)).toEqual(Object.keys(OPTIONS));
    expect(keys(threes)).toEqual(Object.keys(OPTIONS).filter((key) => key !== 'spawn'));
  });

  test('are written in the order of their declarations, without defaults except those that always appear', () => {
    expect(canonical('')).toBe('p?depth=2');
    expect(canonical('c=2&chance=on&by=empties&share=0.5')).toBe('p?depth=2');
    expect(canonical('c=1e-3&chance=off&table=0&depth=3&spawn=2')).toBe('p?depth=3&table=0&spawn=2&chance=off&c=0.001');
  });

  test('are shown with their defaults first', () => {
    expect(optionsForm(OPTIONS)).toBe(
      'depth=2&share=0.5&table=18&by=empties|distinct&spawn=any|2&moves=up,left&chance=auto|on|off&c=auto&debt=0&any=0&name=x',
    );
  });

  test('are described as data', () => {
    const [depth, , table, by] = describeOptions(OPTIONS, game);
    expect(depth).toEqual({
      key: 'depth',
      ...words,
      rare: false,
      default: '2',
      kind: 'number',
      possible: 'a whole number from 1 to 12',
      min: 1,
      max: 12,
      whole: true,
      unit: 'plies',
    });
    expect(table).toMatchObject({ min: 4, max: 26, zero: 'none' });
    expect(by!.choices).toEqual([
      { value: 'empties', label: 'empty cells' },
      { value: 'distinct', label: 'different tiles' },
    ]);
    expect(describeOptions(OPTIONS, game).find(({ key }) => key === 'chance')).toMatchObject({
      rare: true,
      default: 'auto',
      auto: 'as it was taught',
    });
  });
});
