// He, Lu & Ou: agents that do not look at the board.

import { SCORE_COLUMNS, scoreCells, sideBySide } from '../cells.ts';
import { READINGS, simulate } from '../he-simulator.ts';
import type { Simulated } from '../he-simulator.ts';
import type { Recipe, Scale, Step } from '../recipe.ts';
import type { Row, Table } from '../table.ts';

export const HE_GAME = '2048?four=0&start=1&end=full&idle=spawn';

const AGENTS = [
  { name: 'random', player: 'random', paper: { min: 140, max: 1456, mean: 571.255, median: 546, deviation: 280.527 } },
  {
    name: 'up, down',
    player: 'cycle?moves=up,down',
    paper: { min: 64, max: 156, mean: 94.775, median: 88, deviation: 18.791 },
  },
  {
    name: 'up, left',
    player: 'cycle?moves=up,left',
    paper: { min: 656, max: 1708, mean: 946.457, median: 796, deviation: 261.353 },
  },
] as const;

const GAMES: Readonly<Record<Scale, number>> = { smoke: 300, short: 60_000, full: 60_000 };

/** Games of the plain simulator, which is slower. */
const READING_GAMES: Readonly<Record<Scale, number>> = { smoke: 60, short: 2000, full: 60_000 };

const step = (name: string): string => name.replaceAll(/\W+/g, '-');

export const baselines: Recipe = {
  id: 'e-tables1-3',
  paper: 'e',
  title: 'The baselines: random, up-down, up-left',
  serves: ['table1', 'table2', 'table3'],
  expectation:
    'all means within the spread of 300 games, except up-left, which is 2 to 3 standard errors above the paper: the rules of the game were inferred from these very tables.',
  readings: [
    'Only 2s appear, a board starts with one tile, the game ends when the board is full, and a move that changes nothing is a turn like any other, which brings a tile. The second table has what other readings give.',
  ],
  deviations: ['The paper says 300 games, but no 300 scores have its means, which are not multiples of 4/300.'],
  coreSeconds: { smoke: 1, short: 30, full: 250 },

  steps: (scale): Step[] => [
    ...AGENTS.map(({ name, player }): Step => ({
      kind: 'eval',
      name: step(name),
      player,
      game: HE_GAME,
      games: GAMES[scale],
    })),
    {
      kind: 'compute',
      name: 'readings',
      isPlain: true,
      compute: () => ({ readings: READINGS.map((reading) => simulate(reading, READING_GAMES[scale], 1)) }),
    },
  ],

  outcome(results) {
    const tables = AGENTS.map(({ name, paper }, i): Table => ({
      items: [`e/table${i + 1}`],
      title: `The agent ${name}`,
      page: 3,
      columns: SCORE_COLUMNS,
      rows: [
        {
          label: name,
          paper: { games: '300?', ...paper },
          ours: [{ label: 'here', cells: scoreCells(results.evaluated(step(name))) }],
        },
      ],
    }));
    const { readings } = results.computed<{ readings: Simulated[] }>('readings');
    return {
      tables: [...tables, otherReadings(readings)],
      figures: [sideBySide(tables, 'mean', 'He, Lu & Ou 2015, tables 1–3: mean scores', 'points')],
    };
  },
};

function otherReadings(simulated: readonly Simulated[]): Table {
  const columns = AGENTS.flatMap(({ name }) => [
    { key: `${name} mean`, label: `${name}: mean`, format: 'tenths' as const },
    { key: `${name} deviation`, label: 'deviation', format: 'tenths' as const },
  ]);
  const paper: Row = {
    label: 'the tables',
    paper: Object.fromEntries(
      AGENTS.flatMap(({ name, paper: { mean, deviation } }) => [
        [`${name} mean`, mean],
        [`${name} deviation`, deviation],
      ]),
    ),
    ours: [],
  };
  const rows = simulated.map(({ label, agents }): Row => ({
    label,
    ours: [
      {
        label: 'here',
        cells: Object.fromEntries(
          agents.flatMap(({ mean, ci95, deviation }, i) => [
            [`${AGENTS[i]!.name} mean`, { value: mean, ci95 }],
            [`${AGENTS[i]!.name} deviation`, deviation],
          ]),
        ),
      },
    ],
  }));
  return {
    items: [],
    title: 'Readings of the rules, by the plain simulator of packages/lab/src/reproduce/he-simulator.ts',
    page: 3,
    columns,
    rows: [paper, ...rows],
  };
}
