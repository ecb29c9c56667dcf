// He, Lu & Ou: expectimax, minimax and alpha-beta on hand-written evaluations.

import { SCORE_COLUMNS, scoreCells, sideBySide } from '../cells.ts';
import type { Recipe, Scale, Step } from '../recipe.ts';
import type { Row, Table } from '../table.ts';

/** The game that the text describes; searching agents make no idle moves. */
const GAME = '2048?four=0&start=1&end=full';
/** The same game until no move is left, but ended by a 2048, as the scores of tables 4, 7 and 8 suggest. */
const CUT_GAME = '2048?four=0&start=1&end=2048';

interface Agent {
  readonly name: string;
  readonly table?: number;
  readonly sound: string;
  readonly described: string;
  /** Tries every cell instead of drawing one. */
  readonly averaged?: string;
  readonly paper: Readonly<Record<string, number | string>>;
}

const expectimax = (evaluation: string, depth: number): Pick<Agent, 'sound' | 'described' | 'averaged'> => ({
  sound: `expectimax?eval=${evaluation}&depth=${depth}`,
  described: `expectimax?eval=${evaluation}&depth=${depth}&leaf=state&spawn=2&sample=1`,
  averaged: `expectimax?eval=${evaluation}&depth=${depth}&leaf=state&spawn=2`,
});
const against = (player: string): Pick<Agent, 'sound' | 'described'> => ({
  sound: `${player}?eval=snake&depth=2`,
  described: `${player}?eval=snake&depth=2&leaf=state&spawn=2`,
});

const AGENTS: readonly Agent[] = [
  {
    name: 'expectimax 2, snake',
    table: 4,
    ...expectimax('snake', 2),
    paper: { mean: 20293.433, deviation: 2956.264, median: 20712, min: 5580, max: 33900 },
  },
  {
    name: 'expectimax 2, score',
    table: 5,
    ...expectimax('score', 2),
    paper: { mean: 7397.181, deviation: 3250.412, median: 7168, min: 1496, max: 16364 },
  },
  { name: 'expectimax 2, monotonicity', ...expectimax('monotonicity', 2), paper: { mean: 'about 390' } },
  { name: 'expectimax 2, smoothness', ...expectimax('smoothness', 2), paper: { mean: 'about 390' } },
  {
    name: 'expectimax 3, snake',
    table: 6,
    ...expectimax('snake', 3),
    paper: { mean: 137770, deviation: 48849.40651, median: 158984, min: 81900, max: 172426 },
  },
  {
    name: 'minimax 2, snake',
    table: 7,
    ...against('minimax'),
    paper: { mean: 13943.141, deviation: 5279.458, median: 14804, min: 2600, max: 21036 },
  },
  {
    name: 'alpha-beta 2, snake',
    table: 8,
    ...against('alphabeta'),
    paper: { mean: 15064.333, deviation: 4782.109, median: 15660, min: 2368, max: 24676 },
  },
];

const GAMES: Readonly<Record<Scale, number>> = { smoke: 8, short: 300, full: 3000 };
/** Fewer games at depth 3, where they take a hundred times longer. */
const DEEP_GAMES: Readonly<Record<Scale, number>> = { ...GAMES, smoke: 2 };

/** Ways to play an agent: properly in 2048, and in the readings of the paper's text. */
const WAYS = [
  { key: 'sound', label: 'sound, in 2048' },
  { key: 'described', label: 'as described' },
  { key: 'averaged', label: 'as described, all cells tried' },
  { key: 'cut', label: 'the same, cut at 2048' },
] as const;

function stepsOf(agent: Agent, scale: Scale): Step[] {
  const games = (agent.table === 6 ? DEEP_GAMES : GAMES)[scale];
  const id = agent.name.replaceAll(/\W+/g, '-');
  const cutPlayer = agent.averaged ?? agent.described;
  return [
    { kind: 'eval', name: `${id}-sound`, player: agent.sound, games },
    { kind: 'eval', name: `${id}-described`, player: agent.described, game: GAME, games },
    ...(agent.averaged === undefined
      ? []
      : [{ kind: 'eval', name: `${id}-averaged`, player: agent.averaged, game: GAME, games } as const]),
    ...(agent.table !== undefined
      ? [{ kind: 'eval', name: `${id}-cut`, player: cutPlayer, game: CUT_GAME, games } as const]
      : []),
  ];
}

export const search: Recipe = {
  id: 'e-tables4-8',
  paper: 'e',
  title: 'Expectimax, minimax and alpha-beta on hand-written evaluations',
  serves: ['table4', 'table5', 'table6', 'table7', 'table8'],
  expectation:
    'table 5 fits, because the score needs no definition. Tables 4, 7 and 8 look like games that ended at 2048, so ours differ unless they are cut there. Table 6 is three games: (81,900 + 158,984 + 172,426) / 3 is exactly its mean. Tables 7 and 8 are the same agent, and have the same games here.',
  readings: [
    'The weights of their snake are not given; ours halve from cell to cell.',
    '“We randomly pick one action” is read as one random cell (`sample=1`) and, for comparison, as an average over all cells.',
    'The paper does not say how it takes the reciprocal of 0; we add 1.',
  ],
  deviations: [
    'The paper’s game has 2s only, one tile at the start, and ends when the board is full; the lines called sound play 2048.',
    'Games of the lines called cut end when they make a 2048, and not when the board is full (`end=2048`); the paper does not say that its games did.',
  ],
  coreSeconds: { smoke: 4, short: 330, full: 3300 },

  steps: (scale) => AGENTS.flatMap((agent) => stepsOf(agent, scale)),

  outcome(results, scale) {
    const rows = AGENTS.map((agent): Row & { readonly table: number | undefined } => ({
      label: agent.name,
      table: agent.table,
      paper: { games: agent.table === 6 ? '3' : '300?', ...agent.paper },
      ours: stepsOf(agent, scale).map(({ name }) => ({
        label: WAYS.find(({ key }) => name.endsWith(`-${key}`))!.label,
        cells: scoreCells(results.evaluated(name)),
      })),
    }));
    const tables = rows.map(({ table, ...row }): Table => ({
      items: table === undefined ? [] : [`e/table${table}`],
      title: row.label,
      page: 4,
      columns: SCORE_COLUMNS,
      rows: [row],
    }));
    return {
      tables,
      figures: [sideBySide(tables, 'mean', 'He, Lu & Ou 2015, tables 4–8: mean scores', 'points')],
    };
  },
};
