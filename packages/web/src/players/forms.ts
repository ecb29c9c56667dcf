// How each player of the library is presented. Which players there are and which options they take is the library's to
// say, in each player's `form`; words.ts only adds words and ranges, so a player without an entry appears as well.

import { describeNeural, formatSpec, type Game, NEURAL_PLAYERS, parseSpec, type PlayerKind, PLAYERS } from 'afterstate';
import { isHere } from './model-download.ts';
import { type Model, modelNamed, modelsOf } from './models.ts';
import { type Effort, RARE, TABLE, type Unit } from './words.ts';

export type Option = {
  readonly key: string;
  readonly label: string;
  /** The library's own default, which is left out of the spec. */
  readonly initial: string;
  /** What it does, where the label alone does not say it. */
  readonly about?: string;
  /** Whether few will want to set it. */
  readonly rare: boolean;
} & (
  | { readonly kind: 'choice'; readonly choices: readonly (readonly [value: string, label: string])[] }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly step: number | 'any' }
  | { readonly kind: 'text' }
);

export interface PlayerForm {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly unit: Unit;
  /** What its values are with the score so far, where they are points. */
  readonly expects: string;
  readonly options: readonly Option[];
  readonly effort: Effort | undefined;
  /** Whether it needs a model, named after the colon of its spec. */
  readonly needsModel: boolean;
  readonly game: Game['name'] | undefined;
}

const ORDER = Object.keys(TABLE);
const rank = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** Every player of the library, and those that the engines add to them, in the order of the table. */
export const PLAYER_FORMS: readonly PlayerForm[] = [...PLAYERS, ...NEURAL_PLAYERS.map(describeNeural)]
  .map(formFrom)
  .sort((a, b) => rank(a.name) - rank(b.name));

/** From `cycle?moves=up,left&stuck=end|random`: each option with its default first. */
function formFrom({ name, summary, form }: Pick<PlayerKind, 'name' | 'summary' | 'form'>): PlayerForm {
  const words = TABLE[name];
  const [head = '', tail = ''] = form.split('?');
  const options = tail
    .split('&')
    .filter((part) => part.includes('='))
    .map((part): Option => {
      const key = part.slice(0, part.indexOf('='));
      const common = words?.options?.[key];
      const said = common ?? RARE[key];
      const values = part.slice(part.indexOf('=') + 1).split('|');
      const base = {
        key,
        label: said?.label ?? key,
        initial: values[0]!,
        rare: words !== undefined && common === undefined,
        ...(said?.about !== undefined && { about: said.about }),
      };
      if (said?.choices) return { ...base, kind: 'choice', choices: said.choices };
      if (values.length > 1) return { ...base, kind: 'choice', choices: values.map((value) => [value, value]) };
      if (!isNumber(base.initial)) return { ...base, kind: 'text' };
      const [min, max] = said?.range ?? [0, 1_000_000];
      return { ...base, kind: 'number', min, max, step: said?.step ?? 1 };
    });
  return {
    name,
    title: words?.title ?? name,
    about: words?.about ?? summary,
    unit: words?.unit ?? 'measure',
    expects: words?.expects ?? 'Expected final score',
    options,
    effort: words?.effort,
    needsModel: head.includes(':'),
    game: words?.game,
  };
}

export function isNumber(text: string): boolean {
  return text !== '' && Number.isFinite(Number(text));
}

/** Those that can play a game here: a player that needs a model is left out where there is none. */
export function formsFor(game: Game['name']): readonly PlayerForm[] {
  return PLAYER_FORMS.filter(
    (form) => (form.game ?? game) === game && (!form.needsModel || modelsOf(game, form.name).length > 0),
  );
}

export function formOf(spec: string): PlayerForm | undefined {
  const name = nameOf(spec);
  return PLAYER_FORMS.find((form) => form.name === name);
}

/** The spec of a player as the app starts it, with the largest model that is here. */
export function specOf({ name, needsModel }: PlayerForm, game: Game['name']): string {
  const models = modelsOf(game, name);
  const model = models.findLast(isHere) ?? models[0];
  // Two plies see what the next tile may do, and still take no time that a person would notice.
  if (needsModel && model) return formatSpec(name, name === 'ntuple' ? { ply: 2 } : {}, model.name);
  // A cycle that gives up is a fine baseline and poor company.
  return name === 'cycle' ? 'cycle?moves=up,left&stuck=random' : name;
}

