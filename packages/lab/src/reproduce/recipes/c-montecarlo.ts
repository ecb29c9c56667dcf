// Allik et al.: the player that knows only the rules, and moves by the average of random games.

import { reachCell, SCORE_COLUMNS, scoreCells, sideBySide } from '../cells.ts';
import type { Recipe, Scale, Step } from '../recipe.ts';
import type { Table } from '../table.ts';

const RUNS: Readonly<Record<Scale, number>> = { smoke: 10, short: 500, full: 500 };
const PLAYS: Readonly<Record<Scale, number>> = { smoke: 12, short: 20, full: 7000 };

export const monteCarlo: Recipe = {
  id: 'c-montecarlo',
  paper: 'c',
  title: 'Moves by the average of random games',
  serves: [],
  expectation: 'about 43,000 points with 500 random games from each move, and a 2048 in nearly every game.',
  readings: ['“2000 simulations for each move selection (500 per possible move)” is 500 from each legal move.'],
  deviations: ['20 games at short; 7,000 in the paper and at full.'],
  coreSeconds: { smoke: 1, short: 120, full: 43_000 },
  steps: (scale): Step[] => [
    { kind: 'eval', name: 'montecarlo', player: `montecarlo?runs=${RUNS[scale]}`, games: PLAYS[scale] },
  ],
  outcome(results, scale) {
    const measured = results.evaluated('montecarlo');
    const table: Table = {
      items: [],
      title: 'Monte-Carlo (sections 3.2 and 4.4)',
      page: 9,
      columns: [...SCORE_COLUMNS, { key: 'rate', label: '2048', format: 'percent' }],
      rows: [
        {
          label: '500 random games a move',
          paper: { games: 7000, mean: 45_000, rate: '“almost guaranteed”' },
          ours: [{ label: `runs=${RUNS[scale]}`, cells: { ...scoreCells(measured), rate: reachCell(measured, 2048) } }],
        },
      ],
    };
    return { tables: [table], figures: [sideBySide([table], 'mean', 'Allik et al. 2018, 4.4: Monte-Carlo', 'points')] };
  },
};
