// Matsuzaki, figures 8 to 11: the selected networks learn longer.

import { mean, meanInterval } from 'afterstate/measure';
import { learningCurves } from '../cells.ts';
import type { Net } from '../matsuzaki.ts';
import { NETS, trainStep } from '../matsuzaki.ts';
import type { Recipe } from '../recipe.ts';
import type { Row } from '../table.ts';

export const curves: Recipe = {
  id: 'b-figures8-11',
  paper: 'b',
  title: 'The selected networks over ten million games',
  serves: ['figure4', 'figure5', 'figure8', 'figure9', 'figure10', 'figure11'],
  expectation:
    'more tuples end higher, and all curves still rise at the end of short; the selected four 6-tuples are ahead of those of Wu et al., as in the paper “until about 400,000 games”, and close to them later.',
  readings: ['Every curve has one seed, since the paper does not say otherwise.'],
  deviations: [
    'The paper shows the selected 7-tuples only as pictures; other tuples of seven cells stand for them.',
    'The networks of the earlier paper in figures 10 and 11 are not printed either, so they are left out.',
    'At short, 50,000 of the 10 million games.',
  ],
  coreSeconds: { smoke: 1, short: 130, full: 940_000 },
  steps: (scale) => NETS[scale].map((one) => trainStep(one, scale)),
  outcome(results, scale) {
    const nets = NETS[scale];
    const rows = nets.map(({ id, label, network, cells }): Row => {
      const lines = results.trained(id).metrics;
      const last = lines
        .slice(-Math.max(2, Math.floor(lines.length / 10)))
        .map(({ averageScore }) => averageScore ?? 0);
      return {
        label: `N = ${cells}, ${label}`,
        ours: [
          {
            label: network,
            cells: { games: lines.at(-1)!.games, average: { value: mean(last), ci95: meanInterval(last) ?? null } },
          },
        ],
      };
    });
    const figure = (number: number, cells: 6 | 7, of: (one: Net) => boolean) => ({
      title: `Matsuzaki 2016, figure ${number}: N = ${cells}`,
      x: { label: 'games' },
      y: { label: 'average score', fromZero: true },
      series: nets
        .filter((one) => one.cells === cells && of(one))
        .flatMap(({ id, label }) => learningCurves(label, results.trained(id).metrics, 'averageScore')),
    });
    return {
      tables: [
        {
          items: ['b/figure8', 'b/figure9', 'b/figure10', 'b/figure11'],
          title: 'The last tenth of learning',
          page: 5,
          columns: [
            { key: 'games', label: 'games learned from' },
            { key: 'average', label: 'average score' },
          ],
          rows,
        },
      ],
      figures: [
        figure(8, 6, ({ id }) => id !== 'wu'),
        figure(9, 7, () => true),
        figure(10, 6, ({ id, patterns }) => id === 'wu' || patterns === 4 || scale === 'smoke'),
      ],
    };
  },
};