/** The strongest that a page can use without a network. */
const WITHOUT_NETWORK: Readonly<Record<Game['name'], string>> = { '2048': 'nneonneo', threes: 'montecarlo' };

export function defaultSpec(game: Game['name']): string {
  const network = PLAYER_FORMS.find(({ name }) => name === 'ntuple');
  return network && modelsOf(game, network.name).some(isHere) ? specOf(network, game) : WITHOUT_NETWORK[game];
}

/** The model of a spec, where it still has to be fetched. */
export function missingModel(spec: string, game: Game['name']): Model | undefined {
  const model = modelIn(spec, game);
  return model && !isHere(model) ? model : undefined;
}

/** What plays meanwhile: the same player with a model that is here. */
export function playable(spec: string, game: Game['name']): string {
  if (!missingModel(spec, game)) return spec;
  const model = modelsOf(game, nameOf(spec)).findLast(isHere);
  return model ? withModel(spec, model.name) : defaultSpec(game);
}

/** Whether a spec can be meant for this game: its model is one of the game, and not of an earlier visit. */
export function suits(spec: string, game: Game['name']): boolean {
  if ((formOf(spec)?.game ?? game) !== game) return false;
  const model = modelIn(spec, game);
  if (model) return model.game === game;
  return modelOf(spec)?.startsWith('local/') !== true && (modelOf(spec) !== undefined || !isNeural(spec));
}

/** The model that a spec names; where it names none, the one that ships for its neural player. */
function modelIn(spec: string, game: Game['name']): Model | undefined {
  const name = modelOf(spec);
  if (name !== undefined) return modelNamed(name);
  return isNeural(spec) ? modelsOf(game, nameOf(spec)).find(({ file }) => file !== undefined) : undefined;
}

function isNeural(spec: string): boolean {
  return NEURAL_PLAYERS.some((name) => name === nameOf(spec));
}

/** The value of each of the form's options in a spec. */
export function readOptions(form: PlayerForm, spec: string): Record<string, string> {
  const options = parsed(spec)?.options;
  return Object.fromEntries(form.options.map(({ key, initial }) => [key, options?.get(key) ?? initial]));
}

/** The spec with one option set to another value; options that the form does not know are kept. */
export function withOption(form: PlayerForm, spec: string, key: string, value: string): string {
  const { name, model, options } = parseSpec(spec);
  const initial = form.options.find((option) => option.key === key)?.initial;
  const set = { ...Object.fromEntries(options), [key]: value === initial ? undefined : value };
  return formatSpec(name, set, model);
}

/** What a spec says of the effort, in the form of the choices; the first option where it says nothing. */
export function readEffort(form: PlayerForm, { choices }: Effort, spec: string): string {
  const options = parsed(spec)?.options;
  const said = effortKeys(choices).filter((key) => options?.has(key));
  if (said.length > 0) return said.map((key) => `${key}=${options!.get(key)}`).join('&');
  const [key] = effortKeys(choices);
  return `${key}=${form.options.find((option) => option.key === key)?.initial}`;
}

export function withEffort(form: PlayerForm, { choices }: Effort, spec: string, part: string): string {
  const { name, model, options } = parseSpec(spec);
  const kept = Object.fromEntries([...options].filter(([key]) => !effortKeys(choices).includes(key)));
  const [key = '', value = ''] = part.split('=');
  return withOption(form, formatSpec(name, kept, model), key, value);
}

function effortKeys(choices: Effort['choices']): readonly string[] {
  return [...new Set(choices.map(([part]) => part.split('=')[0]!))];
}

export function withModel(spec: string, model: string): string {
  const { name, options } = parseSpec(spec);
  return formatSpec(name, Object.fromEntries(options), model);
}

export function modelOf(spec: string): string | undefined {
  return parsed(spec)?.model;
}

export function nameOf(spec: string): string {
  return parsed(spec)?.name ?? spec;
}

/** A spec may be whatever a person typed. */
function parsed(spec: string): ReturnType<typeof parseSpec> | undefined {
  try {
    return parseSpec(spec);
  } catch {
    return undefined;
  }
}
