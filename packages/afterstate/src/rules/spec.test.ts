import { describe, expect, test } from 'vitest';
import { InputError } from './input-error.ts';
import {
  allowNoModel,
  allowOptions,
  formatSpec,
  parseSpec,
  readChoice,
  readInteger,
  readList,
  readNumber,
  readText,
} from './spec.ts';

describe('a spec', () => {
  test('is a name, perhaps a model, perhaps options', () => {
    expect(parseSpec('random')).toEqual({ text: 'random', name: 'random', options: new Map() });
    expect(parseSpec('ntuple:models/a.st?ply=3&ms=50')).toEqual({
      text: 'ntuple:models/a.st?ply=3&ms=50',
      name: 'ntuple',
      model: 'models/a.st',
      options: new Map([
        ['ply', '3'],
        ['ms', '50'],
      ]),
    });
  });

  test('keeps colons, equals signs and percent signs of models and values as they are', () => {
    expect(parseSpec('ntuple:C:\\models\\50%').model).toBe('C:\\models\\50%');
    expect(parseSpec('a?b=c=d:e').options.get('b')).toBe('c=d:e');
  });

  test.each([
    [':model', 'has no name'],
    ['?a=1', 'has no name'],
    ['name:', 'nothing after the colon'],
    ['name?a', "'a' in 'name?a' is not of the form key=value"],
    ['name?a=', 'key=value'],
    ['name?=1', 'key=value'],
    ['name?a=1&&b=2', 'key=value'],
    ['name?a=1&a=2', "'a' stands twice"],
  ])('%s is an error: %s', (text, message) => {
    expect(() => parseSpec(text)).toThrow(InputError);
    expect(() => parseSpec(text)).toThrow(message);
  });

  test('is written as it is read, without options that are undefined', () => {
    expect(formatSpec('random')).toBe('random');
    expect(formatSpec('ntuple', { ply: 3, ms: undefined, eval: 'snake' }, 'models/a')).toBe(
      'ntuple:models/a?ply=3&eval=snake',
    );
  });

  test('has only the options that are known, and a model only where one is taken', () => {
    const spec = parseSpec('a:m?x=1');
    expect(() => allowOptions(spec, ['x', 'y'])).not.toThrow();
    expect(() => allowOptions(spec, ['y', 'z'])).toThrow("unknown option 'x' in 'a:m?x=1'; a has y, z");
    expect(() => allowNoModel(spec)).toThrow("leave ':m' out");
    expect(() => allowNoModel(parseSpec('a'))).not.toThrow();
  });
});

describe('an option', () => {
  const spec = parseSpec('p?n=2.5&k=7&big=1e6&bad=0x10&move=up&moves=up,left&file=a.txt');
  const all = { min: -Infinity, max: Infinity };

  test('is its default where it is not given', () => {
    expect(readNumber(spec, 'none', all, 1)).toBe(1);
    expect(readInteger(spec, 'none', all, 2)).toBe(2);
    expect(readChoice(spec, 'none', ['a', 'b'], 'b')).toBe('b');
    expect(readList(spec, 'none', ['a', 'b'], ['b', 'a'])).toEqual(['b', 'a']);
    expect(readText(spec, 'none', 'x')).toBe('x');
  });

  test('is read as what it is', () => {
    expect(readNumber(spec, 'n', { min: 0, max: 3 }, 1)).toBe(2.5);
    expect(readInteger(spec, 'big', { min: 1, max: Infinity }, 1)).toBe(1_000_000);
    expect(readChoice(spec, 'move', ['up', 'left'], 'left')).toBe('up');
    expect(readList(spec, 'moves', ['left', 'up'], [])).toEqual(['up', 'left']);
    expect(readText(spec, 'file', 'x')).toBe('a.txt');
  });

  test('that is wrong is an error that says what is possible', () => {
    expect(() => readNumber(spec, 'n', { min: 0, max: 1 }, 1)).toThrow('n is a number from 0 to 1');
    expect(() => readNumber(spec, 'bad', all, 1)).toThrow("'0x10' for bad");
    expect(() => readInteger(spec, 'n', { min: 1, max: Infinity }, 1)).toThrow('n is a whole number of at least 1');
    expect(() => readInteger(spec, 'k', { min: -Infinity, max: 6 }, 1)).toThrow('k is a whole number of at most 6');
    expect(() => readChoice(spec, 'move', ['left', 'right'], 'left')).toThrow('move is one of left, right');
    expect(() => readList(spec, 'moves', ['up', 'down'], [])).toThrow("'left' for moves");
  });
});
