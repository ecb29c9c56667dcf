// He, Lu & Ou: models that name a move without search, taught from the moves of one that searches.

import { mean, meanInterval } from 'afterstate/measure';
import { scoreCells, sideBySide, SCORE_COLUMNS } from '../cells.ts';
import type { Recipe, Results, Scale, Step } from '../recipe.ts';
import type { Cell, Row, Table } from '../table.ts';
import { HE_GAME } from './e-baselines.ts';

interface Model {
  readonly name: string;
  readonly network: string;
  readonly table?: number;
  readonly paper: Readonly<Record<string, number | string>>;
}

const SIZES: Readonly<Record<Scale, readonly number[]>> = { smoke: [64], short: [64], full: [4, 16, 64, 256, 1024] };

function models(scale: Scale): Model[] {
  const similar = { mean: '“similar”' };
  const all = allModels(scale, similar);
  // Two regressions and a hidden layer cover every code path.
  return scale === 'smoke' ? all.filter(({ name }) => /^logistic|^hidden.*raw/.test(name)) : all;
}

function allModels(scale: Scale, similar: Model['paper']): Model[] {
  return [
    {
      name: 'logistic, raw',
      network: 'logistic?features=raw',
      table: 9,
      paper: { mean: 375.2, deviation: 23.61, median: 382, min: 320, max: 400 },
    },
    {
      name: 'logistic, log2',
      network: 'logistic?features=log2',
      table: 10,
      paper: { mean: 270.4, deviation: 23.61, median: 270.4, min: 268, max: 272 },
    },
    { name: 'softmax, raw', network: 'softmax?features=raw', paper: similar },
    { name: 'softmax, log2', network: 'softmax?features=log2', paper: similar },
    ...SIZES[scale].flatMap((hidden) => [
      { name: `hidden ${hidden}, raw`, network: `mlp?features=raw&hidden=${hidden}`, paper: similar },
      { name: `hidden ${hidden}, log2`, network: `mlp?features=log2&hidden=${hidden}`, paper: similar },
    ]),
  ];
}

const ACTIONS: Readonly<Record<Scale, { records: number; fit: number }>> = {
  smoke: { records: 6000, fit: 8000 },
  short: { records: 20_000, fit: 1_000_000 },
  full: { records: 20_000, fit: 1_000_000 },
};
const GAMES: Readonly<Record<Scale, number>> = { smoke: 20, short: 300, full: 300 };
/** Seeds to measure the spread over: random networks start differently, and records come in another order. */
const SEEDS: Readonly<Record<Scale, number>> = { smoke: 2, short: 10, full: 10 };
const TEACHER_GAME = '2048?four=0&start=1';

const stepId = (name: string, seed: number): string => `${name.replaceAll(/\W+/g, '-')}-${seed}`;
const seedsOf = (scale: Scale): number[] => Array.from({ length: SEEDS[scale] }, (_, i) => i + 1);

