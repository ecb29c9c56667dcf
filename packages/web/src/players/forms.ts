// How each player of the library is presented. The library declares which players there are and which options they
// take; words.ts only adds words, so a player without an entry there also appears.

import {
  declareNeural,
  describePlayer,
  formatSpec,
  type Game,
  NEURAL_PLAYERS,
  type OptionInfo,
  parseGame,
  parseSpec,
  type PlayerDeclaration,
  PLAYERS,
} from 'afterstate';
import { type Effort, TABLE, type Unit } from './words.ts';

export interface PlayerForm {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly unit: Unit;
  /** What its values mean when added to the score so far, if they are points. */
  readonly expects: string;
  readonly effort: Effort | undefined;
  /** Whether it needs a model, named after the colon of its spec. */
  readonly needsModel: boolean;
  readonly game: Game['name'] | undefined;
  /** Its options in a game. */
  options(game: Game['name']): readonly OptionInfo[];
}

const ORDER = Object.keys(TABLE);
const rank = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** Every player of the library, and those that the engines add, in the order of the table. */
export const PLAYER_FORMS: readonly PlayerForm[] = [...PLAYERS, ...NEURAL_PLAYERS.map(declareNeural)]
  .map(formFrom)
  .sort((a, b) => rank(a.name) - rank(b.name));

export function formFrom(kind: PlayerDeclaration): PlayerForm {
  const { name, title, summary, model } = kind;
  const words = TABLE[name];
  return {
    name,
    title,
    about: words?.about ?? `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    unit: words?.unit ?? 'measure',
    expects: words?.expects ?? 'Expected final score',
    effort: words?.effort,
    needsModel: model !== 'none',
    game: words?.game,
    options: (game) => describePlayer(kind, parseGame(game)).options,
  };
}

export function formOf(spec: string): PlayerForm | undefined {
  const name = nameOf(spec);
  return PLAYER_FORMS.find((form) => form.name === name);
}

/** What a spec says for an option, or its default. */
export function valueOf({ key, default: initial }: OptionInfo, spec: string): string {
  return parsed(spec)?.options.get(key) ?? initial;
}

/** The spec with one option changed; the others are kept. */
export function withOption({ key, default: initial }: OptionInfo, spec: string, value: string): string {
  const { name, model, options } = parseSpec(spec);
  return formatSpec(name, { ...Object.fromEntries(options), [key]: value === initial ? undefined : value }, model);
}

/** What a spec says about the effort, in the form of the choices. */
export function readEffort(effort: Effort, spec: string): string {
  const options = parsed(spec)?.options;
  const said = effortKeys(effort).filter((key) => options?.has(key));
  return said.length === 0 ? effort.usual : said.map((key) => `${key}=${options!.get(key)}`).join('&');
}

export function withEffort(effort: Effort, spec: string, part: string): string {
  const { name, model, options } = parseSpec(spec);
  const kept = [...options].filter(([key]) => !effortKeys(effort).includes(key));
  const [key = '', value = ''] = part.split('=');
  return formatSpec(name, Object.fromEntries(part === effort.usual ? kept : [...kept, [key, value]]), model);
}

/** The options that choosing an effort sets. */
export function effortKeys({ choices }: Effort): readonly string[] {
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

/** A spec may be anything a person typed. */
function parsed(spec: string): ReturnType<typeof parseSpec> | undefined {
  try {
    return parseSpec(spec);
  } catch {
    return undefined;
  }
}
