// How each player of the library is presented. Which players there are and which options they take is the library's to
// say, in each player's `form`; the table here only adds words and ranges, so a player without an entry appears as well.

import { formatSpec, type Game, parseSpec, type PlayerKind, PLAYERS } from 'afterstate';
import { type Model, modelsOf } from './models.ts';

export type Option = {
  readonly key: string;
  readonly label: string;
  /** The library's own default, which is left out of the spec. */
  readonly initial: string;
  /** Whether few will want to set it. */
  readonly rare: boolean;
} & (
  | { readonly kind: 'choice'; readonly choices: readonly (readonly [value: string, label: string])[] }
  | { readonly kind: 'whole'; readonly min: number; readonly max: number }
  | { readonly kind: 'text' }
);

/** What a player's values are: points of score to come, a measure of its own, or how likely it is to play the move. */
export type Unit = 'score' | 'measure' | 'probability';

export interface PlayerForm {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly unit: Unit;
  readonly options: readonly Option[];
  /** Whether it needs a model, named after the colon of its spec. */
  readonly needsModel: boolean;
  readonly game: Game['name'] | undefined;
  /** The topic of the help page that explains it. */
  readonly topic: string;
}

interface Words {
  readonly title: string;
  readonly about: string;
  readonly unit: Unit;
  /** The options that most people may want to set; the player's others are shown to those who look for them. */
  readonly options?: Readonly<Record<string, OptionWords>>;
  /** Where it plays only one. */
  readonly game?: Game['name'];
  /** Where the help explains it under another name. */
  readonly topic?: string;
}

interface OptionWords {
  readonly label?: string;
  readonly range?: readonly [min: number, max: number];
  readonly choices?: readonly (readonly [value: string, label: string])[];
}

const DEPTH: OptionWords = { label: 'depth', range: [1, 8] };
const EVALUATION: OptionWords = {
  label: 'evaluation',
  choices: [
    ['snake', 'snake'],
    ['score', 'score'],
    ['monotonicity', 'monotonicity'],
    ['smoothness', 'smoothness'],
    ['empty', 'empty cells'],
    ['snake+empty*200', 'snake and empty cells'],
  ],
};

/** The strongest first: the first that can be used is what the app plays and hints with before anyone has chosen. */
const TABLE: Readonly<Record<string, Words>> = {
  ntuple: {
    title: 'N-tuple network',
    about: 'Has learned what boards are worth by playing itself.',
    unit: 'score',
    options: { ply: { label: 'plies', range: [1, 8] }, ms: { label: 'ms a move', range: [0, 60_000] } },
  },
  expectimax: {
    title: 'Expectimax',
    about: 'Looks ahead over all moves and all new tiles, and averages.',
    unit: 'measure',
    options: { eval: EVALUATION, depth: DEPTH },
  },
  nneonneo: {
    title: 'Expectimax by nneonneo',
    about: 'A well-known program: a tuned evaluation, and deeper where it is hard.',
    unit: 'measure',
    game: '2048',
    topic: 'expectimax',
    options: {},
  },
  montecarlo: {
    title: 'Monte-Carlo',
    about: 'Plays each move out at random many times and takes the best average.',
    unit: 'score',
    options: { runs: { label: 'games a move', range: [1, 100_000] } },
  },
  alphabeta: {
    title: 'Alpha-beta',
    about: 'Minimax that skips what cannot matter.',
    unit: 'measure',
    options: { eval: EVALUATION, depth: DEPTH },
  },
  ovolve: {
    title: 'Alpha-beta by ovolve',
    about: 'The first well-known program: against the most annoying tile.',
    unit: 'measure',
    game: '2048',
    topic: 'alphabeta',
    options: { ms: { label: 'ms a move', range: [0, 60_000] } },
  },
  minimax: {
    title: 'Minimax',
    about: 'Expects the worst new tile every time.',
    unit: 'measure',
    options: { eval: EVALUATION, depth: DEPTH },
  },
  cycle: {
    title: 'Cycle',
    about: 'Repeats a few moves in turn and looks at nothing.',
    unit: 'probability',
    options: {
      moves: {
        choices: [
          ['up,left', 'up, left'],
          ['up,down', 'up, down'],
          ['up,left,up,right', 'up, left, up, right'],
          ['up,right,down,left', 'round and round'],
        ],
      },
      stuck: {
        label: 'when stuck',
        choices: [
          ['end', 'gives up'],
          ['random', 'plays at random'],
        ],
      },
    },
  },
  random: { title: 'Random', about: 'Any legal move, each as likely as the others.', unit: 'probability' },
};

const ORDER = Object.keys(TABLE);
const rank = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** Every player of the library, the strongest first. */
export const PLAYER_FORMS: readonly PlayerForm[] = PLAYERS.map(formFrom).sort((a, b) => rank(a.name) - rank(b.name));

/** From `cycle?moves=up,left&stuck=end|random`: each option with its default first. */
function formFrom({ name, summary, form }: PlayerKind): PlayerForm {
  const words = TABLE[name];
  const [head = '', tail = ''] = form.split('?');
  const options = tail
    .split('&')
    .filter((part) => part.includes('='))
    .map((part): Option => {
      const key = part.slice(0, part.indexOf('='));
      const said = words?.options?.[key];
      const values = part.slice(part.indexOf('=') + 1).split('|');
      const rare = words !== undefined && said === undefined;
      const base = { key, label: said?.label ?? key, initial: values[0]!, rare };
      if (said?.choices) return { ...base, kind: 'choice', choices: said.choices };
      if (values.length > 1) return { ...base, kind: 'choice', choices: values.map((value) => [value, value]) };
      if (!/^\d+$/.test(base.initial)) return { ...base, kind: 'text' };
      const [min, max] = said?.range ?? [0, 1_000_000];
      return { ...base, kind: 'whole', min, max };
    });
  return {
    name,
    title: words?.title ?? name,
    about: words?.about ?? summary,
    unit: words?.unit ?? 'measure',
    options,
    needsModel: head.includes(':'),
    game: words?.game,
    topic: words?.topic ?? name,
  };
}

/** Those that can play a game here: a player that needs a model is left out where there is none. */
export function formsFor(game: Game['name']): readonly PlayerForm[] {
  return PLAYER_FORMS.filter((form) => (form.game ?? game) === game && (!form.needsModel || modelsOf(game).length > 0));
}

export function formOf(spec: string): PlayerForm | undefined {
  const name = nameOf(spec);
  return PLAYER_FORMS.find((form) => form.name === name);
}

/** The spec of a player as the app starts it. */
export function specOf({ name, needsModel }: PlayerForm, game: Game['name']): string {
  const [model] = modelsOf(game);
  // Two plies see what the next tile may do, and still take no time that a person would notice.
  if (needsModel && model) return formatSpec(name, { ply: 2 }, model.name);
  // A cycle that gives up is a fine baseline and poor company.
  return name === 'cycle' ? 'cycle?moves=up,left&stuck=random' : name;
}

export function defaultSpec(game: Game['name']): string {
  const [best] = formsFor(game);
  return best ? specOf(best, game) : 'random';
}

/** Whether a spec can be meant for this game: its model is one of the game, and not of an earlier visit. */
export function suits(spec: string, game: Game['name']): boolean {
  if ((formOf(spec)?.game ?? game) !== game) return false;
  const model = modelNamed(spec);
  return model ? model.game === game : modelOf(spec)?.startsWith('local/') !== true;
}

function modelNamed(spec: string): Model | undefined {
  const name = parsed(spec)?.model;
  return name === undefined ? undefined : [...modelsOf('2048'), ...modelsOf('threes')].find((m) => m.name === name);
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
