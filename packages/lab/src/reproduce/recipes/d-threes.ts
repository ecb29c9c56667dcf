// Yeh et al., tables 4 to 6 and figures 18 to 23: the same for Threes.

import { sideBySide } from '../cells.ts';
import type { Recipe } from '../recipe.ts';
import type { Table } from '../table.ts';
import type { Published } from '../yeh.ts';
import {
  columnsOf,
  deviationsOf,
  PLUS_MINUS_READING,
  playSteps,
  rowOf,
  singleStep,
  stagedStep,
  THREES_STAGES,
  THREES_STRATEGIES,
} from '../yeh.ts';
import type { StageRuns } from '../yeh-stages.ts';
import { MAXIMA_READING, stageCurves, stageTable } from '../yeh-stages.ts';

const TILES = [768, 1536, 3072, 6144];
const SINGLE: readonly Published[] = [
  {
    rates: [
      [0.08, 0.06],
      [0, 0],
    ],
    maximum: [95_577, 5491],
    average: [33_591, 1589],
    speed: [153_132, 700],
  },
  {
    rates: [
      [17.59, 0.75],
      [0.02, 0.03],
    ],
    maximum: [262_684, 9105],
    average: [102_390, 2827],
    speed: [16_107, 331],
  },
  {
    rates: [
      [38.9, 0.96],
      [0.45, 0.13],
    ],
    maximum: [388_180, 31_093],
    average: [139_351, 4839],
    speed: [359, 1],
  },
];
const STAGED: readonly Published[] = [
  {
    rates: [
      [0.46, 0.13],
      [0, 0],
    ],
    maximum: [135_069, 10_880],
    average: [33_808, 1687],
    speed: [141_822, 749],
  },
  {
    rates: [
      [47.03, 0.98],
      [1.4, 0.23],
    ],
    maximum: [518_348, 28_006],
    average: [157_025, 5272],
    speed: [14_742, 252],
  },
  {
    rates: [
      [67.84, 0.96],
      [7.83, 0.53],
    ],
    maximum: [700_181, 13_817],
    average: [220_393, 12_393],
    speed: [288, 9],
  },
];
const STRATEGY: readonly Published[] = [
  {
    rates: [
      [66.86, 0.92],
      [6.29, 0.48],
    ],
    maximum: [665_494, 13_606],
    average: [213_059, 8537],
    speed: [286, 10],
  },
  {
    rates: [
      [67.84, 0.92],
      [6.07, 0.47],
    ],
    maximum: [664_485, 12_194],
    average: [214_277, 8450],
    speed: [302, 29],
  },
];

export const threes: Recipe = {
  id: 'd-tables4-6',
  paper: 'd',
  title: 'Threes: TD learning, three stages, two more ways to split',
  serves: ['table4', 'table5', 'table6', ...Array.from({ length: 6 }, (_, i) => `figure${18 + i}`)],
  expectation:
    'search gains far more than in 2048, and stages raise the rate of 6144; at short no game comes near a 6144, and the splits are lower.',
  readings: [
    'The network has no table for hints, because figure 4 (b) has none; the paper mentions “specific features for Threes, such as the hint tiles” without saying which.',
    'Strategy 2 shares the first three stages of table 5, as the equal rates of 3072 in the paper show.',
    MAXIMA_READING,
    PLUS_MINUS_READING,
  ],
  deviations: deviationsOf('threes'),
  coreSeconds: { smoke: 16, short: 1000, full: 400_000 },

  steps: (scale) => [
    singleStep('td', 'threes', scale),
    ...playSteps('td', 'threes', scale),
    stagedStep('stages', 'threes', THREES_STAGES, scale),
    ...playSteps('stages', 'threes', scale),
    ...THREES_STRATEGIES.flatMap((splits, i) => [
      stagedStep(
        `strategy${i + 1}`,
        'threes',
        splits,
        scale,
        i === 1 ? { step: 'stages', stages: THREES_STAGES.length + 1 } : undefined,
      ),
      ...playSteps(`strategy${i + 1}`, 'threes', scale, [3]),
    ]),
  ],

  outcome(results) {
    const tables: Table[] = [
      { number: 4, title: 'TD learning in Threes', published: SINGLE, step: 'td-ply', row: '-ply' },
      { number: 5, title: 'Three stages in Threes', published: STAGED, step: 'stages-ply', row: '-ply' },
    ].map(({ number, title, published, step, row }) => ({
      items: [`d/table${number}`],
      title,
      page: 9,
      columns: columnsOf(TILES),
      rows: published.map((paper, i) => rowOf(`${i + 1}${row}`, TILES, paper, results, `${step}${i + 1}`)),
    }));
    const split: Table = {
      items: ['d/table6'],
      title: 'Strategies 1 and 2 in Threes, three plies',
      page: 9,
      columns: columnsOf(TILES),
      rows: STRATEGY.map((paper, i) => rowOf(`strategy ${i + 1}`, TILES, paper, results, `strategy${i + 1}-ply3`)),
    };
    const named = tables.map((table, i) => ({
      ...table,
      rows: table.rows.map((row) => ({ ...row, label: `${['TD', 'stages'][i]}, ${row.label}` })),
    }));
    const trained = (step: string): StageRuns[number] => results.trained(step).metrics;
    const runs: readonly (readonly [name: string, runs: StageRuns])[] = [
      ['three stages', [trained('stages')]],
      ['strategy 1', [trained('strategy1')]],
      ['strategy 2', [trained('stages'), trained('strategy2')]],
    ];
    const curves = runs.flatMap(([name, own], i) =>
      (['averageScore', 'maxScore'] as const).map((key, j) =>
        stageCurves(
          `Yeh et al. 2016, figure ${18 + 2 * i + j}: Threes, ${j === 0 ? 'average' : 'maximum'} scores, ${name}`,
          own,
          key,
        ),
      ),
    );
    const stages = stageTable(
      ['d/figure18', 'd/figure20', 'd/figure22'],
      'Stages and normalised scores in Threes',
      9,
      runs,
    );
    return {
      tables: [...tables, split, stages],
      figures: [
        sideBySide([...named, split], 'average', 'Yeh et al. 2016, tables 4–6: average scores', 'points'),
        ...curves,
      ],
    };
  },
};
