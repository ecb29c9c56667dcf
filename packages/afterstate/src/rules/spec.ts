// The form that game specs and player specs share: `name[:model][?key=value&…]`. Everything is taken literally,
// without percent-decoding: specs are typed by hand, and a path may hold a percent sign but hardly a question mark.
// options.ts declares which options a spec may have.

import { InputError } from './input-error.ts';

export interface Spec {
  /** What was typed, for messages. */
  readonly text: string;
  readonly name: string;
  /** The part after the colon: a file, a folder, or a model's name. */
  readonly model?: string;
  readonly options: ReadonlyMap<string, string>;
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
    if (options.has(key)) throw new InputError(`'${key}' appears twice in '${text}'; give it once`);
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

/** Throws if the spec names a model but takes none. */
export function allowNoModel(spec: Spec): void {
  if (spec.model === undefined) return;
  throw new InputError(
    `'${spec.text}' names a model, '${spec.model}', and ${spec.name} takes none; leave ':${spec.model}' out`,
  );
}
