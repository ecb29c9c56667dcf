// Kondo & Matsuzaki, table 3: what a network says about a board and its symmetric forms.

import { parseGame } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import { shippedModel } from '../games.ts';
import type { Recipe } from '../recipe.ts';
import type { Row, Table } from '../table.ts';

const MOVE_NAMES = ['up', 'right', 'down', 'left'] as const;

/** The board of the table and its forms, in the table's order; probabilities of up, right, down, left. */
const VIEWS: readonly { readonly board: string; readonly paper: readonly number[] }[] = [
  { board: '0 2 2 0 / 4 4 2 0 / 16 16 64 0 / 512 256 128 64', paper: [0, 0.256, 0.66, 0.084] },
  { board: '0 2 2 0 / 0 2 4 4 / 0 64 16 16 / 64 128 256 512', paper: [0, 0.178, 0.56, 0.261] },
  { board: '512 16 4 0 / 256 16 4 2 / 128 64 2 2 / 64 0 0 0', paper: [0.188, 0.001, 0.444, 0.367] },
  { board: '0 4 16 512 / 2 4 16 256 / 2 2 64 128 / 0 0 0 64', paper: [0.095, 0.644, 0.252, 0.009] },
  { board: '64 128 256 512 / 0 64 16 16 / 0 2 4 4 / 0 2 2 0', paper: [0.673, 0.083, 0, 0.244] },
  { board: '512 256 128 64 / 16 16 64 0 / 4 4 2 0 / 0 2 2 0', paper: [0.649, 0.147, 0.001, 0.202] },
  { board: '0 0 0 64 / 2 2 64 128 / 2 4 16 256 / 0 4 16 512', paper: [0.317, 0.372, 0.312, 0] },
  { board: '64 0 0 0 / 128 64 2 2 / 256 16 4 2 / 512 16 4 0', paper: [0.248, 0.001, 0.196, 0.556] },
];

async function views(): Promise<{ probabilities: number[][] }> {
  const game = parseGame('2048');
  const player = await openPlayer(`dcnn:${shippedModel('2048-dcnn')}?vote=off`, { game, threads: 1 });
  try {
    const probabilities: number[][] = [];
    for (const { board } of VIEWS) {
      const cells = board.split(/[ /]+/).map((tile) => (tile === '0' ? 0 : Math.log2(Number(tile))));
      const { moves } = await player.choose({ board: Uint8Array.from(cells) } as never);
      probabilities.push(MOVE_NAMES.map((name) => moves.find(({ move }) => move === name)?.value ?? 0));
    }
    return { probabilities };
  } finally {
    await player.close();
  }
}

export const viewsOfBoard: Recipe = {
  id: 'a-table3',
  paper: 'a',
  title: 'A board and its symmetric forms',
  serves: ['table3'],
  expectation:
    'the forms agree only in part, as in the paper: the network is not symmetric and never saw symmetric boards. The probabilities are those of another network.',
  readings: ['The cells of the board were read from the eight forms of the table together.'],
  deviations: [
    'Ours are from the network that ships, trained on a fiftieth of the actions. Illegal moves are left out of the probabilities shown.',
  ],
  coreSeconds: { smoke: 2, short: 2, full: 2 },
  steps: () => [
    {
      kind: 'compute',
      name: 'views',
      command: `npx afterstate move --player 'dcnn:models/2048-dcnn?vote=off' --board '${VIEWS[0]!.board}'`,
      compute: views,
    },
  ],
  outcome(results) {
    const { probabilities } = results.computed<{ probabilities: number[][] }>('views');
    const cells = (values: readonly number[]): Record<string, number> =>
      Object.fromEntries(MOVE_NAMES.map((name, i) => [name, values[i]!]));
    const table: Table = {
      items: ['a/table3'],
      title: 'Probabilities of the moves',
      page: 5,
      columns: MOVE_NAMES.map((name) => ({ key: name, label: name, format: 'thousandths' as const })),
      rows: VIEWS.map(({ paper }, i): Row => ({
        label: `form ${i + 1}`,
        paper: cells(paper),
        ours: [{ label: 'here', cells: cells(probabilities[i]!) }],
      })),
    };
    return {
      tables: [table],
      figures: [
        {
          title: 'Kondo & Matsuzaki 2019, table 3: the largest probability of each form',
          x: { label: 'form', whole: true },
          y: { label: 'probability', fromZero: true },
          series: [
            {
              name: 'paper',
              isPublished: true,
              draw: 'points',
              points: VIEWS.map(({ paper }, i) => ({ x: i + 1, y: Math.max(...paper) })),
            },
            {
              name: 'here',
              draw: 'points',
              points: probabilities.map((values, i) => ({ x: i + 1, y: Math.max(...values) })),
            },
          ],
        },
      ],
    };
  },
};
