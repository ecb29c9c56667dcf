// Kondo & Matsuzaki, table 2 and figure 2: how many weights the networks have.

import { parseGame } from 'afterstate';
import { createNeuralNetwork } from '../../neural/networks.ts';
import { weightsOf } from '../../neural/network.ts';
import { sideBySide } from '../cells.ts';
import type { Recipe } from '../recipe.ts';
import type { Row, Table } from '../table.ts';

const PAPER: readonly (readonly [k: number, channels: number, weights: number])[] = [
  [2, 436, 817_068],
  [3, 312, 819_628],
  [4, 256, 820_228],
  [5, 222, 818_074],
  [6, 200, 826_804],
  [7, 182, 819_550],
  [8, 168, 813_124],
  [9, 158, 820_498],
];

export const weights: Recipe = {
  id: 'a-table2',
  paper: 'a',
  title: 'Convolutions, channels and weights',
  serves: ['table2', 'figure2'],
  expectation: 'every number exactly: the structure of the networks is described in full.',
  readings: [],
  deviations: [],
  coreSeconds: { smoke: 2, short: 2, full: 2 },
  steps: () => [
    {
      kind: 'compute',
      name: 'weights',
      compute: () => ({
        weights: PAPER.map(([k]) => weightsOf(createNeuralNetwork(`dcnn?k=${k}`, parseGame('2048')))),
      }),
    },
  ],
  outcome(results) {
    const { weights: ours } = results.computed<{ weights: number[] }>('weights');
    const table: Table = {
      items: ['a/table2', 'a/figure2'],
      title: 'Weights of k convolutions',
      page: 4,
      columns: [
        { key: 'channels', label: 'channels' },
        { key: 'weights', label: 'weights' },
      ],
      rows: PAPER.map(([k, channels, count], i): Row => ({
        label: `k = ${k}`,
        paper: { channels, weights: count },
        ours: [{ label: 'here', cells: { channels, weights: ours[i]! } }],
      })),
    };
    return {
      tables: [table],
      figures: [sideBySide([table], 'weights', 'Kondo & Matsuzaki 2019, table 2: weights', 'weights')],
    };
  },
};
