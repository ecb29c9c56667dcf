// The settings of a run, declared once: for each, a zod schema says what it may be, together with the text that people read.
// Flags, files of settings, bounds, defaults, help and errors derive from that. What a schema allows is read from its JSON
// Schema, which zod documents, unlike its internal definitions.

import { InputError } from 'afterstate';
import { z } from 'zod';
import { plain } from '../terminal/table.ts';

/** What people read about a setting. */
export interface About {
  readonly description: string;
  /** The name of the value in help: `n`, `spec`; `file...` takes several at once. Switches have none. */
  readonly argument?: string;
  /** For a switch: what `--no-…` does, if help should show it. */
  readonly negation?: string;
  /** Its heading in help. */
  readonly group: string;
  /** The default as help shows it, if the value itself would say too little. */
  readonly fallback?: string;
  /** What to do if it is missing. */
  readonly remedy?: string;
  /** An earlier name, which files and flags may still use. */
  readonly formerly?: string;
  /** Whether a run may continue with another value: any, or only a larger one. */
  readonly onResume?: 'any' | 'more';
}

const ABOUT = z.registry<About>();

/** A field of a run's schema that is also a flag, named after its key: `lrEnd` is `--lr-end`. */
export function setting<Schema extends z.ZodType>(schema: Schema, about: About): Schema {
  ABOUT.add(schema, about as never);
  return schema;
}

type Values = Readonly<Record<string, unknown>>;

/** Values for many settings at once, chosen by one of the settings. */
export interface Preset {
  /** Its name in help: `--paper`. */
  readonly label: string;
  readonly values: Values;
}

export interface Presets {
  /** The first is the default. */
  readonly all: readonly Preset[];
  /** Which of them the values choose. */
  readonly chosenBy: (values: Values) => Preset | undefined;
}

export interface Setting {
  readonly key: string;
  readonly flag: string;
  readonly about: About;
  readonly kind: 'number' | 'switch' | 'list' | 'text';
  /** The requirement in words: `a whole number from 1 to 64`. */
  readonly requirement: string;
  /** Whether a run requires it. */
  readonly isRequired: boolean;
  /** Its value by default, and by each preset. */
  readonly defaults: readonly { readonly label: string; readonly value: unknown }[];
}

/** The flag of a setting; `--no-…` for a switch that is off. */
export function flagOf(key: string, value?: unknown): string {
  return `--${value === false ? 'no-' : ''}${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export class Settings<Shape extends z.ZodRawShape> {
  /** The settings that are flags, in the order of the schema. */
  readonly all: readonly Setting[];
  readonly #schema: z.ZodObject<Shape>;
  readonly #allowed: Readonly<Record<string, Allowed>>;
  readonly #presets: Presets | undefined;
  readonly #formerly: ReadonlyMap<string, string>;

  constructor(shape: Shape, presets?: Presets) {
    this.#schema = z.strictObject(shape) as unknown as z.ZodObject<Shape>;
    this.#presets = presets;
    // Made once for all settings: one by one it takes twice as long, and every command waits for it.
    this.#allowed = z.toJSONSchema(this.#schema, { io: 'input' }).properties as Readonly<Record<string, Allowed>>;
    this.all = Object.entries(shape).flatMap(([key, schema]) => {
      const about = ABOUT.get(schema as z.ZodType) as About | undefined;
      return about ? [describe(key, schema as z.ZodType, about, this.#allowed[key]!, presets?.all ?? [])] : [];
    });
    this.#formerly = new Map(this.all.flatMap(({ key, about }) => (about.formerly ? [[about.formerly, key]] : [])));
  }

  find(key: string): Setting | undefined {
    return this.all.find((setting) => setting.key === key);
  }

  /** The current name of a setting. */
  nameOf(key: string): string {
    return this.#formerly.get(key) ?? key;
  }

  /** The text of a flag as a value. */
  read({ key, flag, kind, requirement }: Setting, text: string): unknown {
    const value = kind === 'number' ? numberOf(text) : text;
    if (this.#field(key).safeParse(value).success) return value;
    throw new InputError(`${flag} must be ${requirement}, not '${text}'`);
  }

  /** Settings from a file, completed by their preset and defaults; an InputError begins with `where`. */
  parse(values: unknown, where: string): z.infer<z.ZodObject<Shape>> {
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      throw new InputError(`${where}: this is not a JSON object of settings`);
    const given = Object.fromEntries(Object.entries(values).map(([key, value]) => [this.nameOf(key), value]));
    for (const key of Object.keys(given)) {
      if (!Object.hasOwn(this.#schema.shape, key))
        throw new InputError(
          `${where}: '${key}' is not a setting; choose from ${Object.keys(this.#schema.shape).join(', ')}`,
        );
    }
    const preset = this.#presets && (this.#presets.chosenBy(given) ?? this.#presets.all[0]);
    const result = this.#schema.safeParse({ ...preset?.values, ...given });
    if (result.success) return result.data as z.infer<z.ZodObject<Shape>>;
    const key = String(result.error.issues[0]?.path[0] ?? '');
    const value = given[key];
    const requirement = requirementOf(this.#allowed[key]!);
    throw new InputError(
      value === undefined
        ? `${where}: ${key} is missing; it must be ${requirement}`
        : `${where}: ${key} must be ${requirement}, not ${JSON.stringify(value)}`,
    );
  }

  #field(key: string): z.ZodType {
    return this.#schema.shape[key] as unknown as z.ZodType;
  }
}

function numberOf(text: string): number {
  return /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
}

function describe(key: string, schema: z.ZodType, about: About, allowed: Allowed, presets: readonly Preset[]): Setting {
  const own = allowed.default;
  const [first = { label: '', values: {} }, ...others] = presets;
  const defaults = [
    { label: '', value: first.values[key] ?? own },
    ...others.map(({ label, values }) => ({ label, value: values[key] ?? own })),
  ];
  const isOptional = schema.safeParse(undefined).success;
  return {
    key,
    flag: flagOf(key),
    about,
    kind: kindOf(allowed),
    requirement: requirementOf(allowed),
    isRequired: !isOptional && defaults[0]!.value === undefined,
    defaults,
  };
}

/** The parts of a setting's JSON Schema that are used here. */
interface Allowed {
  readonly type?: string;
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Allowed[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

function kindOf({ type, anyOf = [] }: Allowed): Setting['kind'] {
  if (type === 'array' || anyOf.some((one) => one.type === 'array')) return 'list';
  if (type === 'boolean') return 'switch';
  return type === 'number' || type === 'integer' ? 'number' : 'text';
}

function requirementOf(allowed: Allowed): string {
  const { type, minimum, exclusiveMinimum, maximum } = allowed;
  const only = allowed.const === undefined ? allowed.enum : [allowed.const];
  if (only) return only.length === 1 ? only[0]! : `one of ${only.join(', ')}`;
  const most = maximum === undefined ? '' : plain(maximum);
  if (type === 'integer') return `a whole number from ${plain(minimum ?? 0)} to ${most}`;
  if (type === 'number')
    return exclusiveMinimum === undefined
      ? `a number from ${plain(minimum ?? 0)} to ${most}`
      : `a number above ${plain(exclusiveMinimum)} and at most ${most}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'array') return 'a list of texts';
  return allowed.anyOf ? allowed.anyOf.map(requirementOf).join(' or ') : 'a text';
}
