// Allik et al., table 1: residual networks taught from Monte-Carlo games.

import { reachCell, sideBySide } from '../cells.ts';
import { testShareOf } from '../dcnn.ts';
import type { Recipe, Scale, Step } from '../recipe.ts';
import type { Row, Table } from '../table.ts';

const NETWORKS = [
  { label: '10 × 256, 4×4', id: 'b10f256', blocks: 10, filters: 256, input: '4x4', paper: 26_000 },
  { label: '20 × 128, 4×4', id: 'b20f128', blocks: 20, filters: 128, input: '4x4', paper: 29_000 },
  { label: '2 × 128, one-hot', id: 'b2f128h', blocks: 2, filters: 128, input: 'onehot', paper: 25_000 },
  { label: '20 × 128, one-hot', id: 'b20f128h', blocks: 20, filters: 128, input: 'onehot', paper: 31_000 },
] as const;

const RECORDS: Readonly<Record<Scale, { runs: number; games: number; actions: number; plays: number }>> = {
  smoke: { runs: 4, games: 8, actions: 640, plays: 8 },
  short: { runs: 500, games: 40, actions: 20_000, plays: 100 },
  full: { runs: 500, games: 73, actions: 300_000, plays: 100 },
};

/** The paper's blocks and filters; narrow and few at smoke. */
function spec({ blocks, filters, input }: (typeof NETWORKS)[number], scale: Scale): string {
  const [few, narrow] = scale === 'smoke' ? [Math.max(1, blocks / 10), filters / 16] : [blocks, filters];
  return `resnet?blocks=${Math.round(few)}&filters=${narrow}&input=${input}`;
}

export const residual: Recipe = {
  id: 'c-table1',
  paper: 'c',
  title: 'Residual networks taught from Monte-Carlo games',
  serves: ['table1'],
  expectation:
    'one-hot input beats exponents, as in the paper, and by far more: with a hundredth of the states, a network hardly learns from exponents that equal tiles merge. Our smaller networks scored about a tenth of the paper’s points.',
  readings: [
    '“4x4 with powers of two as data” is read as exponents.',
    'Keras’ defaults: Adam at 0.001, batches of 32. Batch normalisation is Keras’.',
  ],
  deviations: [
    'A hundredth of the states at full; half as many at short, where each of the paper’s four networks learns from 20,000 actions; smoke has narrow networks.',
    'Illegal moves are left out in play.',
  ],
  coreSeconds: { smoke: 8, short: 1000, full: 30_000 },
  steps: (scale): Step[] => {
    const { runs, games, actions, plays } = RECORDS[scale];
    return [
      { kind: 'records', name: 'teacher', player: `montecarlo?runs=${runs}`, games },
      ...NETWORKS.flatMap((network): Step[] => [
        {
          kind: 'fit',
          name: network.id,
          settings: {
            network: spec(network, scale),
            data: ['{teacher}'],
            actions,
            batch: 32,
            ...(scale === 'smoke' && { test: 200 }),
            ...testShareOf(scale),
            seed: 1,
            threads: 1,
          },
        },
        { kind: 'eval', name: `${network.id}-plays`, player: `resnet:{${network.id}}`, games: plays, seed: 7 },
      ]),
    ];
  },
  outcome(results) {
    const table: Table = {
      items: ['c/table1'],
      title: 'Residual networks',
      page: 9,
      columns: [
        { key: 'actions', label: 'actions' },
        { key: 'games', label: 'games' },
        { key: 'average', label: 'average score' },
        { key: 'deviation', label: 'deviation' },
        { key: 'rate', label: '2048', format: 'percent' },
        { key: 'accuracy', label: 'accuracy on games kept apart', format: 'percent' },
      ],
      rows: NETWORKS.map(({ label, id, paper }): Row => {
        const measured = results.evaluated(`${id}-plays`);
        const line = results.fitted(id).metrics.at(-1)!;
        return {
          label,
          paper: { actions: 45e6, games: 100, average: paper, ...(paper === 31_000 && { rate: '“over 90%”' }) },
          ours: [
            {
              label: 'here',
              cells: {
                actions: line.actions,
                games: measured.games,
                average: { value: measured.averageScore, ci95: measured.averageScoreCI95 },
                deviation: measured.deviation ?? 0,
                rate: reachCell(measured, 2048),
                ...(line.testAccuracy !== undefined && { accuracy: line.testAccuracy }),
              },
            },
          ],
        };
      }),
    };
    return {
      tables: [table],
      figures: [sideBySide([table], 'average', 'Allik et al. 2018, table 1: average scores', 'points')],
    };
  },
};
