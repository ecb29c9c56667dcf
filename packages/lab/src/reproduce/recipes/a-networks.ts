// Kondo & Matsuzaki, tables 4 to 6, figures 3 and 4: two to nine convolutions.

import { deviation, mean, meanInterval } from 'afterstate/measure';
import { reachCell } from '../cells.ts';
import { DCNN_DEVIATIONS, fitStep, networkSpec, playStep, teacherStep } from '../dcnn.ts';
import type { FitMetrics } from '../../fit/fit.ts';
import type { Recipe, Results, Scale } from '../recipe.ts';
import type { Row, Table } from '../table.ts';

interface Published {
  readonly k: number;
  readonly error: number;
  readonly accuracy: number;
  /** After 2, 4 and 6·10⁸ actions. */
  readonly averages: readonly [number, number, number];
  readonly maximum: number;
  readonly ratio: number;
  /** At most 256, 512, … 16384. */
  readonly tiles: readonly number[];
}

const PAPER: readonly Published[] = [
  {
    k: 2,
    error: 0.698,
    accuracy: 0.692,
    averages: [22_189, 25_530, 25_669],
    maximum: 175_628,
    ratio: 0.456,
    tiles: [109, 134, 301, 307, 148, 1, 0],
  },
  {
    k: 3,
    error: 0.543,
    accuracy: 0.749,
    averages: [61_037, 64_212, 69_840],
    maximum: 332_868,
    ratio: 0.794,
    tiles: [39, 39, 128, 188, 412, 186, 8],
  },
  {
    k: 4,
    error: 0.537,
    accuracy: 0.75,
    averages: [65_022, 73_054, 80_284],
    maximum: 343_496,
    ratio: 0.833,
    tiles: [46, 36, 85, 172, 387, 263, 11],
  },
  {
    k: 5,
    error: 0.528,
    accuracy: 0.758,
    averages: [74_996, 80_030, 86_203],
    maximum: 386_972,
    ratio: 0.865,
    tiles: [29, 30, 76, 154, 412, 288, 11],
  },
  {
    k: 6,
    error: 0.532,
    accuracy: 0.755,
    averages: [69_482, 74_441, 83_791],
    maximum: 387_376,
    ratio: 0.835,
    tiles: [55, 33, 77, 152, 378, 284, 21],
  },
  {
    k: 7,
    error: 0.544,
    accuracy: 0.748,
    averages: [67_874, 77_448, 79_812],
    maximum: 401_912,
    ratio: 0.831,
    tiles: [27, 39, 103, 166, 382, 275, 8],
  },
  {
    k: 8,
    error: 0.551,
    accuracy: 0.751,
    averages: [64_465, 74_737, 74_787],
    maximum: 363_916,
    ratio: 0.811,
    tiles: [35, 51, 103, 190, 363, 245, 13],
  },
  {
    k: 9,
    error: 0.552,
    accuracy: 0.744,
    averages: [66_732, 73_484, 68_129],
    maximum: 358_736,
    ratio: 0.759,
    tiles: [50, 54, 137, 187, 348, 216, 8],
  },
];
const TILES = [256, 512, 1024, 2048, 4096, 8192, 16_384];
const SHOWN: Readonly<Record<Scale, readonly number[]>> = {
  smoke: [2, 5],
  short: [2, 3, 4, 5, 6, 7, 8, 9],
  full: [2, 3, 4, 5, 6, 7, 8, 9],
};
/** Ten series of games of one network: the paper gives the deviation of their means. */
const SERIES = Array.from({ length: 10 }, (_, i) => 100 + i);

const published = (scale: Scale): Published[] => PAPER.filter(({ k }) => SHOWN[scale].includes(k));

