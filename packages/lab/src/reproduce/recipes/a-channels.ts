// Kondo & Matsuzaki, table 7: five convolutions with fewer channels.

import { parseGame } from 'afterstate';
import { createNeuralNetwork } from '../../neural/networks.ts';
import { weightsOf } from '../../neural/network.ts';
import { sideBySide } from '../cells.ts';
import { DCNN_DEVIATIONS, fitStep, networkSpec, playStep, teacherStep } from '../dcnn.ts';
import type { Recipe } from '../recipe.ts';
import type { Row, Table } from '../table.ts';

const CHANNELS: readonly (readonly [channels: number, weights: number, average: number, maximum: number])[] = [
  [110, 208_234, 44_056, 255_620],
  [156, 410_128, 66_133, 284_916],
  [192, 615_364, 77_426, 289_968],
  [222, 818_074, 86_203, 332_496],
];

export const channels: Recipe = {
  id: 'a-table7',
  paper: 'a',
  title: 'Five convolutions with fewer channels',
  serves: ['table7'],
  expectation:
    'more channels score more; with few actions the gain is small, because a wide network has not yet learned more.',
  readings: [],
  deviations: DCNN_DEVIATIONS,
  coreSeconds: { smoke: 6, short: 400, full: 22_000 },
  steps: (scale) => [
    teacherStep(scale),
    ...CHANNELS.flatMap(([count]) => [
      fitStep(`c${count}`, networkSpec(5, scale, count), scale, 1),
      playStep(`c${count}`, scale),
    ]),
  ],
  outcome(results, scale) {
    const table: Table = {
      items: ['a/table7'],
      title: 'Channels',
      page: 6,
      columns: [
        { key: 'weights', label: 'weights' },
        { key: 'games', label: 'games' },
        { key: 'average', label: 'average' },
        { key: 'maximum', label: 'maximum' },
      ],
      rows: CHANNELS.map(([count, weights, average, maximum]): Row => {
        const measured = results.evaluated(`c${count}-plays`);
        return {
          label: `${count} channels`,
          paper: { weights, games: 1000, average, maximum },
          ours: [
            {
              label: 'here',
              cells: {
                weights: weightsOf(createNeuralNetwork(networkSpec(5, scale, count), parseGame('2048'))),
                games: measured.games,
                average: { value: measured.averageScore, ci95: measured.averageScoreCI95 },
                maximum: measured.maxScore,
              },
            },
          ],
        };
      }),
    };
    return {
      tables: [table],
      figures: [sideBySide([table], 'average', 'Kondo & Matsuzaki 2019, table 7: average scores', 'points')],
    };
  },
};
