// Kondo & Matsuzaki, section 6: value networks from the same kind of records.

import { parseGame } from 'afterstate';
import { createNeuralNetwork } from '../../neural/networks.ts';
import { weightsOf } from '../../neural/network.ts';
import { sideBySide } from '../cells.ts';
import { teacherStep, testShareOf } from '../dcnn.ts';
import type { Recipe, Scale, Step } from '../recipe.ts';
import type { Row, Table } from '../table.ts';

const VALUES = [
  { label: 'five 4-tuples', id: 'ntuple-value', network: 'ntuple-value', paper: 999, weights: 983_040 },
  { label: 'tjwei’s, half its filters', id: 'tjwei', network: 'tjwei', paper: 917, weights: 2_189_312 },
] as const;
const ACTIONS: Readonly<Record<Scale, Readonly<Record<string, number>>>> = {
  smoke: { 'ntuple-value': 2000, tjwei: 100 },
  short: { 'ntuple-value': 1_000_000, tjwei: 10_000 },
  full: { 'ntuple-value': 10_000_000, tjwei: 100_000 },
};
const PLAYS: Readonly<Record<Scale, number>> = { smoke: 10, short: 300, full: 1000 };

export const values: Recipe = {
  id: 'a-value',
  paper: 'a',
  title: 'Value networks taught from records',
  serves: [],
  expectation:
    'both fail: whether a strong player ends with 400,000 points or 700,000 is luck that no early board shows, and that hides the difference between good and bad moves.',
  readings: [
    'The paper does not say which n-tuples and stages the network had; five 4-tuples in three stages have the number of weights in its table 1.',
  ],
  deviations: ['Few actions for tjwei’s network, which learns slowly on a CPU; one teacher; smoke has a weak one.'],
  coreSeconds: { smoke: 8, short: 500, full: 5000 },
  steps: (scale): Step[] => [
    teacherStep(scale, { smoke: 12_000, short: 550_000, full: 1_100_000 }[scale]),
    ...VALUES.flatMap(({ id, network }): Step[] => [
      {
        kind: 'fit',
        name: id,
        settings: {
          network,
          data: ['{teacher}'],
          actions: ACTIONS[scale][id]!,
          ...(scale === 'smoke' && { batch: 50, test: 100 }),
          ...testShareOf(scale),
          seed: 1,
          threads: 1,
        },
      },
      {
        kind: 'eval',
        name: `${id}-plays`,
        player: `value:{${id}}`,
        games: id === 'tjwei' && scale === 'smoke' ? 2 : PLAYS[scale],
        seed: 7,
      },
    ]),
    { kind: 'eval', name: 'random', player: 'random', games: 10 * PLAYS[scale] },
  ],
  outcome(results) {
    const rows: Row[] = VALUES.map(({ label, id, network, paper, weights }) => {
      const measured = results.evaluated(`${id}-plays`);
      return {
        label,
        paper: { weights, average: paper },
        ours: [
          {
            label: 'here',
            cells: {
              weights: weightsOf(createNeuralNetwork(network, parseGame('2048'))),
              games: measured.games,
              average: { value: measured.averageScore, ci95: measured.averageScoreCI95 },
            },
          },
        ],
      };
    });
    const random = results.evaluated('random');
    rows.push({
      label: 'random play',
      ours: [
        {
          label: 'here',
          cells: { games: random.games, average: { value: random.averageScore, ci95: random.averageScoreCI95 } },
        },
      ],
    });
    const table: Table = {
      items: [],
      title: 'Value networks (section 6)',
      page: 7,
      columns: [
        { key: 'weights', label: 'weights' },
        { key: 'games', label: 'games' },
        { key: 'average', label: 'average score' },
      ],
      rows,
    };
    return {
      tables: [table],
      figures: [sideBySide([table], 'average', 'Kondo & Matsuzaki 2019, section 6: value networks', 'points')],
    };
  },
};
