// Tuples as small boards, several side by side.

import { FOUR_BY_FOUR, rowsOf } from 'afterstate';
import type { TupleClass } from 'afterstate';
import type { Paint } from './colour.ts';

const GAP = '   ';
const CELLS = Array.from({ length: 16 }, (_, cell) => cell);

/** A tuple's cells as `■`, the others as `·`; four lines of seven characters. */
export function drawTuple(cells: readonly number[], { dim }: Paint): string[] {
  return rowsOf(CELLS, FOUR_BY_FOUR).map((row) => row.map((cell) => (cells.includes(cell) ? '■' : dim('·'))).join(' '));
}

/** All tuples, numbered, each with its text and its number of placements; as many in a row as the width holds, at least one. */
export function drawTuples(tuples: readonly TupleClass[], width: number, paint: Paint): string[] {
  const digits = String(tuples.length).length;
  const indent = ' '.repeat(digits + 1);
  const labels = tuples.map(({ text, placements }) => `${text} ×${placements}`);
  const inner = Math.max(7, ...labels.map((label) => label.length));
  const inRow = Math.max(1, Math.floor((width + GAP.length) / (indent.length + inner + GAP.length)));
  const lines: string[] = [];
  for (let from = 0; from < tuples.length; from += inRow) {
    const row = tuples.slice(from, from + inRow).map(({ cells, text }, i) => {
      const number = String(from + i + 1).padStart(digits);
      const label = labels[from + i]!;
      const heading = `${paint.dim(number)} ${paint.bold(text)}${paint.dim(label.slice(text.length))}`;
      const drawn = drawTuple(cells, paint).map((line) => indent + line + ' '.repeat(inner - 7));
      return [heading + ' '.repeat(inner - label.length), ...drawn];
    });
    if (from > 0) lines.push('');
    for (let line = 0; line < 5; line++)
      lines.push(
        row
          .map((one) => one[line]!)
          .join(GAP)
          .trimEnd(),
      );
  }
  return lines;
}
