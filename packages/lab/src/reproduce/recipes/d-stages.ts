// Yeh et al., table 2 and figures 7 and 8: three stages.

import { sideBySide } from '../cells.ts';
import type { Recipe } from '../recipe.ts';
import type { Table } from '../table.ts';
import type { Published } from '../yeh.ts';
import { columnsOf, deviationsOf, PLUS_MINUS_READING, playSteps, rowOf, stagedStep, THREE_STAGES } from '../yeh.ts';
import { MAXIMA_READING, stageCurves, stageTable } from '../yeh-stages.ts';
import { TILES } from './d-td.ts';

const PAPER: readonly Published[] = [
  {
    rates: [
      [96.6, 0.36],
      [90.05, 0.59],
      [67.48, 0.92],
      [17.87, 0.75],
      [0.06, 0.05],
    ],
    maximum: [431_847, 78_795],
    average: [143_958, 5620],
    speed: [213_729, 51_528],
  },
  {
    rates: [
      [99.81, 0.09],
      [99.47, 0.14],
      [96.24, 0.37],
      [74.36, 0.86],
      [5.5, 0.45],
    ],
    maximum: [554_090, 57_640],
    average: [301_280, 6996],
    speed: [13_884, 2652],
  },
  {
    rates: [
      [99.99, 0.02],
      [99.87, 0.07],
      [98.79, 0.21],
      [87.68, 0.64],
      [13.78, 0.68],
    ],
    maximum: [599_645, 33_701],
    average: [350_394, 8579],
    speed: [1257, 144],
  },
];

export const threeStages: Recipe = {
  id: 'd-table2',
  paper: 'd',
  title: 'Three stages, and search on them',
  serves: ['table2', 'figure7', 'figure8'],
  expectation:
    'the largest tiles come more often than without stages, and the smaller ones a little less often, because the first stage has a third of the games. Stages that begin at zero need millions of games to show this: at short they cost more than they bring.',
  readings: [
    'Scores of a stage after the first include those up to the split, as IV.B has it.',
    'A normalised score (dashed in figure 7) is the average of the games that reach a split and continue with the weights before it.',
    MAXIMA_READING,
    PLUS_MINUS_READING,
  ],
  deviations: deviationsOf('2048'),
  coreSeconds: { smoke: 10, short: 2000, full: 180_000 },

  steps: (scale) => [stagedStep('stages', '2048', THREE_STAGES, scale), ...playSteps('stages', '2048', scale)],

  outcome(results) {
    const table: Table = {
      items: ['d/table2'],
      title: 'Three stages',
      page: 6,
      columns: columnsOf(TILES),
      rows: PAPER.map((paper, i) => rowOf(`${i + 1}-ply`, TILES, paper, results, `stages-ply${i + 1}`)),
    };
    const runs = [results.trained('stages').metrics];
    return {
      tables: [table, stageTable(['d/figure7'], 'Stages and normalised scores', 5, [['three stages', runs]])],
      figures: [
        sideBySide([table], 'average', 'Yeh et al. 2016, table 2: average scores', 'points'),
        stageCurves('Yeh et al. 2016, figure 7: average scores of the stages', runs, 'averageScore'),
        stageCurves('Yeh et al. 2016, figure 8: maximum scores of the stages', runs, 'maxScore'),
      ],
    };
  },
};
