// The options of a spec, declared once. The declaration drives reading and refusing, writing without defaults, the spec with
// every option, the help, the API and the fields of the app. A schema library was refused: specs need a text for every value,
// both ways, and this library has no dependencies.

import type { Game } from './game.ts';
import { InputError } from './input-error.ts';
import type { Spec } from './spec.ts';

/** A value as specs write it, and its label for people. */
export type Labelled<T extends string = string> = readonly [text: T, label: string];

export const OPTION_KINDS = ['number', 'choice', 'switch', 'list', 'plies', 'tile', 'weights', 'text'] as const;

/** What the values of an option are, as data. */
export interface ValueShape {
  readonly kind: (typeof OPTION_KINDS)[number];
  /** Words to follow "is": `a whole number from 1 to 12`. */
  readonly possible: string;
  /** Only for numbers. */
  readonly min?: number;
  readonly max?: number;
  /** What 0 means, if it is possible besides the range. */
  readonly zero?: string;
  readonly whole?: boolean;
  readonly unit?: string;
  /** Every value of a choice, switch or tile; for other kinds, suggestions. */
  readonly choices?: readonly Labelled[];
}

/** What a value's reader knows. Only players' options are read for a game. */
export interface Reading {
  readonly game: Game | undefined;
  /** The error for a part of the text; without a reason, it says what would be possible. */
  wrong(part: string, reason?: string): InputError;
}

/** Values of one kind, and their texts. */
export interface ValueType<T> {
  shape(game: Game | undefined): ValueShape;
  read(text: string, reading: Reading): T;
  write(value: T, game: Game | undefined): string;
}

interface Words {
  /** Names the option for people. */
  readonly label: string;
  /** One line: what it does. */
  readonly about: string;
  /** Rarely needed. */
  readonly rare?: boolean;
  /** Canonical specs include it even at its default. */
  readonly always?: boolean;
  /** The games that have it, by a fact and in words to follow "is for"; all by default. */
  readonly games?: { readonly words: string; has(game: Game): boolean };
}

/** `T` includes undefined if there is no fixed default: `auto` then says what the default is, and specs may write `auto` for it. */
export interface Option<T> extends Words {
  readonly type: ValueType<T>;
  readonly initial: T;
  readonly auto?: string;
}

export type Options = Readonly<Record<string, Option<unknown>>>;

export type Values<O extends Options> = { readonly [K in keyof O]: O[K] extends Option<infer T> ? T : never };

/** The values of the options without a fixed default; undefined leaves them out of canonical specs. */
export type Defaults<O extends Options> = {
  readonly [K in keyof O as undefined extends Values<O>[K] ? K : never]: Values<O>[K];
};

export function option<T>(type: ValueType<T>, declared: Words & { readonly default: NoInfer<T> }): Option<T>;
export function option<T>(type: ValueType<T>, declared: Words & { readonly auto: string }): Option<T | undefined>;
export function option<T>(
  type: ValueType<T>,
  { default: initial, ...words }: Words & { readonly default?: T; readonly auto?: string },
): Option<T | undefined> {
  return { ...words, type: type as ValueType<T | undefined>, initial };
}

const AUTO = 'auto';

/** The values of all options in a spec. Throws an InputError if it has an unknown option, or a value that is not possible. */
export function readOptions<O extends Options>(spec: Spec, options: O, game?: Game): Values<O> {
  for (const key of spec.options.keys()) {
    if (Object.hasOwn(options, key)) continue;
    const keys = Object.keys(options);
    const remedy = keys.length === 0 ? `${spec.name} has no options` : `${spec.name} has ${keys.join(', ')}`;
    throw new InputError(`unknown option '${key}' in '${spec.text}'; ${remedy}`);
  }
  const values = Object.entries(options).map(([key, one]) => [key, readOption(spec, key, one, game)]);
  return Object.fromEntries(values) as Values<O>;
}

export function readOption<T>(spec: Spec, key: string, option: Option<T>, game?: Game): T {
  const text = spec.options.get(key);
  if (text === undefined || (text === AUTO && option.auto !== undefined)) return option.initial;
  const where = `'${spec.text}'`;
  const value = option.type.read(text, {
    game,
    wrong: (part, reason) =>
      new InputError(
        `'${part}' for ${key} in ${where} ${reason ?? `is not possible; ${key} is ${possible(option, game)}`}`,
      ),
  });
  if (game && option.games && !option.games.has(game) && textOf(option, value, game) !== initialText(option, game))
    throw new InputError(`${key}=${text} in ${where} is for ${option.games.words}; leave it out in ${game.name}`);
  return value;
}

/** The options of a canonical spec, with undefined for those at their default; for `formatSpec`. */
export function writeOptions<O extends Options>(
  options: O,
  values: Values<O>,
  defaults: Defaults<O>,
  game?: Game,
): Record<string, string | undefined> {
  const settled: Readonly<Record<string, unknown>> = defaults;
  return Object.fromEntries(
    Object.entries(options).map(([key, one]) => {
      const usual = one.auto === undefined ? one.initial : settled[key];
      const text = textOf(one, values[key] ?? usual, game);
      return [key, one.always !== true && text === textOf(one, usual, game) ? undefined : text];
    }),
  );
}

/** As many values of an option as one can read at a glance. */
const MOST_IN_FORM = 8;

/** `depth=2&spawn=any|2`: every option with its default, choices with all of theirs, the default first. */
export function optionsForm(options: Options, game?: Game): string {
  return Object.entries(options)
    .map(([key, one]) => {
      const first = initialText(one, game);
      const { kind, choices = [] } = one.type.shape(game);
      const others = kind === 'choice' || kind === 'switch' ? choices.map(([text]) => text) : [];
      const all = [first, ...others.filter((text) => text !== first)];
      return `${key}=${(all.length > MOST_IN_FORM ? [...all.slice(0, MOST_IN_FORM - 1), '…'] : all).join('|')}`;
    })
    .join('&');
}

/** An option, as presented by the help, the API and the app. */
export interface OptionInfo extends Omit<ValueShape, 'choices'> {
  readonly key: string;
  readonly label: string;
  readonly about: string;
  readonly rare: boolean;
  /** As written in specs. */
  readonly default: string;
  /** What the default `auto` stands for. */
  readonly auto?: string;
  /** Every value of a choice, switch or tile; for other kinds, suggestions. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

/** The options that a game has. */
export function describeOptions(options: Options, game: Game): OptionInfo[] {
  return Object.entries(options)
    .filter(([, { games }]) => games?.has(game) ?? true)
    .map(([key, one]) => {
      const { choices, ...shape } = one.type.shape(game);
      return {
        key,
        label: one.label,
        about: one.about,
        rare: one.rare ?? false,
        default: initialText(one, game),
        ...(one.auto !== undefined && { auto: one.auto }),
        ...shape,
        possible: possible(one, game),
        ...(choices && { choices: choices.map(([value, label]) => ({ value, label })) }),
      };
    });
}

function possible({ type, auto }: Option<unknown>, game: Game | undefined): string {
  return type.shape(game).possible + (auto === undefined ? '' : `, or ${AUTO}`);
}

function initialText({ type, initial, auto }: Option<unknown>, game: Game | undefined): string {
  return auto === undefined ? type.write(initial, game) : AUTO;
}

function textOf<T>({ type }: Option<T>, value: T, game: Game | undefined): string | undefined {
  return value === undefined ? undefined : type.write(value, game);
}
