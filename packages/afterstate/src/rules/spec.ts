// The form that game specs and player specs share: `name[:model][?key=value&…]`. Everything is taken literally,
// without percent-decoding: specs are typed by hand, and a path may hold a percent sign but hardly a question mark.
// The readers turn an option's text into a value, or throw an InputError that says what would have been right.

import { InputError } from './input-error.ts';

export interface Spec {
  /** What was typed, for messages. */
  readonly text: string;
  readonly name: string;
  /** What stands after the colon: a file, a folder, a name of a model. */
  readonly model?: string;
  readonly options: ReadonlyMap<string, string>;
}

export interface Range {
  readonly min: number;
  readonly max: number;
}

export function parseSpec(text: string): Spec {
  const trimmed = text.trim();
  const question = trimmed.indexOf('?');
  const head = question < 0 ? trimmed : trimmed.slice(0, question);
  const tail = question < 0 ? '' : trimmed.slice(question + 1);
  const colon = head.indexOf(':');
  const name = colon < 0 ? head : head.slice(0, colon);
  if (name === '') throw new InputError(`'${text}' has no name; a spec is name[:model][?key=value&…]`);
  if (colon === head.length - 1)
    throw new InputError(`'${text}' has nothing after the colon; leave the colon out, or name a model`);

  const options = new Map<string, string>();
  for (const part of tail === '' ? [] : tail.split('&')) {
    const equals = part.indexOf('=');
    const key = part.slice(0, equals);
    const value = part.slice(equals + 1);
    if (equals < 1 || value === '') throw new InputError(`'${part}' in '${text}' is not of the form key=value`);
    if (options.has(key)) throw new InputError(`'${key}' stands twice in '${text}'; give it once`);
    options.set(key, value);
  }
  return colon < 0 ? { text: trimmed, name, options } : { text: trimmed, name, model: head.slice(colon + 1), options };
}

/** The text of a spec; options whose value is undefined are left out, so that defaults need not be shown. */
export function formatSpec(
  name: string,
  options: Readonly<Record<string, string | number | undefined>> = {},
  model?: string,
): string {
  const shown = Object.entries(options).filter(([, value]) => value !== undefined);
  const tail = shown.map(([key, value]) => `${key}=${value}`).join('&');
  return name + (model === undefined ? '' : `:${model}`) + (tail === '' ? '' : `?${tail}`);
}

/** Throws where the spec has an option that is not one of these. */
export function allowOptions(spec: Spec, keys: readonly string[]): void {
  for (const key of spec.options.keys()) {
    if (keys.includes(key)) continue;
    const remedy = keys.length === 0 ? `${spec.name} has no options` : `${spec.name} has ${keys.join(', ')}`;
    throw new InputError(`unknown option '${key}' in '${spec.text}'; ${remedy}`);
  }
}

/** Throws where the spec names a model and its name takes none. */
export function allowNoModel(spec: Spec): void {
  if (spec.model === undefined) return;
  throw new InputError(
    `'${spec.text}' names a model, '${spec.model}', and ${spec.name} takes none; leave ':${spec.model}' out`,
  );
}

export function readText(spec: Spec, key: string, fallback: string): string {
  return spec.options.get(key) ?? fallback;
}

export function readNumber(spec: Spec, key: string, range: Range, fallback: number): number {
  const text = spec.options.get(key);
  if (text === undefined) return fallback;
  const value = parseNumber(text);
  if (value === undefined || !within(value, range)) throw wrong(spec, key, text, `a number ${words(range)}`);
  return value;
}

export function readInteger(spec: Spec, key: string, range: Range, fallback: number): number {
  const text = spec.options.get(key);
  if (text === undefined) return fallback;
  const value = parseNumber(text);
  if (value === undefined || !Number.isSafeInteger(value) || !within(value, range)) {
    throw wrong(spec, key, text, `a whole number ${words(range)}`);
  }
  return value;
}

export function readChoice<T extends string>(spec: Spec, key: string, choices: readonly T[], fallback: T): T {
  const text = spec.options.get(key);
  if (text === undefined) return fallback;
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw wrong(spec, key, text, `one of ${choices.join(', ')}`);
  return choice;
}

/** One or more of the choices, separated by commas, in the order they stand. */
export function readList<T extends string>(
  spec: Spec,
  key: string,
  choices: readonly T[],
  fallback: readonly T[],
): readonly T[] {
  const text = spec.options.get(key);
  if (text === undefined) return fallback;
  return text.split(',').map((item) => {
    const choice = choices.find((candidate) => candidate === item);
    if (choice === undefined) throw wrong(spec, key, item, `one or more of ${choices.join(', ')}, separated by commas`);
    return choice;
  });
}

/** Decimal notation only: `Number` would also take '', ' 1', '0x10' and 'Infinity'. */
function parseNumber(text: string): number | undefined {
  return /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : undefined;
}

function within(value: number, range: Range): boolean {
  return value >= range.min && value <= range.max;
}

function words({ min, max }: Range): string {
  if (min === -Infinity) return max === Infinity ? 'of any size' : `of at most ${max}`;
  return max === Infinity ? `of at least ${min}` : `from ${min} to ${max}`;
}

function wrong(spec: Spec, key: string, text: string, possible: string): InputError {
  return new InputError(`'${text}' for ${key} in '${spec.text}' is not possible; ${key} is ${possible}`);
}