export const networks: Recipe = {
  id: 'a-tables4-6',
  paper: 'a',
  title: 'Two to nine convolutions',
  serves: ['table4', 'table5', 'table6', 'figure3', 'figure4'],
  expectation:
    'two convolutions are clearly the worst, and three to nine lie close together. With a sixtieth of the actions (full), scores are a quarter of the paper’s; at short a network has just begun to learn.',
  readings: [
    '“1441 for ten trials” is read as the deviation of the means of ten series of 1,000 test plays. This is a guess: judging by table 6 and the scores that go with tiles (section 2), scores deviate by some 56,000 to 60,000, so such means would deviate by 1,760 to 1,900, which is near 1,441 but not equal. The other reading is ten trainings.',
    'The paper does not say whether illegal moves are left out before the vote; here they are.',
  ],
  deviations: [
    ...DCNN_DEVIATIONS,
    'Our scores are after the last action; the maximum in table 5 is over all of its test plays.',
  ],
  coreSeconds: { smoke: 22, short: 1200, full: 70_000 },

  steps: (scale) => [
    teacherStep(scale),
    ...published(scale).flatMap(({ k }) => [
      fitStep(`k${k}`, networkSpec(k, scale), scale, scale === 'smoke' ? 1 : 4),
      playStep(`k${k}`, scale),
    ]),
    ...(scale === 'smoke' ? SERIES.slice(0, 2) : SERIES).map((seed) => playStep('k5', scale, seed)),
  ],

  outcome(results, scale) {
    const last = (k: number): FitMetrics[] => results.fitted(`k${k}`).metrics.slice(-2) as FitMetrics[];
    const learning: Table = {
      items: ['a/table4'],
      title: 'Error and accuracy at the end of learning',
      page: 5,
      columns: [
        { key: 'actions', label: 'actions' },
        { key: 'error', label: 'error', format: 'thousandths' },
        { key: 'accuracy', label: 'accuracy', format: 'percent' },
        { key: 'test', label: 'accuracy on games kept apart', format: 'percent' },
        { key: 'seconds', label: 'seconds of learning', format: 'seconds', isTiming: true },
      ],
      rows: published(scale).map(({ k, error, accuracy }): Row => ({
        label: `k = ${k}`,
        paper: { actions: 6e8, error, accuracy, seconds: 4.8 * 3600 },
        ours: [
          {
            label: 'here',
            cells: {
              actions: last(k).at(-1)!.actions,
              error: mean(last(k).map(({ loss }) => loss)),
              accuracy: mean(last(k).map((line) => line.accuracy ?? 0)),
              test: mean(last(k).map((line) => line.testAccuracy ?? 0)),
              seconds: results.fitted(`k${k}`).seconds,
            },
          },
        ],
      })),
    };
    return {
      tables: [learning, playing(results, scale), largest(results, scale), series(results, scale)],
      figures: [
        curves(
          'Kondo & Matsuzaki 2019, figure 4: average score',
          'average score',
          results,
          scale,
          (line) => line.averageScore,
        ),
        curves('Kondo & Matsuzaki 2019, figure 3: error', 'error', results, scale, (line) => line.loss),
      ],
    };
  },
};

function playing(results: Results, scale: Scale): Table {
  return {
    items: ['a/table5'],
    title: 'Test plays',
    page: 6,
    columns: [
      { key: 'games', label: 'games' },
      { key: 'average', label: 'average score' },
      { key: 'maximum', label: 'maximum score' },
      { key: 'ratio', label: '2048', format: 'percent' },
    ],
    rows: published(scale).map(({ k, averages, maximum, ratio }): Row => {
      const measured = results.evaluated(`k${k}-plays`);
      return {
        label: `k = ${k}`,
        paper: { games: 1000, average: averages[2], maximum, ratio },
        ours: [
          {
            label: 'here',
            cells: {
              games: measured.games,
              average: { value: measured.averageScore, ci95: measured.averageScoreCI95 },
              maximum: measured.maxScore,
              ratio: reachCell(measured, 2048),
            },
          },
        ],
      };
    }),
  };
}

function largest(results: Results, scale: Scale): Table {
  return {
    items: ['a/table6'],
    title: 'The largest tiles of the games',
    page: 6,
    columns: TILES.map((tile, i) => ({ key: String(tile), label: i === 0 ? '≤ 256' : String(tile) })),
    rows: published(scale).map(({ k, tiles }): Row => {
      const counts = Object.entries(results.evaluated(`k${k}-plays`).largest).map(
        ([tile, count]) => [Number(tile), count] as const,
      );
      const with256 = counts.filter(([tile]) => tile <= 256).reduce((sum, [, count]) => sum + count, 0);
      const of = (tile: number): number => counts.find(([one]) => one === tile)?.[1] ?? 0;
      return {
        label: `k = ${k}`,
        paper: Object.fromEntries(TILES.map((tile, i) => [tile, tiles[i]!])),
        ours: [
          { label: 'here', cells: Object.fromEntries(TILES.map((tile, i) => [tile, i === 0 ? with256 : of(tile)])) },
        ],
      };
    }),
  };
}

/** The spread of the mean of a series: section 5.2 gives it for ten. */
function series(results: Results, scale: Scale): Table {
  const seeds = scale === 'smoke' ? SERIES.slice(0, 2) : SERIES;
  const means = seeds.map((seed) => results.evaluated(`k5-plays${seed}`).averageScore);
  return {
    items: [],
    title: 'Ten series of test plays, k = 5 (section 5.2)',
    page: 6,
    columns: [
      { key: 'series', label: 'series' },
      { key: 'mean', label: 'mean of their means' },
      { key: 'deviation', label: 'deviation of their means' },
    ],
    rows: [
      {
        label: 'k = 5',
        paper: { series: 10, deviation: 1441 },
        ours: [
          {
            label: 'here',
            cells: {
              series: means.length,
              mean: { value: mean(means), ci95: meanInterval(means) ?? null },
              deviation: deviation(means) ?? 0,
            },
          },
        ],
      },
    ],
  };
}

function curves(
  title: string,
  label: string,
  results: Results,
  scale: Scale,
  of: (line: FitMetrics) => number | undefined,
) {
  const isScore = label === 'average score';
  return {
    title,
    x: { label: 'actions' },
    y: { label, fromZero: isScore },
    series: published(scale).map(({ k }) => ({
      name: `k = ${k}`,
      points: results.fitted(`k${k}`).metrics.flatMap((line) => {
        const y = of(line);
        if (y === undefined) return [];
        return [{ x: line.actions, y, ...(isScore && line.averageScoreCI95 && { interval: line.averageScoreCI95 }) }];
      }),
    })),
  };
}
