// Yeh et al., figures 5 and 6: the new tuples, and the feature of large tiles.

import { mean, meanInterval } from 'afterstate/measure';
import { learningCurves } from '../cells.ts';
import type { Recipe, Scale, Step } from '../recipe.ts';
import type { Row } from '../table.ts';
import { alphaOf } from '../yeh.ts';

const NETWORKS: Readonly<Record<Scale, readonly (readonly [name: string, network: string])[]>> = {
  smoke: [
    ['figure 4 (a)', '0123'],
    ['figure 4 (a) + large', '0123 large'],
    ['figure 4 (b)', '0123 4567'],
    ['figure 4 (b) + large', '0123 4567 large'],
  ],
  short: [
    ['figure 4 (a)', 'szubert'],
    ['figure 4 (a) + large', 'szubert large'],
    ['figure 4 (b)', '4x6'],
    ['figure 4 (b) + large', '4x6 large'],
  ],
  full: [
    ['figure 4 (a)', 'szubert'],
    ['figure 4 (a) + large', 'szubert large'],
    ['figure 4 (b)', '4x6'],
    ['figure 4 (b) + large', '4x6 large'],
  ],
};
const GAMES: Readonly<Record<Scale, number>> = { smoke: 600, short: 60_000, full: 2_000_000 };

export const features: Recipe = {
  id: 'd-figures5-6',
  paper: 'd',
  title: 'The new tuples, and the feature of large tiles',
  serves: ['figure4', 'figure5', 'figure6', 'b/figure1', 'b/figure2'],
  expectation:
    'the tuples of figure 4 (b) end above those of (a); the feature of large tiles adds nothing before games reach 2048, as it has one weight for all boards without such tiles.',
  readings: ['“All combinations for both (i) and (ii)” are read as old or new tuples, with or without the feature.'],
  deviations: [
    'At short, 60,000 of the 2 million games; one seed. The paper’s curves are pictures, and are not copied here.',
  ],
  coreSeconds: { smoke: 1, short: 170, full: 60_000 },

  steps: (scale): Step[] =>
    NETWORKS[scale].map(([, network], i) => ({
      kind: 'train',
      name: `network-${i + 1}`,
      settings: {
        network,
        method: 'td',
        alpha: alphaOf(network),
        games: GAMES[scale],
        block: scale === 'smoke' ? 50 : 1000,
        seed: 1,
        threads: 1,
      },
    })),

  outcome(results, scale) {
    const rows = NETWORKS[scale].map(([label, network], i): Row => {
      const lines = results.trained(`network-${i + 1}`).metrics;
      const last = lines.slice(-Math.max(2, Math.floor(lines.length / 10)));
      const averages = last.map(({ averageScore }) => averageScore ?? 0);
      return {
        label,
        ours: [
          {
            label: network,
            cells: {
              games: lines.at(-1)!.games,
              average: { value: mean(averages), ci95: meanInterval(averages) ?? null },
              maximum: Math.max(...last.map(({ maxScore }) => maxScore)),
            },
          },
        ],
      };
    });
    const figure = (key: 'averageScore' | 'maxScore', title: string) => ({
      title,
      x: { label: 'games' },
      y: { label: key === 'averageScore' ? 'average score' : 'maximum score', fromZero: true },
      series: NETWORKS[scale].flatMap(([label], i) =>
        learningCurves(label, results.trained(`network-${i + 1}`).metrics, key),
      ),
    });
    return {
      tables: [
        {
          items: ['d/figure5', 'd/figure6'],
          title: 'The last tenth of learning',
          page: 5,
          columns: [
            { key: 'games', label: 'games learned from' },
            { key: 'average', label: 'average score' },
            { key: 'maximum', label: 'largest score' },
          ],
          rows,
        },
      ],
      figures: [
        figure('averageScore', 'Yeh et al. 2016, figure 5: average scores'),
        figure('maxScore', 'Yeh et al. 2016, figure 6: maximum scores'),
      ],
    };
  },
};
