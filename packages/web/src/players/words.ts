// What the app says about each player beyond what the library declares: what its values are, and how far it may look.

import type { Game } from 'afterstate';

/** What a player's values are: points still to come, a scale of its own, or how likely the move is. */
export type Unit = 'score' | 'measure' | 'probability';

/** How far or how long a player thinks, if there are several ways to say it: one of them is chosen. */
export interface Effort {
  readonly label: string;
  /** Parts of a spec, each setting one of the options. */
  readonly choices: readonly (readonly [part: string, label: string])[];
  /** The choice that a spec without these options means. */
  readonly usual: string;
}

export interface Words {
  readonly about: string;
  readonly unit: Unit;
  readonly expects?: string;
  readonly effort?: Effort;
  /** The game, if it plays only one. */
  readonly game?: Game['name'];
}

const TIMES: Effort['choices'] = [
  ['ms=10', '10 ms per move'],
  ['ms=50', '50 ms per move'],
  ['ms=200', '200 ms per move'],
  ['ms=1000', '1 s per move'],
];

/** In the order they are offered. */
export const TABLE: Readonly<Record<string, Words>> = {
  ntuple: {
    about: 'Has learned what boards are worth from games of its own.',
    unit: 'score',
    effort: {
      label: 'looks ahead',
      choices: [['ply=1', '1 ply'], ...[2, 3, 4, 5].map((n) => [`ply=${n}`, `${n} plies`] as const), ...TIMES],
      usual: 'ply=1',
    },
  },
  dcnn: {
    about: 'Has learned from a strong player’s games which move that player would make. It does not look ahead.',
    unit: 'probability',
  },
  resnet: {
    about: 'A deep network that says which move is likely the best. It does not look ahead.',
    unit: 'probability',
  },
  reflex: {
    about: 'A regression, or a network with one hidden layer, that has learned which move another player would make.',
    unit: 'probability',
  },
  value: {
    about: 'A neural network that has learned what boards are worth.',
    unit: 'score',
    effort: {
      label: 'looks ahead',
      choices: [
        ['ply=1', '1 ply'],
        ['ply=2', '2 plies'],
      ],
      usual: 'ply=1',
    },
  },
  mcts: {
    about:
      'Has taught itself. Tries out the moves that its network thinks likely, and follows those that turn out well.',
    unit: 'score',
    effort: {
      label: 'looks at',
      choices: [25, 50, 100, 200, 400, 800].map((n) => [`sims=${n}`, `${n} boards`] as const),
      usual: 'sims=100',
    },
  },
  dqn: {
    about: 'Has learned by deep Q-learning what each move is worth, on a scale of its own.',
    unit: 'measure',
  },
  expectimax: {
    about: 'Looks ahead over all moves and all new tiles, and averages.',
    unit: 'measure',
  },
  nneonneo: {
    about: 'Robert Xiao’s program of 2014: a tuned evaluation, and a deeper search when the board is hard.',
    unit: 'measure',
    game: '2048',
  },
  montecarlo: {
    about: 'Plays each move out at random many times and takes the best average.',
    unit: 'score',
    expects: 'Final score, at random',
  },
  alphabeta: {
    about: 'Minimax that skips whatever cannot matter.',
    unit: 'measure',
  },
  ovolve: {
    about: 'Matt Overlan’s program, the first to become well known: expects the most annoying tile.',
    unit: 'measure',
    game: '2048',
    effort: {
      label: 'looks ahead',
      choices: [...[3, 4, 5, 6, 7].map((n) => [`depth=${n}`, `depth ${n}`] as const), ...TIMES],
      usual: 'depth=5',
    },
  },
  minimax: {
    about: 'Expects the worst new tile every time.',
    unit: 'measure',
  },
  cycle: {
    about: 'Repeats a few moves in turn and ignores the board.',
    unit: 'probability',
  },
  random: { about: 'Any legal move, all equally likely.', unit: 'probability' },
};
