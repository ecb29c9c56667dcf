// Matsuzaki, tables III and IV, figures 12 to 15: search on the selected networks.

import { reachCell, sideBySide } from '../cells.ts';
import { NETS, trainStep } from '../matsuzaki.ts';
import type { Recipe, Scale, Step } from '../recipe.ts';
import type { Column, Row, Table } from '../table.ts';

/** Tables III and IV: d = 1, 3, 5, 7 are plies 1 to 4. */
const SEARCHED: Readonly<
  Record<
    string,
    {
      table: number;
      m: number;
      cells: 6 | 7;
      rates: readonly (readonly number[])[];
      average: readonly number[];
      maximum: readonly number[];
    }
  >
> = {
  'N = 6, m = 4': {
    table: 3,
    m: 4,
    cells: 6,
    rates: [
      [97.6, 99.4, 99.8, 99.9],
      [95.1, 99, 99.7, 99.8],
      [83, 96.3, 99, 99.2],
      [34.4, 72.3, 88.4, 92.6],
      [0, 0, 0, 0.1],
    ],
    average: [180_851, 269_348, 307_520, 322_022],
    maximum: [366_448, 479_996, 527_172, 534_920],
  },
  'N = 6, m = 8': {
    table: 3,
    m: 8,
    cells: 6,
    rates: [
      [98.3, 98.1, 99.6, 99.8],
      [93.5, 96.6, 99.1, 99.6],
      [86.4, 94, 98.2, 99],
      [56.5, 81.3, 91.1, 93.9],
      [0, 0, 0, 0],
    ],
    average: [226_958, 286_676, 317_648, 324_019],
    maximum: [383_232, 382_388, 384_428, 385_032],
  },
  'N = 7, m = 4': {
    table: 4,
    m: 4,
    cells: 7,
    rates: [
      [98.7, 99.7, 99.8, 99.8],
      [96.6, 99.2, 99.7, 99.7],
      [87.7, 96.9, 98.9, 99.2],
      [37.3, 69.9, 80.9, 86.4],
      [0, 0, 0, 0],
    ],
    average: [191_488, 247_213, 269_962, 280_759],
    maximum: [342_308, 385_244, 385_824, 387_060],
  },
  'N = 7, m = 8': {
    table: 4,
    m: 8,
    cells: 7,
    rates: [
      [98.9, 79.8, 84.4, 88.5],
      [94.5, 60.7, 65.5, 71.4],
      [88.6, 55.3, 64.3, 71],
      [68.3, 49.9, 60.8, 68.1],
      [0, 0, 0.1, 0.3],
    ],
    average: [255_198, 186_346, 221_792, 247_964],
    maximum: [384_416, 387_260, 582_732, 629_964],
  },
};
const TILES = [2048, 4096, 8192, 16_384, 32_768];
const PLIES: Readonly<Record<Scale, readonly number[]>> = { smoke: [1, 2, 3], short: [1, 2, 3], full: [1, 2, 3, 4] };
const PLAYS: Readonly<Record<Scale, readonly number[]>> = {
  smoke: [30, 10, 3],
  short: [1000, 200, 50],
  full: [5000, 5000, 5000, 5000],
};
/** The network that stands for a place of the tables. */
const PLAYED: Readonly<Record<Scale, Readonly<Record<string, string>>>> = {
  smoke: { 'N = 6, m = 4': 'n6m2', 'N = 7, m = 4': 'n7m2' },
  short: { 'N = 6, m = 4': 'n6m4', 'N = 7, m = 4': 'n7m2' },
  full: { 'N = 6, m = 4': 'n6m4', 'N = 6, m = 8': 'n6m8', 'N = 7, m = 4': 'n7m3', 'N = 7, m = 8': 'n7m8' },
};

export const searching: Recipe = {
  id: 'b-tables3-4',
  paper: 'b',
  title: 'Search on the selected networks',
  serves: ['table3', 'table4', 'figure12', 'figure13', 'figure14', 'figure15'],
  expectation:
    'the average grows with the plies, most from one to two. We do not expect that it falls with search, as in table IV for eight 7-tuples: nothing in the method explains that.',
  readings: ['d = 1, 3, 5, 7 count moves and new tiles; they are plies 1 to 4 here.'],
  deviations: [
    'The 7-tuples are not the paper’s, which are pictures; `3x7` stands for m = 4 at full, `2x7` at short.',
    'Trainings of 50,000 games at short, of 10 million at full; smoke uses 4-tuples.',
    'Figures 12 to 15 have m = 1 to 8; short and smoke have only the networks of the tables.',
  ],
  coreSeconds: { smoke: 2, short: 110, full: 1_900_000 },

  steps: (scale) =>
    Object.values(PLAYED[scale]).flatMap((id): Step[] => [
      trainStep(
        NETS[scale].find((one) => one.id === id)!,
        scale,
      ),
      ...PLIES[scale].map((ply, i): Step => ({
        kind: 'eval',
        name: `${id}-ply${ply}`,
        player: `ntuple:{${id}}?ply=${ply}`,
        games: PLAYS[scale][i]!,
        seed: 1000,
      })),
    ]),

  outcome(results, scale) {
    const columns: Column[] = [
      { key: 'games', label: 'games' },
      ...TILES.map((tile): Column => ({ key: String(tile), label: String(tile), format: 'percent' })),
      { key: 'average', label: 'average' },
      { key: 'maximum', label: 'maximum' },
    ];
    const tables = Object.entries(PLAYED[scale]).map(([place, id]): Table => {
      const paper = SEARCHED[place]!;
      const { network } = NETS[scale].find((one) => one.id === id)!;
      return {
        items: [`b/table${paper.table}`],
        title: `${place} (here \`${network}\`)`,
        page: 7,
        columns,
        rows: PLIES[scale].map((ply, i): Row => {
          const measured = results.evaluated(`${id}-ply${ply}`);
          return {
            label: `${ply}-ply`,
            paper: {
              games: 5000,
              ...Object.fromEntries(TILES.map((tile, j) => [tile, paper.rates[j]![i]! / 100])),
              average: paper.average[i]!,
              maximum: paper.maximum[i]!,
            },
            ours: [
              {
                label: 'here',
                cells: {
                  games: measured.games,
                  ...Object.fromEntries(TILES.map((tile) => [tile, reachCell(measured, tile)])),
                  average: { value: measured.averageScore, ci95: measured.averageScoreCI95 },
                  maximum: measured.maxScore,
                },
              },
            ],
          };
        }),
      };
    });
    const named = tables.map((table) => ({
      ...table,
      rows: table.rows.map((row) => ({ ...row, label: `${table.title.slice(0, 12)}, ${row.label}` })),
    }));
    return {
      tables,
      figures: [
        sideBySide(named, 'average', 'Matsuzaki 2016, figures 12 and 13: average scores', 'points'),
        sideBySide(named, 'maximum', 'Matsuzaki 2016, figures 14 and 15: maximum scores', 'points'),
      ],
    };
  },
};
