// How each player of the library is presented: an entry a player, with the options that a person may set. A player
// without an entry still appears, with its spec as text. Which players there are is the library's to say.

import { formatSpec, type Game, parseSpec, PLAYERS } from 'afterstate';

export type Option = {
  readonly key: string;
  readonly label: string;
  /** The library's own default, which is left out of the spec. */
  readonly initial: string;
} & (
  | { readonly kind: 'choice'; readonly choices: readonly (readonly [value: string, label: string])[] }
  | { readonly kind: 'whole'; readonly min: number; readonly max: number; readonly unit?: string }
);

export interface PlayerForm {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** What its values are: points of score to come, a measure of its own, or how likely it is to play the move. */
  readonly unit: 'score' | 'measure' | 'probability';
  readonly options: readonly Option[];
}

const EVALUATION: Option = {
  kind: 'choice',
  key: 'eval',
  label: 'evaluation',
  initial: 'snake',
  choices: [['snake', 'snake']],
};

const FORMS: readonly PlayerForm[] = [
  {
    name: 'ntuple',
    title: 'N-tuple network',
    about: 'Has learned what boards are worth by playing itself.',
    unit: 'score',
    options: [{ kind: 'whole', key: 'ply', label: 'plies', initial: '1', min: 1, max: 5 }],
  },
  {
    name: 'expectimax',
    title: 'Expectimax',
    about: 'Looks ahead over all moves and all new tiles, and averages.',
    unit: 'measure',
    options: [EVALUATION, { kind: 'whole', key: 'depth', label: 'depth', initial: '2', min: 1, max: 6 }],
  },
  {
    name: 'montecarlo',
    title: 'Monte-Carlo',
    about: 'Plays each move out at random many times and takes the best average.',
    unit: 'score',
    options: [{ kind: 'whole', key: 'runs', label: 'games a move', initial: '500', min: 1, max: 100_000 }],
  },
  {
    name: 'alphabeta',
    title: 'Alpha-beta',
    about: 'Minimax that skips what cannot matter.',
    unit: 'measure',
    options: [EVALUATION, { kind: 'whole', key: 'depth', label: 'depth', initial: '3', min: 1, max: 8 }],
  },
  {
    name: 'minimax',
    title: 'Minimax',
    about: 'Expects the worst new tile every time.',
    unit: 'measure',
    options: [EVALUATION, { kind: 'whole', key: 'depth', label: 'depth', initial: '2', min: 1, max: 6 }],
  },
  {
    name: 'cycle',
    title: 'Cycle',
    about: 'Repeats a few moves in turn and looks at nothing.',
    unit: 'probability',
    options: [
      {
        kind: 'choice',
        key: 'moves',
        label: 'moves',
        initial: 'up,left',
        choices: [
          ['up,left', 'up, left'],
          ['up,down', 'up, down'],
          ['up,left,up,right', 'up, left, up, right'],
          ['up,right,down,left', 'round and round'],
        ],
      },
      {
        kind: 'choice',
        key: 'stuck',
        label: 'when stuck',
        initial: 'end',
        choices: [
          ['end', 'gives up'],
          ['random', 'plays at random'],
        ],
      },
    ],
  },
  {
    name: 'random',
    title: 'Random',
    about: 'Any legal move, each as likely as the others.',
    unit: 'probability',
    options: [],
  },
];

/** The players that can be chosen, the strongest first; those without a form come last. */
export const FORMS_HERE: readonly PlayerForm[] = [
  ...FORMS.filter(({ name }) => PLAYERS.some((kind) => kind.name === name)),
  ...PLAYERS.filter((kind) => !FORMS.some(({ name }) => name === kind.name)).map(({ name, summary }): PlayerForm => ({
    name,
    title: name,
    about: summary,
    unit: 'measure',
    options: [],
  })),
];

export function formOf(spec: string): PlayerForm | undefined {
  const { name } = parseSpec(spec);
  return FORMS_HERE.find((form) => form.name === name);
}

/** What the app plays and hints with before anyone has chosen. */
export function defaultSpec(_game: Game['name']): string {
  const [best] = FORMS_HERE;
  return best?.name === 'cycle' ? 'cycle?moves=up,left&stuck=random' : (best?.name ?? 'random');
}

/** The value of each of the form's options in a spec. */
export function readOptions(form: PlayerForm, spec: string): Record<string, string> {
  const { options } = parseSpec(spec);
  return Object.fromEntries(form.options.map(({ key, initial }) => [key, options.get(key) ?? initial]));
}

/** The spec with one option set to another value; options that the form does not know are kept. */
export function withOption(form: PlayerForm, spec: string, key: string, value: string): string {
  const { name, model, options } = parseSpec(spec);
  const set = { ...Object.fromEntries(options), [key]: value };
  const initial = form.options.find((option) => option.key === key)?.initial;
  return formatSpec(name, { ...set, [key]: value === initial ? undefined : value }, model);
}
