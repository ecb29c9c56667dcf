// The pictures that four of the papers open with show the first moves of a game. This checks the examples in their texts instead,
// by the rules in plain TypeScript.

import { MOVES, parseGame } from 'afterstate';
import type { Move } from 'afterstate';
import type { Recipe } from '../recipe.ts';

/** Rows from the text, moved to the right: Kondo & Matsuzaki p. 2, Matsuzaki p. 2. */
const EXAMPLES = [
  { row: [2, 2, 2, 0], to: [0, 0, 2, 4], gain: 4 },
  { row: [0, 4, 2, 2], to: [0, 0, 4, 4], gain: 4 },
  { row: [2, 2, 2, 2], to: [0, 0, 4, 4], gain: 8 },
] as const;

interface Moved {
  readonly to: readonly number[];
  readonly gain: number;
}

function moved(row: readonly number[]): Moved {
  const game = parseGame('2048');
  const board = [...row, ...Array.from({ length: 12 }, () => 0)].map((tile) => (tile === 0 ? 0 : Math.log2(tile)));
  const right: Move = MOVES.find((move) => move === 'right')!;
  const after = game.afterstate({ board, hint: undefined } as never, right) as
    | { board: ArrayLike<number>; gain: number }
    | undefined;
  if (!after) return { to: [...row], gain: 0 };
  return {
    to: Array.from(after.board)
      .slice(0, 4)
      .map((exponent) => (exponent === 0 ? 0 : 2 ** exponent)),
    gain: after.gain,
  };
}

export const rules: Recipe = {
  id: 'a-rules',
  paper: 'a',
  title: 'The rules, by the examples of the texts',
  serves: ['figure1', 'b/figure3', 'c/figure1', 'd/figure1'],
  expectation: 'exactly the same: they are the rules.',
  readings: ['The pictures show random boards; the examples of the text stand for them.'],
  deviations: [],
  coreSeconds: { smoke: 1, short: 1, full: 1 },
  steps: () => [
    {
      kind: 'compute',
      name: 'moves',
      isPlain: true,
      command: 'npx afterstate move --player random --board "2 2 2 0 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0"',
      compute: () => ({ moved: EXAMPLES.map(({ row }) => moved(row)) }),
    },
  ],
  outcome(results) {
    const found = results.computed<{ moved: Moved[] }>('moves').moved;
    const text = (row: readonly number[]): string => row.map((tile) => (tile === 0 ? '·' : tile)).join(' ');
    return {
      tables: [
        {
          items: ['a/figure1', 'b/figure3', 'c/figure1', 'd/figure1'],
          title: 'A row that is moved to the right',
          page: 2,
          columns: [
            { key: 'to', label: 'becomes' },
            { key: 'gain', label: 'score' },
          ],
          rows: EXAMPLES.map(({ row, to, gain }, i) => ({
            label: text(row),
            paper: { to: text(to), gain },
            ours: [{ label: 'here', cells: { to: text(found[i]!.to), gain: found[i]!.gain } }],
          })),
        },
      ],
      figures: [
        {
          title: 'The score of a row that is moved to the right',
          x: { label: '', names: Object.fromEntries(EXAMPLES.map(({ row }, i) => [i + 1, text(row)])) },
          y: { label: 'points', fromZero: true },
          series: [
            {
              name: 'paper',
              isPublished: true,
              draw: 'points',
              points: EXAMPLES.map(({ gain }, i) => ({ x: i + 0.95, y: gain })),
            },
            { name: 'here', draw: 'points', points: found.map(({ gain }, i) => ({ x: i + 1.05, y: gain })) },
          ],
        },
      ],
    };
  },
};
