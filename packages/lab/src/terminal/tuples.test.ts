import { tupleClasses } from 'afterstate';
import { describe, expect, test } from 'vitest';
import { paint } from './colour.ts';
import { drawTuple, drawTuples } from './tuples.ts';

const plain = paint(false);
/** What a person sees: the text without its colours. */
// oxlint-disable-next-line no-control-regex
const seen = (line: string): string => line.replace(/\x1b\[[\d;]*m/g, '');

test('a tuple is drawn as a board with its cells marked', () => {
  expect(drawTuple([0, 1, 2, 3, 4, 5], plain)).toEqual(['■ ■ ■ ■', '■ ■ · ·', '· · · ·', '· · · ·']);
  expect(drawTuple([15], plain).at(-1)).toBe('· · · ■');
});

describe('a list of tuples', () => {
  const tuples = tupleClasses(2);

  test('has them side by side, numbered, with text and placements', () => {
    expect(drawTuples(tuples, 40, plain)).toEqual([
      '1 01 ×8     2 12 ×4     3 45 ×8',
      '  ■ ■ · ·     · ■ ■ ·     · · · ·',
      '  · · · ·     · · · ·     ■ ■ · ·',
      '  · · · ·     · · · ·     · · · ·',
      '  · · · ·     · · · ·     · · · ·',
      '',
      '4 56 ×4',
      '  · · · ·',
      '  · ■ ■ ·',
      '  · · · ·',
      '  · · · ·',
    ]);
  });

  test.each([1, 20, 21, 40, 80, 200])('fills a terminal of %i columns and never more', (width) => {
    const six = tupleClasses(6);
    const lines = drawTuples(six, width, plain);
    const widest = Math.max(...lines.map((line) => line.length));
    // One alone takes 12 columns; where that is too wide, nothing can be done.
    expect(widest).toBeLessThanOrEqual(Math.max(width, 12));
    expect(lines.join('\n').match(/×\d/g)).toHaveLength(68);
    const inRow = lines[0]!.match(/×\d/g)!.length;
    expect(inRow).toBe(Math.max(1, Math.floor((width + 3) / 15)));
  });

  test('looks the same in colours', () => {
    const six = tupleClasses(6);
    expect(drawTuples(six, 80, paint(true)).map((line) => seen(line).trimEnd())).toEqual(drawTuples(six, 80, plain));
  });
});
