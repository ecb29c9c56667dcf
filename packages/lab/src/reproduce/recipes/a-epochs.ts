// Kondo & Matsuzaki, table 8: five convolutions over a second epoch.

import { sideBySide } from '../cells.ts';
import { DCNN_DEVIATIONS, fitStep, networkSpec, sizeOf, teacherStep } from '../dcnn.ts';
import type { Recipe } from '../recipe.ts';
import type { Row, Table } from '../table.ts';

/** After 1 … 12·10⁸ actions; the second epoch begins after six. */
const EPOCHS: readonly (readonly [average: number, maximum: number])[] = [
  [57_564, 294_016],
  [74_996, 333_228],
  [74_965, 330_600],
  [80_030, 354_172],
  [83_939, 384_648],
  [86_203, 332_496],
  [82_845, 378_476],
  [86_660, 333_912],
  [90_725, 342_900],
  [93_413, 346_540],
  [87_060, 343_112],
  [93_830, 332_984],
];

export const epochs: Recipe = {
  id: 'a-table8',
  paper: 'a',
  title: 'A second epoch',
  serves: ['table8'],
  expectation: 'the average still grows in the second epoch, less than in the first.',
  readings: ['The second epoch has the same actions in another order.'],
  deviations: [...DCNN_DEVIATIONS, 'A row is a twelfth of the actions of both epochs; in the paper it is 10⁸.'],
  coreSeconds: { smoke: 4, short: 350, full: 16_000 },
  steps(scale) {
    const { fit, batch } = sizeOf(scale);
    // Whole batches, so that snapshots coincide with lines of metrics.
    const part = Math.floor((2 * fit) / EPOCHS.length / batch) * batch;
    const actions = EPOCHS.length * part;
    return [
      teacherStep(scale, scale === 'smoke' ? undefined : Math.round((scale === 'short' ? 1.25 : 1.06) * fit)),
      fitStep('epochs', networkSpec(5, scale), scale, EPOCHS.length, { actions, block: part, snapshot: part }),
    ];
  },
  outcome(results) {
    const plays = results.fitted('epochs').metrics.filter(({ averageScore }) => averageScore !== undefined);
    const rows = EPOCHS.map(([average, maximum], i): Row => {
      const line = plays[Math.min(plays.length - 1, Math.round(((i + 1) * plays.length) / EPOCHS.length) - 1)];
      return {
        label: `${i + 1} of 12`,
        paper: { actions: (i + 1) * 1e8, average, maximum },
        ours:
          line?.averageScore === undefined
            ? []
            : [
                {
                  label: 'here',
                  cells: {
                    actions: line.actions,
                    games: line.plays ?? 0,
                    average: { value: line.averageScore, ci95: line.averageScoreCI95 ?? null },
                    maximum: line.maxScore ?? 0,
                  },
                },
              ],
      };
    });
    const table: Table = {
      items: ['a/table8'],
      title: 'Two epochs',
      page: 6,
      columns: [
        { key: 'actions', label: 'actions' },
        { key: 'games', label: 'games' },
        { key: 'average', label: 'average' },
        { key: 'maximum', label: 'maximum' },
      ],
      rows,
    };
    return {
      tables: [table],
      figures: [sideBySide([table], 'average', 'Kondo & Matsuzaki 2019, table 8: average scores', 'points')],
    };
  },
};
