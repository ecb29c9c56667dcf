// How each player of the library is presented. Which players there are and which options they take is the library's to
// say, in each player's `form`; the table here only adds words and ranges, so a player without an entry appears as well.

import { describeNeural, formatSpec, type Game, NEURAL_PLAYERS, parseSpec, type PlayerKind, PLAYERS } from 'afterstate';
import { isHere } from './model-download.ts';
import { type Model, modelNamed, modelsOf } from './models.ts';

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

/** What a player's values are: points of score to come, a measure of its own, or how likely the move is. */
export type Unit = 'score' | 'measure' | 'probability';

/** How far or how long a player thinks, where there are several ways to say it: one of them is chosen. */
export interface Effort {
  readonly label: string;
  /** Parts of a spec, each with one of the options. */
  readonly choices: readonly (readonly [part: string, label: string])[];
}

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

interface Words {
  readonly title: string;
  readonly about: string;
  readonly unit: Unit;
  readonly expects?: string;
  /** The options that most people may want to set; the player's others are shown to those who look for them, as in `RARE`. */
  readonly options?: Readonly<Record<string, OptionWords>>;
  readonly effort?: Effort;
  /** Where it plays only one. */
  readonly game?: Game['name'];
}

interface OptionWords {
  readonly label?: string;
  readonly about?: string;
  /** Of numbers; whole ones unless the step says otherwise. */
  readonly range?: readonly [min: number, max: number];
  readonly step?: 'any';
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

const TIMES: Effort['choices'] = [
  ['ms=10', '10 ms a move'],
  ['ms=50', '50 ms a move'],
  ['ms=200', '200 ms a move'],
  ['ms=1000', '1 s a move'],
];

const VOTE: OptionWords = {
  label: 'vote',
  about: 'whether the board is looked at alone, or turned and mirrored in all eight ways, which then decide together',
  choices: [
    ['majority', 'eight views, majority'],
    ['sum', 'eight views, sum'],
    ['off', 'one view'],
  ],
};

const RARE: Readonly<Record<string, OptionWords>> = {
  ply: { label: 'plies', about: 'moves that it looks ahead; 2-4 is 2 on easy boards and 4 on hard ones' },
  ms: { range: [0, 60_000], about: 'milliseconds that a move may take; 0 for as long as it needs' },
  depth: { about: 'moves that it looks ahead' },
  sims: { label: 'boards', range: [2, 100_000], about: 'boards that it looks at before a move' },
  by: {
    about: 'what decides where plies are a range, such as 2-4: few empty cells, or many different tiles, make more',
    choices: [
      ['empties', 'empty cells'],
      ['distinct', 'different tiles'],
    ],
  },
  cutoff: { range: [0, 1], step: 'any', about: 'branches less likely than this are not looked at' },
  table: { range: [0, 26], about: 'positions that it remembers, as a power of two; 0 for none' },
  downgrade: {
    range: [0, 32_768],
    about: 'boards with larger tiles are halved before they are looked at; 0 for never',
  },
  sample: {
    about: 'whether all empty cells are looked at for the new tile, or one at random',
    choices: [
      ['0', 'all cells'],
      ['1', 'one at random'],
    ],
  },
  spawn: {
    about: 'which new tiles it expects',
    choices: [
      ['any', 'any tile'],
      ['2', 'only a 2'],
    ],
  },
  leaf: {
    about: 'what is judged at the end of a line: the board before or after the new tile',
    choices: [
      ['after', 'before the tile'],
      ['state', 'after the tile'],
    ],
  },
};

/** In the order in which they are offered. */
const TABLE: Readonly<Record<string, Words>> = {
  ntuple: {
    title: 'N-tuple network',
    about: 'Has learned what boards are worth by playing itself.',
    unit: 'score',
    options: {},
    effort: {
      label: 'looks ahead',
      choices: [['ply=1', '1 ply'], ...[2, 3, 4, 5].map((n) => [`ply=${n}`, `${n} plies`] as const), ...TIMES],
    },
  },
  dcnn: {
    title: 'Convolutional network',
    about: 'Has learned from the games of a strong player which move that one would make. It does not look ahead.',
    unit: 'probability',
    options: { vote: VOTE },
  },
  resnet: {
    title: 'Residual network',
    about: 'A deep network that says which move is likely the best. It does not look ahead.',
    unit: 'probability',
    options: { vote: VOTE },
  },
  reflex: {
    title: 'Reflex network',
    about: 'A regression, or a network with one hidden layer, that has learned which move a player would make.',
    unit: 'probability',
    options: { vote: VOTE },
  },
  value: {
    title: 'Neural value network',
    about: 'A neural network that has learned what boards are worth.',
    unit: 'score',
    options: {},
    effort: {
      label: 'looks ahead',
      choices: [
        ['ply=1', '1 ply'],
        ['ply=2', '2 plies'],
      ],
    },
  },
  mcts: {
    title: 'Neural tree search',
    about:
      'Has taught itself. Tries out the moves that its network thinks likely, and follows those that turn out well.',
    unit: 'score',
    options: {},
    effort: {
      label: 'looks at',
      choices: [25, 50, 100, 200, 400, 800].map((n) => [`sims=${n}`, `${n} boards`] as const),
    },
  },
  dqn: {
    title: 'Q-network',
    about: 'Has learned by deep Q-learning what each move is worth, in a measure of its own.',
    unit: 'measure',
    options: {
      vote: {
        ...VOTE,
        choices: [
          ['off', 'one view'],
          ['sum', 'eight views, sum'],
        ],
      },
    },
  },
  expectimax: {
    title: 'Expectimax',
    about: 'Looks ahead over all moves and all new tiles, and averages.',
    unit: 'measure',
    options: { eval: EVALUATION, depth: DEPTH },
  },
  nneonneo: {
    title: 'Expectimax by nneonneo',
    about: 'The 2014 program by Robert Xiao: a tuned evaluation, and deeper where the board is hard.',
    unit: 'measure',
    game: '2048',
    options: {
      depth: {
        choices: [['auto', 'as the board needs'], ...[1, 2, 3, 4, 5, 6].map((n) => [`${n}`, `${n}`] as const)],
      },
    },
  },
  montecarlo: {
    title: 'Monte-Carlo',
    about: 'Plays each move out at random many times and takes the best average.',
    unit: 'score',
    expects: 'Final score, at random',
    options: { runs: { label: 'rollouts', range: [1, 100_000], about: 'random games from each move' } },
  },
  alphabeta: {
    title: 'Alpha-beta',
    about: 'Minimax that skips what cannot matter.',
    unit: 'measure',
    options: { eval: EVALUATION, depth: DEPTH },
  },
  ovolve: {
    title: 'Alpha-beta by ovolve',
    about: 'The first program that became known, by Matt Overlan: expects the most annoying tile.',
    unit: 'measure',
    game: '2048',
    options: {},
    effort: {
      label: 'looks ahead',
      choices: [...[3, 4, 5, 6, 7].map((n) => [`depth=${n}`, `depth ${n}`] as const), ...TIMES],
    },
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
