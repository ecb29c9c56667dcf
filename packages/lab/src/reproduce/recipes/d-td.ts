// Yeh et al., table 1: TD learning without stages, and search on it.

import { learningCurves, sideBySide } from '../cells.ts';
import type { Recipe } from '../recipe.ts';
import type { Table } from '../table.ts';
import type { Published } from '../yeh.ts';
import { columnsOf, deviationsOf, PLUS_MINUS_READING, playSteps, rowOf, singleStep } from '../yeh.ts';

export const TILES = [2048, 4096, 8192, 16_384, 32_768];

const PAPER: readonly Published[] = [
  {
    rates: [
      [96.88, 0.34],
      [90.99, 0.56],
      [71.46, 0.89],
      [26.33, 0.86],
      [0, 0],
    ],
    maximum: [371_595, 15_086],
    average: [159_565, 6843],
    speed: [280_882, 22_334],
  },
  {
    rates: [
      [99.84, 0.08],
      [99.51, 0.14],
      [97.02, 0.33],
      [79.86, 0.79],
      [0, 0],
    ],
    maximum: [374_675, 2274],
    average: [290_381, 6066],
    speed: [13_861, 2102],
  },
  {
    rates: [
      [99.97, 0.03],
      [99.86, 0.07],
      [99.04, 0.19],
      [90.95, 0.56],
      [0, 0],
    ],
    maximum: [374_458, 3344],
    average: [321_496, 2859],
    speed: [1256, 118],
  },
];

export const plainTd: Recipe = {
  id: 'd-table1',
  paper: 'd',
  title: 'TD learning, and search on it',
  serves: ['table1', 'figure1', 'figure2', 'figure3'],
  expectation:
    'each ply adds to the average and to every rate, by far the most from one to two. At short a training has about a hundredth of the paper’s games, and its averages are well below.',
  readings: ['The “maximum score” is the mean of the maxima of every 100 games, as IV.C says.', PLUS_MINUS_READING],
  deviations: [
    'At short, 180,000 of the 15 million games, and fewer games of play at two and three plies; smoke uses two 4-tuples.',
    ...deviationsOf('2048').slice(2),
  ],
  coreSeconds: { smoke: 2, short: 400, full: 180_000 },

  steps: (scale) => [singleStep('td', '2048', scale), ...playSteps('td', '2048', scale)],

  outcome(results) {
    const table: Table = {
      items: ['d/table1'],
      title: 'TD learning',
      page: 6,
      columns: columnsOf(TILES),
      rows: PAPER.map((paper, i) => rowOf(`${i + 1}-ply`, TILES, paper, results, `td-ply${i + 1}`)),
    };
    return {
      tables: [table],
      figures: [
        sideBySide([table], 'average', 'Yeh et al. 2016, table 1: average scores', 'points'),
        {
          title: 'Learning',
          x: { label: 'games' },
          y: { label: 'average score', fromZero: true },
          series: learningCurves('TD', results.trained('td').metrics, 'averageScore'),
        },
      ],
    };
  },
};
