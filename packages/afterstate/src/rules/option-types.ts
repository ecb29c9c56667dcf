// The kinds of values that options have: each says what is possible, and converts text to value and back.

import type { Labelled, ValueType } from './options.ts';

export interface Range {
  readonly min: number;
  readonly max: number;
}

interface NumberShape extends Range {
  readonly unit?: string;
  /** What 0 means, if it is possible besides the range. */
  readonly zero?: string;
}

export function number(shape: NumberShape): ValueType<number> {
  return numeric(shape, false);
}

export function whole(shape: NumberShape): ValueType<number> {
  return numeric(shape, true);
}

function numeric({ min, max, unit, zero }: NumberShape, isWhole: boolean): ValueType<number> {
  const words = `a ${isWhole ? 'whole ' : ''}number ${rangeWords({ min, max })}`;
  return {
    shape: () => ({
      kind: 'number',
      possible: zero === undefined ? words : `${words}, or 0 for ${zero}`,
      min,
      max,
      ...(zero !== undefined && { zero }),
      whole: isWhole,
      ...(unit !== undefined && { unit }),
    }),
    read(text, { wrong }) {
      const value = parseNumber(text);
      if (value === 0 && zero !== undefined) return value;
      if (value === undefined || (isWhole && !Number.isSafeInteger(value)) || value < min || value > max)
        throw wrong(text);
      return value;
    },
    write: String,
  };
}

/** `possible` says in words what the choices are, if they are too many to list. */
export function choice<const T extends string>(
  choices: readonly Labelled<T>[],
  possible = `one of ${choices.map(([text]) => text).join(', ')}`,
): ValueType<T> {
  return {
    shape: () => ({ kind: 'choice', possible, choices }),
    read(text, { wrong }) {
      const found = choices.find(([candidate]) => candidate === text);
      if (!found) throw wrong(text);
      return found[0];
    },
    write: (value) => value,
  };
}

/** `on` or `off`, with what each means to people. */
export function toggle(on: string, off: string): ValueType<boolean> {
  const choices: readonly Labelled[] = [
    ['on', on],
    ['off', off],
  ];
  return {
    shape: () => ({ kind: 'switch', possible: 'on or off', choices }),
    read(text, { wrong }) {
      if (text !== 'on' && text !== 'off') throw wrong(text);
      return text === 'on';
    },
    write: (value) => (value ? 'on' : 'off'),
  };
}

interface ListShape<T extends string> {
  readonly of: readonly T[];
  readonly most: number;
  readonly suggestions: readonly Labelled[];
}

/** One or more of some words, separated by commas, in the order they stand. */
export function list<const T extends string>({ of, most, suggestions }: ListShape<T>): ValueType<readonly T[]> {
  return {
    shape: () => ({
      kind: 'list',
      possible: `1 to ${most} of ${of.join(', ')}, separated by commas`,
      choices: suggestions,
    }),
    read(text, { wrong }) {
      const items = text.split(',').map((item) => {
        const found = of.find((candidate) => candidate === item);
        if (found === undefined) throw wrong(item);
        return found;
      });
      if (items.length > most) throw wrong(text, `has ${items.length} parts; at most ${most} are possible`);
      return items;
    },
    write: (items) => items.join(','),
  };
}

/** Any text; the code that parses it refuses what is not `possible`. */
export function text(possible: string): ValueType<string> {
  return { shape: () => ({ kind: 'text', possible }), read: (given) => given, write: (value) => value };
}

/** Decimal notation only: `Number` would also take '', ' 1', '0x10' and 'Infinity'. */
export function parseNumber(text: string): number | undefined {
  return /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}

function rangeWords({ min, max }: Range): string {
  if (min === -Infinity) return max === Infinity ? 'of any size' : `of at most ${max}`;
  return max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
}
