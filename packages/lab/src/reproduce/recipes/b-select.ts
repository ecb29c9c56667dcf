// Matsuzaki, tables I and II, figures 6 and 7: tuples are selected one by one, each the best addition to those before it.

import { tupleClasses } from 'afterstate';
import { mean, meanInterval } from 'afterstate/measure';
import type { Recipe, Scale, Step } from '../recipe.ts';
import type { SelectedTuple } from '../select-step.ts';
import type { Cell, Row, Table } from '../table.ts';

const PAPER = {
  6: {
    table: 1,
    figure: 6,
    best: [32_019, 60_402, 100_790, 121_199, 130_946, 161_103, 179_072, 192_009],
    second: [31_611, 60_175, 98_725, 120_988, 130_508, 159_652, 174_301, 190_638],
    worst: [5671, 39_360, 64_024, 95_881, 121_709, 128_987, 130_769, 141_624],
    tuples: ['012456', '456789', '012345', '234569', '01259a', '345678', '134567', '01489a'],
  },
  7: {
    table: 2,
    figure: 7,
    best: [24_977, 46_321, 67_832, 89_645, 114_676, 129_469, 144_711, 167_035],
    second: [23_889, 46_166, 67_411, 85_874, 113_745, 128_835, 144_699, 166_865],
    worst: [3760, 24_422, 37_484, 54_261, 92_488, 114_023, 120_951, 120_642],
    tuples: undefined,
  },
} as const;
type Size = keyof typeof PAPER;

/** What each scale selects: cells, tuples, games of a training and seeds of a candidate. */
const PLANS: Readonly<
  Record<Scale, readonly { stands: Size; size: number; tuples: number; games: number; seeds: number }[]>
> = {
  smoke: [
    { stands: 6, size: 2, tuples: 2, games: 60, seeds: 2 },
    { stands: 7, size: 3, tuples: 2, games: 60, seeds: 1 },
  ],
  short: [
    { stands: 6, size: 4, tuples: 4, games: 5000, seeds: 3 },
    { stands: 7, size: 5, tuples: 2, games: 2000, seeds: 2 },
  ],
  full: [
    { stands: 6, size: 6, tuples: 8, games: 1_000_000, seeds: 5 },
    { stands: 7, size: 7, tuples: 8, games: 1_000_000, seeds: 5 },
  ],
};

export const selection: Recipe = {
  id: 'b-select',
  paper: 'b',
  title: 'Tuples selected one by one',
  serves: ['table1', 'table2', 'figure6', 'figure7'],
  expectation:
    'the first choices are compact tuples, the next ones cover what is left, and the gain of a tuple falls. Which of several close candidates wins may depend on the number of games, so only full is a reproduction.',
  readings: [
    'α = 2⁻¹⁰ is per weight; here a step is divided by the lookups, so it is 8 m · 2⁻¹⁰ for m tuples.',
    'Table I prints “12,1709”, which we read as 121,709.',
    'The 7-tuples of table II are pictures; only their numbers are here.',
  ],
  deviations: [
    'smoke selects among tuples of 2 and 3 cells, short among those of 4 and 5, with fewer games and seeds: the method is the same, the numbers are not comparable.',
  ],
  coreSeconds: { smoke: 10, short: 1500, full: 24_000_000 },

  steps: (scale): Step[] =>
    PLANS[scale].map(({ size, tuples, games, seeds }) => ({
      kind: 'select',
      name: `size${size}`,
      settings: { size, tuples, games, seeds },
    })),

  outcome(results, scale) {
    const found = PLANS[scale].map((plan) => ({ ...plan, steps: results.selected(`size${plan.size}`).steps }));
    return {
      tables: found.map(({ stands, size, steps }) => tableOf(stands, size, steps)),
      figures: found.map(({ stands, size, steps }) => ({
        title: `Matsuzaki 2016, figure ${PAPER[stands].figure}: candidates of ${size} cells`,
        x: { label: 'tuples of the network', whole: true },
        y: { label: 'score', fromZero: true },
        series: [
          ...(['best', 'worst', 'average'] as const).map((name) => ({
            name,
            points: steps.map((step, i) => ({ x: i + 1, y: scoreOf(step, name) })),
          })),
          ...(['best', 'worst'] as const).map((name) => ({
            name: `paper, ${stands} cells: ${name}`,
            isPublished: true,
            points: PAPER[stands][name].slice(0, steps.length).map((y, i) => ({ x: i + 1, y })),
          })),
        ],
      })),
    };
  },
};

function scoreOf({ candidates }: SelectedTuple, name: 'best' | 'average' | 'worst'): number {
  const means = candidates.map(({ values }) => mean(values));
  return name === 'best' ? Math.max(...means) : name === 'worst' ? Math.min(...means) : mean(means);
}

function tableOf(stands: Size, size: number, steps: readonly SelectedTuple[]): Table {
  const paper = PAPER[stands];
  const cell = (values: readonly number[]): Cell => ({ value: mean(values), ci95: meanInterval(values) ?? null });
  return {
    items: [`b/table${paper.table}`, `b/figure${paper.figure}`],
    title: `${stands}-tuples${size === stands ? '' : ` (here of ${size} cells, ${tupleClasses(size).length} candidates)`}`,
    page: 5,
    columns: [
      { key: 'tuple', label: 'best tuple' },
      { key: 'best', label: 'its score' },
      { key: 'second', label: 'second' },
      { key: 'worst', label: 'worst' },
    ],
    rows: steps.map(({ chosen, candidates }, i): Row => ({
      label: `m = ${i + 1}`,
      paper: {
        ...(paper.tuples && { tuple: paper.tuples[i]! }),
        best: paper.best[i]!,
        second: paper.second[i]!,
        worst: paper.worst[i]!,
      },
      ours: [
        {
          label: 'here',
          cells: {
            tuple: chosen,
            best: cell(candidates[0]!.values),
            ...(candidates[1] && { second: cell(candidates[1].values) }),
            worst: cell(candidates.at(-1)!.values),
          },
        },
      ],
    })),
  };
}
