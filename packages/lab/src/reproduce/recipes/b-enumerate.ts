// Matsuzaki: all connected tuples up to the symmetries of the board, and where those of the literature stand among them.

import { NETWORKS, tupleClasses } from 'afterstate';
import type { Recipe } from '../recipe.ts';
import type { Row } from '../table.ts';

const SIZES = [4, 5, 6, 7, 8];
const PUBLISHED: Readonly<Record<number, number>> = { 6: 68, 7: 119 };

interface Enumerated {
  readonly counts: Readonly<Record<number, number>>;
  /** Of the networks of figures 1 and 2: how many of their tuples are among the connected ones. */
  readonly found: readonly { readonly network: string; readonly tuples: number; readonly among: number }[];
}

function enumerate(): Enumerated {
  const classes = new Map([...SIZES].map((size) => [size, tupleClasses(size)]));
  const counts = Object.fromEntries([...classes].map(([size, all]) => [size, all.length]));
  const found = ['szubert', '4x6', '8x6'].map((network) => {
    const tuples = NETWORKS[network]!.split(' ');
    const among = tuples.filter((text) => classes.get(text.length)!.some((one) => isSame(one.cells, text))).length;
    return { network, tuples: tuples.length, among };
  });
  return { counts, found };
}

/** Whether a tuple is one of a class: turned or mirrored, its cells are the same set. */
function isSame(cells: readonly number[], text: string): boolean {
  const given = [...text].map((digit) => Number.parseInt(digit, 16));
  const wanted = new Set(cells);
  const forms = [0, 1, 2, 3, 4, 5, 6, 7].map((symmetry) =>
    given.map((cell) => {
      let [row, column] = [cell >> 2, cell & 3];
      if (symmetry & 4) column = 3 - column;
      for (let turn = 0; turn < (symmetry & 3); turn++) [row, column] = [column, 3 - row];
      return 4 * row + column;
    }),
  );
  return forms.some((form) => form.every((cell) => wanted.has(cell)));
}

export const enumeration: Recipe = {
  id: 'b-enumerate',
  paper: 'b',
  title: 'All connected tuples',
  serves: ['figure1', 'figure2'],
  expectation: '68 tuples of six cells and 119 of seven, exactly: nothing is random here.',
  readings: ['“Connected” is read as joined by sides, not by corners.'],
  deviations: [],
  coreSeconds: { smoke: 1, short: 1, full: 1 },

  steps: () => [
    { kind: 'compute', name: 'tuples', isPlain: true, command: 'npx afterstate tuples --size 6', compute: enumerate },
  ],

  outcome(results) {
    const { counts, found } = results.computed<Enumerated>('tuples');
    const rows = SIZES.map((size): Row => ({
      label: `${size} cells`,
      ...(PUBLISHED[size] !== undefined && { paper: { count: PUBLISHED[size]! } }),
      ours: [{ label: 'here', cells: { count: counts[size]! } }],
    }));
    return {
      tables: [
        {
          items: [],
          title: 'Connected tuples up to symmetry (section V.A)',
          page: 3,
          columns: [{ key: 'count', label: 'tuples' }],
          rows,
        },
        {
          items: ['b/figure1', 'b/figure2'],
          title: 'Tuples of the literature among them',
          page: 1,
          columns: [
            { key: 'tuples', label: 'tuples' },
            { key: 'among', label: 'connected' },
          ],
          rows: found.map(({ network, ...cells }) => ({ label: network, ours: [{ label: 'here', cells }] })),
        },
      ],
      figures: [
        {
          title: 'Matsuzaki 2016: connected tuples up to symmetry',
          x: { label: 'cells', whole: true },
          y: { label: 'tuples', fromZero: true },
          series: [
            { name: 'here', points: SIZES.map((size) => ({ x: size, y: counts[size]! })) },
            {
              name: 'paper',
              isPublished: true,
              draw: 'points',
              points: Object.entries(PUBLISHED).map(([x, y]) => ({ x: Number(x), y })),
            },
          ],
        },
      ],
    };
  },
};
