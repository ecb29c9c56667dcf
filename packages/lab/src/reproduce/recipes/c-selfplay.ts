// Allik et al.: self-play with tree search, and the network it learns (figures 2 to 4).

import { parseGame } from 'afterstate';
import { createNeuralNetwork } from '../../neural/networks.ts';
import { parametersOf, sizeOf, weightsOf } from '../../neural/network.ts';
import type { Recipe, Scale, Settings, Step } from '../recipe.ts';
import type { Row, Table } from '../table.ts';

const NETWORK = 'resnet?blocks=10&filters=32&size=2&planes=20&heads=both&hidden=512';
const RUNS = [
  {
    label: '100 simulations',
    id: 'sims100',
    more: { sims: 100 },
    paper: { cycles: 66, kept: 4, best: 2638, speed: 7 },
  },
  { label: '50 simulations', id: 'sims50', more: { sims: 50 }, paper: { cycles: 334, kept: 2, speed: 40 } },
  {
    label: '100 simulations, ends valued by their results',
    id: 'ends',
    more: { sims: 100, ends: true },
    paper: undefined,
  },
] as const;

const CYCLES: Readonly<Record<Scale, number>> = { smoke: 2, short: 3, full: 66 };
/** Everything is small: smoke tries the pipeline. */
const SMALL: Settings = {
  network: 'resnet?blocks=1&filters=8&size=2&planes=20&heads=both&hidden=16',
  cycleGames: 4,
  batches: 3,
  batch: 64,
};

export const selfplay: Recipe = {
  id: 'c-selfplay',
  paper: 'c',
  title: 'Self-play with tree search',
  serves: ['figure2', 'figure3', 'figure4'],
  expectation:
    'no training beats the untrained network for long: the search lets the network value a finished game like any other board, and walks into it. Valuing a finished game by its result gives four times the score, before any learning.',
  readings: [
    'The paper does not say what a move leads to in the tree; here one fixed tile is drawn.',
    '“The best achieved score was 2638” is read as the best average of the 25 games of a cycle, which decides whether weights are kept: single games of the untrained network had up to 4,000.',
    'Weights are kept by the mean, as 4.2.2 has it; 4.3 speaks of the median for 50 simulations.',
    'The text has 64 nodes in the value head, but only 512 give its 95,950 trainable weights; we take 512.',
  ],
  deviations: [
    'Cycles instead of hours: 66 at full, as in the paper’s ten hours at 100 simulations; 3 at short. There, half the running games share a query; here, all seats of a thread do.',
    'smoke has a small network, 4 games and 3 batches a cycle, and 8 simulations.',
  ],
  coreSeconds: { smoke: 5, short: 500, full: 12_000 },

  steps: (scale): Step[] => [
    {
      kind: 'compute',
      name: 'weights',
      compute() {
        const network = createNeuralNetwork(NETWORK, parseGame('2048'));
        const all = parametersOf(network).reduce((sum, { shape }) => sum + sizeOf(shape), 0);
        return { trained: weightsOf(network), others: all - weightsOf(network) };
      },
    },
    ...RUNS.map(({ id, more }): Step => ({
      kind: 'selfplay',
      name: id,
      settings: {
        paper: true,
        cycles: CYCLES[scale],
        ...more,
        ...(scale === 'smoke' && { ...SMALL, sims: 8 }),
        seed: 1,
        threads: 1,
      },
    })),
  ],

  outcome(results) {
    const { trained, others } = results.computed<{ trained: number; others: number }>('weights');
    const structure: Table = {
      items: ['c/figure3'],
      title: 'Weights of the network',
      page: 7,
      columns: [
        { key: 'trained', label: 'trainable' },
        { key: 'others', label: 'others' },
      ],
      rows: [
        {
          label: 'figure 3',
          paper: { trained: 95_950, others: 1350 },
          ours: [{ label: 'here', cells: { trained, others } }],
        },
      ],
    };
    const rows = RUNS.map(({ label, id, paper }): Row => {
      const lines = results.played(id).metrics;
      const last = lines.at(-1)!;
      const first = lines[0]!;
      return {
        label,
        ...(paper && { paper }),
        ours: [
          {
            label: 'here',
            cells: {
              cycles: last.cycles,
              kept: last.timesKept ?? 0,
              games: last.games,
              first: { value: first.averageScore ?? 0, ci95: first.averageScoreCI95 },
              last: {
                value: last.recentScore ?? last.averageScore ?? 0,
                ci95: last.recentScoreCI95 ?? last.averageScoreCI95,
              },
              best: Math.max(...lines.map(({ averageScore }) => averageScore ?? 0)),
              max: Math.max(...lines.map(({ maxScore }) => maxScore)),
              speed: last.movesPerSecond,
            },
          },
        ],
      };
    });
    const table: Table = {
      items: ['c/figure2', 'c/figure4'],
      title: 'Self-play (section 4.3)',
      page: 8,
      columns: [
        { key: 'cycles', label: 'cycles' },
        { key: 'kept', label: 'times kept' },
        { key: 'games', label: 'games' },
        { key: 'first', label: 'average of the untrained network' },
        { key: 'last', label: 'average of the last games' },
        { key: 'best', label: 'best average of a cycle' },
        { key: 'max', label: 'best game' },
        { key: 'speed', label: 'moves/s', isTiming: true },
      ],
      rows,
    };
    return {
      tables: [structure, table],
      figures: [
        {
          title: 'Allik et al. 2018, 4.3: average scores of the cycles',
          x: { label: 'cycles', whole: true },
          y: { label: 'average score', fromZero: true },
          series: RUNS.map(({ label, id }) => ({
            name: label,
            points: results
              .played(id)
              .metrics.flatMap(({ cycles, averageScore, averageScoreCI95 }) =>
                averageScore === null
                  ? []
                  : [{ x: cycles, y: averageScore, ...(averageScoreCI95 && { interval: averageScoreCI95 }) }],
              ),
          })),
        },
      ],
    };
  },
};