export const reflex: Recipe = {
  id: 'e-tables9-10',
  paper: 'e',
  title: 'Reflex models taught from expectimax',
  serves: ['table9', 'table10'],
  expectation:
    'a few hundred points in the paper’s game, below random play (571): a player whose moves change nothing fills the board. With legal moves only, the same networks score 1,400 to 2,800 points in 2048. Drawing moves by their probabilities, as section 6.3.4 proposes, repeats them less, which helps in the paper’s game and hurts in 2048.',
  readings: [
    'The paper does not give batch, optimiser, epochs and the share kept for tests: we use batches of 1,000, Adam from 0.01 to 0.00001, 46 epochs, and keep one game in five apart.',
    'Table 10 is a player that only moves up; tables 9 and 10 have some ten games each, by their decimals.',
    'The hidden layer has “a variable number of neurons”: 64 at short, 4 to 1,024 at full.',
  ],
  deviations: [
    'Our snake is weaker than theirs, and so is the teacher: about 81,000 points a game against 137,770 over three games.',
    'Ten seeds of each training; the interval is that of the ten means, so it includes the spread of training.',
  ],
  coreSeconds: { smoke: 10, short: 900, full: 2400 },

  steps: (scale): Step[] => [
    {
      kind: 'records',
      name: 'teacher',
      player: `expectimax?eval=snake&depth=${scale === 'smoke' ? 2 : 3}&spawn=2`,
      game: TEACHER_GAME,
      actions: ACTIONS[scale].records,
    },
    ...models(scale).flatMap(({ name, network }) =>
      seedsOf(scale).flatMap((seed): Step[] => [
        {
          kind: 'fit',
          name: stepId(name, seed),
          settings: {
            network,
            data: ['{teacher}'],
            actions: ACTIONS[scale].fit,
            lr: 0.01,
            lrEnd: 0.00001,
            testShare: scale === 'smoke' ? 0.34 : 0.2,
            seed,
            threads: 1,
          },
        },
        {
          kind: 'eval',
          name: `${stepId(name, seed)}-theirs`,
          player: `reflex:{${stepId(name, seed)}}`,
          game: HE_GAME,
          games: GAMES[scale],
        },
        {
          kind: 'eval',
          name: `${stepId(name, seed)}-theirs-drawn`,
          player: `reflex:{${stepId(name, seed)}}?draw=on`,
          game: HE_GAME,
          games: GAMES[scale],
        },
        {
          kind: 'eval',
          name: `${stepId(name, seed)}-2048`,
          player: `reflex:{${stepId(name, seed)}}`,
          games: GAMES[scale],
        },
        {
          kind: 'eval',
          name: `${stepId(name, seed)}-2048-drawn`,
          player: `reflex:{${stepId(name, seed)}}?draw=on`,
          games: GAMES[scale],
        },
      ]),
    ),
    { kind: 'eval', name: 'up', player: 'cycle?moves=up', game: HE_GAME, games: 10 * GAMES[scale] },
    { kind: 'eval', name: 'random', player: 'random', game: HE_GAME, games: 10 * GAMES[scale] },
  ],

  outcome(results, scale) {
    const tables = models(scale).map((model): Table => ({
      items: model.table === undefined ? [] : [`e/table${model.table}`],
      title: model.name,
      page: 5,
      columns: [
        ...SCORE_COLUMNS,
        { key: 'accuracy', label: 'accuracy on games kept apart', format: 'percent' },
        { key: 'real', label: '2048, legal moves only: mean' },
      ],
      rows: [rowOf(model, results, scale)],
    }));
    const rows: Row[] = [
      { label: 'up alone', ours: [{ label: 'here', cells: scoreCells(results.evaluated('up')) }] },
      { label: 'random play', ours: [{ label: 'here', cells: scoreCells(results.evaluated('random')) }] },
    ];
    const plain: Table = { items: [], title: 'Beside them', page: 5, columns: SCORE_COLUMNS, rows };
    return {
      tables: [...tables, plain],
      figures: [sideBySide([...tables, plain], 'mean', 'He, Lu & Ou 2015, tables 9 and 10: mean scores', 'points')],
    };
  },
};

function rowOf({ name, paper, table }: Model, results: Results, scale: Scale): Row {
  const seeds = seedsOf(scale);
  const accuracy = seeds.map((seed) => results.fitted(stepId(name, seed)).metrics.at(-1)!.testAccuracy ?? NaN);
  const cellsOf = (way: '' | '-drawn'): Record<string, Cell> => {
    const played = seeds.map((seed) => results.evaluated(`${stepId(name, seed)}-theirs${way}`));
    const real = seeds.map((seed) => results.evaluated(`${stepId(name, seed)}-2048${way}`).averageScore);
    return {
      games: played.reduce((sum, { games }) => sum + games, 0),
      mean: over(played.map(({ averageScore }) => averageScore)),
      deviation: mean(played.map(({ deviation }) => deviation ?? 0)),
      median: mean(played.map(({ medianScore }) => medianScore)),
      min: Math.min(...played.map(({ minScore }) => minScore)),
      max: Math.max(...played.map(({ maxScore }) => maxScore)),
      real: over(real),
    };
  };
  return {
    label: name,
    paper: { ...(table !== undefined && { games: '10?' }), ...paper },
    ours: [
      { label: `${seeds.length} seeds`, cells: { ...cellsOf(''), accuracy: over(accuracy) } },
      { label: 'moves drawn (6.3.4)', cells: cellsOf('-drawn') },
    ],
  };
}

function over(values: readonly number[]): Cell {
  return { value: mean(values), ci95: meanInterval(values) ?? null };
}
