// Kondo & Matsuzaki, table 1: n-tuple players of about as many weights as their networks.

import { NETWORKS } from 'afterstate';
import { sideBySide } from '../cells.ts';
import type { Recipe, Scale, Step } from '../recipe.ts';
import type { Row, Table } from '../table.ts';

const PLAYERS = [
  {
    label: '17×4-tuples, TD (Szubert & Jaśkowski)',
    id: 'n17x4',
    network: '17x4',
    settings: { method: 'td' },
    weights: 860_625,
    paper: 51_320,
  },
  {
    label: '5×4-tuples, TC, three stages',
    id: 'n5x4',
    network: '5x4',
    settings: { method: 'tc', stages: 'largest:2048,8192' },
    weights: 983_040,
    paper: 50_120,
  },
] as const;
const GAMES: Readonly<Record<Scale, number>> = { smoke: 400, short: 60_000, full: 2_000_000 };
const PLAYS: Readonly<Record<Scale, number>> = { smoke: 60, short: 1000, full: 1000 };

export const ntuples: Recipe = {
  id: 'a-table1',
  paper: 'a',
  title: 'N-tuple players of as many weights',
  serves: ['table1'],
  expectation: 'about 50,000 points each at full, as published; less at short, which has a thirtieth of the games.',
  readings: [
    'The paper does not give the splits of the three stages; we take the largest tiles 2048 and 8192.',
    'The paper does not give the number of games; 2 million is our guess at what a core learns from in the paper’s 0.44 hours.',
    'Ours allow 16 tiles per cell, 17 × 16⁴ = 1,114,112 weights; Szubert & Jaśkowski have 17 × 15⁴ = 860,625.',
  ],
  deviations: [
    'The other rows of table 1 are players of other papers; this has the two that the paper compares its networks with.',
  ],
  coreSeconds: { smoke: 2, short: 150, full: 6000 },

  steps: (scale) =>
    PLAYERS.flatMap(({ id, network, settings }): Step[] => [
      { kind: 'train', name: id, settings: { network, ...settings, games: GAMES[scale], seed: 1, threads: 1 } },
      { kind: 'eval', name: `${id}-plays`, player: `ntuple:{${id}}`, games: PLAYS[scale], seed: 1000 },
    ]),

  outcome(results) {
    const rows = PLAYERS.map(({ label, id, network, weights, paper }): Row => {
      const measured = results.evaluated(`${id}-plays`);
      const stages = id === 'n5x4' ? 3 : 1;
      return {
        label,
        paper: { weights, average: paper, ...(id === 'n5x4' && { hours: 0.44, micros: 1.3 }) },
        ours: [
          {
            label: 'here',
            cells: {
              weights: stages * NETWORKS[network]!.split(' ').length * 16 ** 4,
              games: results.trained(id).metrics.at(-1)!.games,
              average: { value: measured.averageScore, ci95: measured.averageScoreCI95 },
              hours: results.trained(id).seconds / 3600,
              micros: (1e6 * measured.threads) / measured.movesPerSecond,
            },
          },
        ],
      };
    });
    const table: Table = {
      items: ['a/table1'],
      title: 'N-tuple players beside the networks',
      page: 2,
      columns: [
        { key: 'weights', label: 'weights' },
        { key: 'games', label: 'games learned from' },
        { key: 'average', label: 'average score' },
        { key: 'hours', label: 'hours of learning', format: 'thousandths', isTiming: true },
        { key: 'micros', label: 'µs a move', format: 'tenths', isTiming: true },
      ],
      rows,
    };
    return {
      tables: [table],
      figures: [sideBySide([table], 'average', 'Kondo & Matsuzaki 2019, table 1: average scores', 'points')],
    };
  },
};
