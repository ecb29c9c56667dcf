import { describe, expect, test } from 'vitest';
import { InputError } from './input-error.ts';
import { allowNoModel, formatSpec, parseSpec } from './spec.ts';

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
    ['name?a=1&a=2', "'a' appears twice"],
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

  test('has a model only if its name takes one', () => {
    expect(() => allowNoModel(parseSpec('a:m?x=1'))).toThrow("leave ':m' out");
    expect(() => allowNoModel(parseSpec('a'))).not.toThrow();
  });
});
