// Yeh et al., table 3 and figures 9 to 16: four more ways to split a game into stages.

import { sideBySide } from '../cells.ts';
import type { Recipe, Results } from '../recipe.ts';
import type { Table } from '../table.ts';
import type { Published } from '../yeh.ts';
import { columnsOf, deviationsOf, PLUS_MINUS_READING, playSteps, rowOf, stagedStep, STRATEGIES } from '../yeh.ts';
import type { StageRuns } from '../yeh-stages.ts';
import { MAXIMA_READING, stageCurves, stageTable } from '../yeh-stages.ts';

const TILES = [4096, 8192, 16_384, 32_768];
const PAPER: readonly Published[] = [
  {
    rates: [
      [87.23, 0.65],
      [14.15, 0.68],
    ],
    maximum: [594_716, 51_886],
    average: [349_996, 3433],
    speed: [1152, 93],
  },
  {
    rates: [
      [87.68, 0.64],
      [15.3, 0.71],
    ],
    maximum: [579_996, 40_583],
    average: [350_150, 9097],
    speed: [1165, 114],
  },
  {
    rates: [
      [87.68, 0.64],
      [18.31, 0.76],
    ],
    maximum: [614_204, 10_053],
    average: [361_395, 9892],
    speed: [1106, 106],
  },
  {
    rates: [
      [87.68, 0.64],
      [16.82, 0.73],
    ],
    maximum: [610_011, 13_720],
    average: [364_438, 9448],
    speed: [1078, 104],
  },
];

/** Strategy 1 splits earlier, and 2 is the first of the others; 3 and 4 each add a split to the one before. */
function sharedBy(index: number): { step: string; stages: number } | undefined {
  return index < 2 ? undefined : { step: `strategy${index}`, stages: STRATEGIES[index - 1]!.length + 1 };
}

/** The trainings that taught the stages of a strategy, the first stages first. */
function runsOf(results: Results, index: number): StageRuns {
  const own = results.trained(`strategy${index + 1}`).metrics;
  return sharedBy(index) ? [...runsOf(results, index - 1), own] : [own];
}

export const strategies: Recipe = {
  id: 'd-table3',
  paper: 'd',
  title: 'Four more ways to split',
  serves: ['table3', ...Array.from({ length: 8 }, (_, i) => `figure${9 + i}`)],
  expectation:
    'an earlier split (strategy 1) does not help; later ones (2 to 4) raise the rate of the largest tile, with diminishing returns. At short the differences are far below what 100 games can show.',
  readings: [
    'Splits need all their tiles on the board at the same time.',
    'Strategies 2 to 4 share their stages, as the equal rates of 16384 in the paper show: each takes those of the one before and adds one. If play does not reach the last split, they play the same games.',
    MAXIMA_READING,
    PLUS_MINUS_READING,
  ],
  deviations: deviationsOf('2048'),
  coreSeconds: { smoke: 14, short: 1500, full: 600_000 },

  steps: (scale) =>
    STRATEGIES.flatMap((splits, i) => [
      stagedStep(`strategy${i + 1}`, '2048', splits, scale, sharedBy(i)),
      ...playSteps(`strategy${i + 1}`, '2048', scale, [3]),
    ]),

  outcome(results) {
    const table: Table = {
      items: ['d/table3'],
      title: 'Strategies 1 to 4 at three plies',
      page: 8,
      columns: columnsOf(TILES),
      rows: PAPER.map((paper, i) => rowOf(`strategy ${i + 1}`, TILES, paper, results, `strategy${i + 1}-ply3`)),
    };
    const runs = STRATEGIES.map((_, i) => runsOf(results, i));
    const curves = runs.flatMap((own, i) =>
      (['averageScore', 'maxScore'] as const).map((key, j) =>
        stageCurves(
          `Yeh et al. 2016, figure ${9 + 2 * i + j}: ${j === 0 ? 'average' : 'maximum'} scores, strategy ${i + 1}`,
          own,
          key,
        ),
      ),
    );
    const stages = stageTable(
      ['d/figure9', 'd/figure11', 'd/figure13', 'd/figure15'],
      'Stages and normalised scores of the strategies',
      7,
      runs.map((own, i) => [`strategy ${i + 1}`, own]),
    );
    return {
      tables: [table, stages],
      figures: [sideBySide([table], 'average', 'Yeh et al. 2016, table 3: average scores', 'points'), ...curves],
    };
  },
};
