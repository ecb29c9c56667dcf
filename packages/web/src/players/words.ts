// What the app says of each player and of its options, and in which ranges it offers them.

import type { Game } from 'afterstate';

/** What a player's values are: points of score to come, a measure of its own, or how likely the move is. */
export type Unit = 'score' | 'measure' | 'probability';

/** How far or how long a player thinks, where there are several ways to say it: one of them is chosen. */
export interface Effort {
  readonly label: string;
  /** Parts of a spec, each with one of the options. */
  readonly choices: readonly (readonly [part: string, label: string])[];
}

export interface Words {
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

export interface OptionWords {
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

/** Of options that few will want to set, whichever player has them. */
export const RARE: Readonly<Record<string, OptionWords>> = {
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
export const TABLE: Readonly<Record<string, Words>> = {
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
